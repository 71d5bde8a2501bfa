/** User actions on versions on the service. */

import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import type { Fault, FaultProxy } from '../fakes/fault-proxy.ts';
import { browsing, userAgents } from '../fakes/user-agents.ts';
import { tokenOf } from '../sign-in.ts';
import { callMain, everywhere, expect, test } from './fixtures.ts';
import { addService, drawerOf, goTo, paste, rowOf, uploadBuild, useBuiltIn } from './user-actions.ts';
import { deliveredMail, makePeople, type OtherService, sampleApk } from './world.ts';

/** Uploads a build of Field Notes for each version, the newest last, and opens the list. */
async function showVersions(page: Page, folder: string, versions: readonly string[]): Promise<void> {
  for (const [at, versionName] of versions.entries()) {
    await uploadBuild(
      page,
      join(folder, `field-notes-${versionName}.apk`),
      sampleApk({ versionName, versionCode: 1180 + at }),
    );
    await expect(rowOf(page, versionName)).toContainText('Active');
  }
  await goTo(page, 'Test apps');
  await rowOf(page, 'Field Notes').getByText('Field Notes').click();
}

/** Starts dragging an element, and returns what another application would receive. */
async function dragOut(element: Locator): Promise<Record<string, string>> {
  return element.evaluate((dragged) => {
    const dataTransfer = new DataTransfer();
    dragged.dispatchEvent(new DragEvent('dragstart', { dataTransfer, bubbles: true }));
    const types = ['text/uri-list', 'text/plain', 'DownloadURL'];
    return Object.fromEntries(types.map((type) => [type, dataTransfer.getData(type)]));
  });
}

