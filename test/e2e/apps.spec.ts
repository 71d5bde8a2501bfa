/** User actions on versions on the service. */

import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { browsing, userAgents } from '../fakes/user-agents.ts';
import { callMain, everywhere, expect, test } from './fixtures.ts';
import { drawerOf, goTo, paste, rowOf, showVersions, uploadBuild, useBuiltIn } from './user-actions.ts';
import { deliveredMail, makePeople, sampleApk } from './world.ts';

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