test('Undo reactivates a deactivated version', everywhere, async ({ slipway: { page }, folder }) => {
  await useBuiltIn(page);
  await showVersions(page, folder, ['2.4.1']);

  const active = page.getByRole('switch', { name: '2.4.1 is active' });
  await active.click();
  await expect(page.getByText('1 version · 0 active')).toBeVisible();
  await expect(page.getByText('Field Notes 2.4.1 is inactive.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('1 version · 1 active')).toBeVisible();
  await active.click();
  await goTo(page, 'Test apps');
  const application = rowOf(page, 'Field Notes');
  await expect(application).toContainText('Inactive');
  await expect(application.locator('img'), 'the icon of the build').toHaveAttribute(
    'src',
    /^data:image\/png/,
  );
  await application.getByText('Field Notes').click();
  await expect(active).not.toBeChecked();
  const row = rowOf(page, '2.4.1');
  await row.getByRole('button', { name: 'Send…' }).click();
  const send = page.getByRole('dialog', { name: 'Send Field Notes 2.4.1' });
  await expect(send).toContainText('This version is inactive.');
  await send.getByRole('button', { name: 'Cancel' }).click();
  await active.click();
  await expect(page.getByText('1 version · 1 active')).toBeVisible();
});

test('a version is sent to a team and valid addresses', everywhere, async ({ start, dataDir, folder }) => {
  await makePeople(dataDir);
  const { page } = await start();
  await useBuiltIn(page);
  await showVersions(page, folder, ['2.4.1']);
  const row = rowOf(page, '2.4.1');
  const send = page.getByRole('dialog', { name: 'Send Field Notes 2.4.1' });
  await row.getByRole('button', { name: 'Send…' }).click();
  await send.getByRole('button', { name: 'Create links' }).click();
  await expect(send.getByRole('alert')).toContainText('Choose at least one team, person or address.');
  const field = send.getByRole('textbox', { name: 'Recipients' });
  await paste(field, 'ada@example.org; "Dora, The" <dora@example.net>\nDORA@example.net finn(at)example.net');
  await send.getByRole('button', { name: 'Create links' }).click();
  await expect(send.getByRole('alert')).toContainText(
    '“finn(at)example.net” is not an e-mail address: correct',
  );
  expect(await deliveredMail(dataDir).catch(() => [])).toEqual([]);
  await send.getByRole('button', { name: 'Correct finn(at)example.net' }).click();
  await expect(field).toHaveValue('finn(at)example.net');
  await field.fill('');
  await send.getByRole('button', { name: /^QA/ }).click();
  await expect(send).toContainText('3 people');
  await expect(send.getByRole('button', { name: /^QA/ }), 'chosen').toBeHidden();
  const who = send.getByRole('list', { name: 'Recipients' });
  await expect(who.getByRole('listitem')).toHaveText([
    /^Ada Lovelace.*ada@example\.org.*QA · selected directly/,
    /^Ben Okri.*ben@example\.org.*QA/,
    /^dora@example\.net.*selected directly/,
  ]);
  await send.getByRole('button', { name: 'Create links' }).click();
  await expect(send).toBeHidden();
  await expect(row).toContainText('3 not mailed');
  await expect.poll(async () => (await deliveredMail(dataDir)).length).toBe(3);

  const toDora = (await deliveredMail(dataDir)).find((mail) =>
    mail.headers.get('to')?.includes('dora@example.net'),
  );
  const personal = /http:\/\/127\.0\.0\.1:\d+\/install\/[\w-]+/.exec(toDora?.text ?? '')?.[0] ?? '';
  await fetch(personal, { headers: browsing(userAgents.androidChrome) });
  await row.getByText('2.4.1').first().click();
  const drawer = drawerOf(page);
  await expect(drawer.getByRole('region', { name: 'Not mailed' }).getByRole('listitem')).toHaveCount(2);
  await expect(drawer.getByRole('region', { name: 'Opened', exact: true })).toContainText('dora@example.net');

  await row.getByRole('button', { name: /^Send/ }).click();
  await expect(send).toContainText('The same people as last time are selected.');
  await send.getByText('Preview of the mail').click();
  await expect(send.getByRole('article')).toContainText('A new version of Field Notes is ready to install.');
  await send.getByRole('button', { name: 'Clear' }).click();
  await expect(send).toContainText('No one is mailed.');
});

test(
  'a misspelt address can be corrected before and after the send',
  everywhere,
  async ({ start, dataDir, folder }) => {
    await makePeople(dataDir);
    const { page } = await start();
    await useBuiltIn(page);
    await showVersions(page, folder, ['2.4.1']);
    const row = rowOf(page, '2.4.1');
    await row.getByRole('button', { name: 'Send…' }).click();
    const send = page.getByRole('dialog', { name: 'Send Field Notes 2.4.1' });
    await paste(send.getByRole('textbox', { name: 'Recipients' }), 'dora@exmaple.org;');
    await send.getByRole('button', { name: 'Did you mean dora@example.org?' }).click();
    await expect(send).toContainText('1 person');
    await expect(send.getByRole('button', { name: 'Remove dora@example.org' })).toBeVisible();
    await send.getByRole('button', { name: 'Create links' }).click();
    await expect(send).toBeHidden();

    await row.getByText('2.4.1').first().click();
    const drawer = drawerOf(page);
    const more = (address: string) => drawer.getByRole('button', { name: `More actions for ${address}` });
    await more('dora@example.org').click();
    await page.getByRole('menuitem', { name: 'Correct the address and send…' }).click();
    const correct = page.getByRole('dialog', { name: 'Correct the address of dora@example.org' });
    await correct.getByLabel('E-mail address').fill('nora@example.org');
    await correct.getByRole('button', { name: 'Create links' }).click();
    await expect(correct).toBeHidden();
    await expect(more('dora@example.org')).toBeHidden();
    await more('nora@example.org').click();
    await page.getByRole('menuitem', { name: 'Revoke the link' }).click();
    await expect(drawer).toContainText('The link of nora@example.org no longer works.');
    await more('nora@example.org').click();
    await page.getByRole('menuitem', { name: 'Remove from this version…' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(drawer).toContainText('No recipients yet.');
  },
);

test(
  'the QR code of an install link can be dragged out',
  everywhere,
  async ({ slipway: { page }, folder }) => {
    await useBuiltIn(page);
    const exposure = { host: null, publicUrl: 'https://builds.example.org', proxyHops: 0, tls: false };
    expect(await callMain(page, 'service.setExposure', exposure)).toMatchObject({ ok: true });
    await showVersions(page, folder, ['2.4.1']);
    await rowOf(page, '2.4.1').getByText('2.4.1').first().click();
    const code = drawerOf(page).getByRole('img', {
      name: /^QR code of the install link of Field Notes 2\.4\.1/,
    });
    await expect(code).toBeVisible();
    expect(await dragOut(code)).toEqual({
      'text/uri-list': expect.stringMatching(/^https:\/\/builds\.example\.org\/install\//),
      'text/plain': expect.stringMatching(/^https:\/\/builds\.example\.org\/install\//),
      DownloadURL: expect.stringMatching(/^image\/png:Field Notes 2\.4\.1.*\.png:data:image\/png;base64,/),
    });
  },
);

test('Enter opens an app at its first version and Esc leaves it', everywhere, async ({ slipway, folder }) => {
  const { page } = slipway;
  await useBuiltIn(page);
  await showVersions(page, folder, ['2.1', '2.2']);
  const first = page.getByRole('grid').getByRole('row').first();
  await expect(first).toContainText('2.2');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('grid', { name: 'Test apps' })).toBeVisible();
  await expect(first).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(first).toContainText('2.2');
  await expect(first).toBeFocused();
  await first.getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('menuitem')).toContainText([
    ...['Send…', 'Deactivate', 'Copy install link'],
    ...['Open install page', 'Edit release notes', 'Delete version…'],
  ]);
});

test('a deleted version loses its install link', everywhere, async ({ start, dataDir, folder }) => {
  await makePeople(dataDir);
  const slipway = await start();
  const { page } = slipway;
  await useBuiltIn(page);
  await uploadBuild(page, join(folder, 'field-notes.apk'), sampleApk(), {
    recipients: 'ada@example.org, ben@example.org, dora@example.net',
  });
  await expect(rowOf(page, '2.4.1')).toContainText('Not mailed');
  await goTo(page, 'Test apps');
  await rowOf(page, 'Field Notes').getByText('Field Notes').click();
  const row = rowOf(page, '2.4.1');
  await row.getByText('2.4.1').first().click();
  const drawer = drawerOf(page);
  await expect(drawer).toContainText('This link only works on this computer');
  await expect(drawer.getByRole('img', { name: /^QR code/ })).toHaveCount(0);
  await row.getByRole('button', { name: 'More actions for 2.4.1' }).click();
  await page.getByRole('menuitem', { name: 'Copy install link' }).click();
  await expect.poll(slipway.copied).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/.+/);
  const link = await slipway.copied();
  const answer = await fetch(link);
  expect(await answer.text()).toContain('Field Notes');
  await expect(drawer.locator('.link-text')).toHaveText(link);
  const links = { 'text/uri-list': link, 'text/plain': link };
  expect(await dragOut(drawer.locator('.link-text'))).toEqual({ ...links, DownloadURL: '' });

  await row.getByRole('button', { name: 'More actions for 2.4.1' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Send…' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(row.getByRole('button', { name: 'More actions for 2.4.1' })).toBeFocused();
  await row.getByRole('button', { name: 'More actions for 2.4.1' }).click();
  await page.getByRole('menuitem', { name: 'Delete version…' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete Field Notes 2.4.1?' });
  await expect(question).toContainText('It was not mailed to anyone.');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(row).toHaveCount(1);
  await row.getByRole('button', { name: 'More actions for 2.4.1' }).click();
  await page.getByRole('menuitem', { name: 'Delete version…' }).click();
  await expect(question).toContainText('It was not mailed to anyone.');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByText('No versions')).toBeVisible();
  expect((await fetch(link)).status).toBe(404);
});

test('versions are selected by keyboard and mouse', everywhere, async ({ start, folder, service }) => {
  const { page } = await start();
  await addService(page, { url: service.url, user: service.user, name: 'Work' });
  await showVersions(page, folder, ['2.1', '2.2', '2.3', '2.4']);
  const bar = page.getByRole('region', { name: 'Selected versions' });
  const selected = page.locator('[role="row"][aria-selected="true"]');
  const names = (list: readonly string[]) =>
    expect(selected.locator('.row-name')).toHaveText(list.map((name) => new RegExp(`^${name}( |$)`)));

  await page.getByRole('grid').getByRole('row').first().focus();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await names(['2.4', '2.3', '2.2']);
  await page.keyboard.press('Shift+ArrowUp');
  await names(['2.4', '2.3']);
  await page.keyboard.press('Escape');
  await expect(bar).toBeHidden();
  await rowOf(page, '2.1')
    .getByText('2.1')
    .click({ modifiers: ['ControlOrMeta'] });
  await rowOf(page, '2.3')
    .getByText('2.3')
    .click({ modifiers: ['Shift'] });
  await names(['2.3', '2.2', '2.1']);
  await rowOf(page, '2.2').getByRole('checkbox', { name: 'Select 2.2' }).click();
  await names(['2.3', '2.1']);
  await expect(drawerOf(page), 'choosing opens nothing').toBeHidden();
  await page.keyboard.press('ControlOrMeta+a');
  await expect(bar).toContainText('4 selected');

  await page.getByRole('searchbox').fill('2.4');
  await expect(bar, 'what a search hides is not touched').toContainText('1 selected');
  await bar.getByRole('button', { name: 'Deactivate' }).click();
  await expect(page.getByText('4 versions · 3 active')).toBeVisible();
  await page.getByRole('searchbox').fill('');
  await expect(bar).toContainText('4 selected');
});

test(
  'bulk actions change all selected versions',
  everywhere,
  async ({ start, folder, service, connection }) => {
    const { page, desktop } = await start();
    await addService(page, { url: connection.url, user: service.user, name: 'Work' });
    await showVersions(page, folder, ['2.1', '2.2', '2.3', '2.4']);
    const bar = page.getByRole('region', { name: 'Selected versions' });
    await page.getByRole('grid').getByRole('row').first().focus();
    await page.keyboard.press('ControlOrMeta+a');

    const palette = page.getByRole('dialog', { name: 'Find an action, app or build' });
    await page.keyboard.press('ControlOrMeta+k');
    await expect(palette.getByRole('combobox')).toBeFocused();
    await page.keyboard.type('deactivate');
    await expect(palette.getByRole('option').first()).toHaveText(/^Deactivate\s*4 selected/);
    await page.keyboard.press('Enter');
    await expect(page.getByText('4 versions · 0 active')).toBeVisible();
    await expect(bar, 'the selection survives the update').toContainText('4 selected');
    await page.getByRole('searchbox').fill('nothing is called so');
    await expect(page.getByRole('row'), 'what is undone need not be shown').toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('4 versions · 4 active')).toBeVisible();
    await reportsFailedUndo(page, connection);
    await page.getByRole('switch', { name: '2.4 is active' }).click();
    await rowOf(page, '2.1').getByRole('checkbox', { name: 'Select 2.1' }).click();

    await page.getByRole('grid').getByRole('row').first().focus();
    await page.keyboard.press('Delete');
    const question = page.getByRole('alertdialog', { name: 'Delete 3 versions of Field Notes?' });
    await expect(question.getByRole('listitem')).toHaveText(['2.4', '2.3Active', '2.2Active']);
    await expect(question).toContainText('It was not mailed to anyone.');
    // Deletes version 2.3 as another client would.
    const id = Number(
      await page.locator('[data-version]').filter({ hasText: '2.3' }).getAttribute('data-version'),
    );
    const removed = await fetch(`${service.url}/api/v3/testingdist/profiles/items/${id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${await tokenOf(service.url, service.user)}` },
    });
    expect(removed.ok).toBe(true);
    await question.getByRole('button', { name: 'Delete 3 versions' }).click();
    const rest = page.getByRole('alertdialog', { name: 'Delete Field Notes 2.3?' });
    await expect(rest.getByRole('alert')).toContainText('2 of 3 versions were deleted. Still there:');
    await expect(rest.getByRole('listitem')).toContainText('2.3: Not found on the service');
    await rest.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('1 version · 1 active')).toBeVisible();
    await expect(rowOf(page, '2.1')).toHaveCount(1);
    // Runs in a tab only: the rows are the same in the window, but the Electron test double is much slower.
    if (desktop === null) await findsVersionsAmongThousands(page, connection, service);
  },
);

/** Deactivates a version and leaves the screen. The following undo fails and must be reported. */
async function reportsFailedUndo(page: Page, connection: FaultProxy): Promise<void> {
  await page.getByRole('searchbox').fill('');
  await page.getByRole('switch', { name: '2.2 is active' }).click();
  await expect(page.getByText('Field Notes 2.2 is inactive.')).toBeVisible();
  await goTo(page, 'Uploads');
  connection.fault(/activate/, { kind: 'answer', status: 500, body: 'No database' });
  await page.getByRole('button', { name: 'Undo' }).click();
  const failed = page
    .getByRole('alert')
    .filter({ hasText: 'This could not be undone: 2.2: Something went wrong' });
  await failed.getByRole('button', { name: 'Got it' }).click();
  await expect(failed).toBeHidden();
  await page.goBack();
  await page.getByRole('switch', { name: '2.2 is active' }).click();
  await expect(page.getByText('4 versions · 4 active')).toBeVisible();
  await page.getByRole('grid').getByRole('row').first().focus();
  await page.keyboard.press('ControlOrMeta+a');
}

/** Checks a list of ten thousand versions. Only visible rows are rendered, but all versions can be found. */
async function findsVersionsAmongThousands(
  page: Page,
  connection: FaultProxy,
  service: OtherService,
): Promise<void> {
  await goTo(page, 'Uploads');
  const application = await thousandsOfVersions(service);
  const answer = (body: unknown): Fault => ({
    ...{ kind: 'answer', status: 200, body: JSON.stringify(body) },
    headers: { 'content-type': 'application/json' },
  });
  connection.fault(/^GET .*\/testingdist\/profiles\/\d+$/, answer(application), { times: Infinity });
  await page.goBack();
  await expect(page.getByText('10,000 versions · 10,000 active')).toBeVisible();
  const rows = page.getByRole('grid').getByRole('row');
  const names = (list: readonly string[]) =>
    expect(rows.locator('.row-name')).toHaveText(list.map((name) => new RegExp(`^${name}( |$)`)));
  await expect(rows.first()).toContainText('1.9999');
  expect(await rows.count()).toBeLessThan(60);

  await rows.first().focus();
  await page.keyboard.press('PageDown');
  await expect(rowOf(page, /^F?1\.9999/)).not.toBeFocused();
  await page.keyboard.press('End');
  await expect(rows.last()).toBeFocused();
  await expect(rows.last()).toContainText(/^F?1\.0/);
  await expect(rows.last()).toHaveAttribute('aria-rowindex', '10000');
  expect(await rows.count()).toBeLessThan(60);
  await page.keyboard.press('Home');
  await expect(rowOf(page, '1.9999')).toBeFocused();
  await page.locator('.grid-scroll').evaluate((list) => list.scrollTo(0, list.scrollHeight));
  await expect(rows.last()).toContainText(/^F?1\.0/);

  const search = page.getByRole('searchbox');
  await search.fill('1.777');
  await names([
    '1.7779',
    '1.7778',
    '1.7777',
    '1.7776',
    '1.7775',
    '1.7774',
    '1.7773',
    '1.7772',
    '1.7771',
    '1.7770',
    '1.777',
  ]);
  await search.fill('1.7777');
  await names(['1.7777']);

  const requestsBefore = connection.requests.length;
  connection.fault(/^DELETE /, answer({ ...application.profiles[7777], isActive: false }));
  await page.getByRole('switch', { name: '1.7777 is active' }).click();
  await expect(page.getByRole('status').filter({ hasText: '1.7777' })).toBeVisible();
  await search.fill('');
  await expect(page.getByText('10,000 versions · 9,999 active')).toBeVisible();
  expect(connection.requests.slice(requestsBefore), 'the list is not read again').toHaveLength(1);
}

/** Returns a response that repeats the version of the application ten thousand times. */
async function thousandsOfVersions({ url, user }: OtherService) {
  const headers = { authorization: `Bearer ${await tokenOf(url, user)}` };
  const path = '/api/v3/testingdist/profiles/1';
  const application = (await (await fetch(url + path, { headers })).json()) as {
    readonly profiles: readonly { readonly id: number }[];
  };
  const profiles = Array.from({ length: 10_000 }, (_, at) => ({
    ...application.profiles[0],
    ...{
      id: at + 1,
      version: `1.${at}`,
      uploadDateTimeUtc: new Date(Date.UTC(2026, 0, 1, 0, at)).toISOString(),
    },
  }));
  return { ...application, profiles };
}
