import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { violations } from './accessibility-checks.ts';
import { chooseFiles, everywhere, expect, tabIsEnough, test } from './fixtures.ts';
import {
  drawerOf,
  goTo,
  openAdvanced,
  openPart,
  openToAnyone,
  rowOf,
  uploadBuild,
  useBuiltIn,
} from './user-actions.ts';
import { openService, sampleApk } from './world.ts';

test('the Start and Stop buttons control the built-in service', everywhere, async ({ slipway }) => {
  const { page } = slipway;
  await goTo(page, 'Built-in service');
  await expect(page.getByRole('heading', { name: 'Stopped' })).toBeVisible();
  await expect(page.getByText('links do not work until it runs again')).toBeVisible();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Running' })).toBeVisible();
  await expect(page.getByText('Only this computer can install.')).toBeVisible();
  await page.getByRole('button', { name: 'Copy address' }).click();
  await expect.poll(slipway.copied).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const url = await slipway.copied();
  expect((await fetch(url)).status).toBe(200);

  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Stopped' })).toBeVisible();
  await expect(fetch(url)).rejects.toThrow();
  await openPart(page, 'Advanced');
  await expect(page.getByText('Slipway itself signs in as the user slipway')).toBeVisible();
  await openPart(page, 'Requests');
  await expect(rowOf(page, 'GET').first()).toContainText('200');
  await openPart(page, 'Outbox');
  await page.getByRole('button', { name: 'Start the service' }).click();
  await expect(page.getByText('Messages to testers appear here')).toBeVisible();
});

test(
  'the drawer of a build offers to start its stopped service',
  tabIsEnough,
  async ({ slipway, folder }) => {
    const { page } = slipway;
    await useBuiltIn(page);
    await uploadBuild(page, join(folder, 'notes.apk'), sampleApk());
    await expect(rowOf(page, '2.4.1')).toContainText('Active');
    await goTo(page, 'Built-in service');
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Stopped' })).toBeVisible();
    await goTo(page, 'Uploads');
    await rowOf(page, '2.4.1').getByText('Field Notes', { exact: true }).click();
    const drawer = drawerOf(page);
    await expect(drawer).toContainText('the link works again once it runs');
    await expect(drawer.getByRole('button', { name: 'Open page' })).toBeHidden();
    await expect(drawer.getByRole('button', { name: 'Send…' })).toBeHidden();
    await drawer.getByRole('button', { name: 'Start the service' }).click();
    await expect(drawer.getByRole('button', { name: 'Open page' })).toBeVisible();
    await expect(drawer.getByRole('button', { name: 'Send…' })).toBeVisible();
  },
);

test('the public address behind a proxy is shown and saved', tabIsEnough, async ({ slipway }) => {
  const { page } = slipway;
  await goTo(page, 'Built-in service');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByRole('button', { name: 'Copy address' }).click();
  await expect.poll(slipway.copied).toMatch(/^http:/);
  const url = await slipway.copied();
  await page.getByRole('button', { name: 'Let phones install…' }).click();
  const dialog = page.getByRole('dialog');
  await openAdvanced(dialog);
  await expect(dialog.getByLabel('Trusted proxies')).toBeHidden();
  await openToAnyone(dialog, 'https://builds.example.org/');
  await expect(dialog.getByText('The proxy at https://builds.example.org/ encrypts')).toBeVisible();
  await dialog.getByLabel('Trusted proxies').selectOption('1');
  await dialog.getByRole('button', { name: 'Next' }).click();
  await expect(dialog.getByRole('heading', { name: 'Mail' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Change access…' }).first().click();
  await openAdvanced(dialog);
  await expect(dialog.getByLabel('Trusted proxies')).toHaveValue('1');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.locator('.link-text')).toContainText('https://builds.example.org');
  expect((await fetch(url)).status).toBe(200);
});

test('the service accepts uploads over TLS', tabIsEnough, async ({ start, folder }) => {
  const { page } = await start();
  await useBuiltIn(page);
  await goTo(page, 'Built-in service');
  await page.getByRole('button', { name: 'Let phones install…' }).click();
  const dialog = page.getByRole('dialog');
  await openAdvanced(dialog);
  await dialog.getByLabel('Connections use').selectOption('A certificate that Slipway creates');
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByRole('button', { name: '3. Try it' }).click();
  await expect(dialog.getByText(/^The service answers at https:/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();

  await uploadBuild(page, join(folder, 'notes.apk'), sampleApk());
  await expect(rowOf(page, 'Field Notes')).toContainText('Active');
});

test(
  'a service that cannot start shows the reason and a retry button',
  tabIsEnough,
  async ({ start, dataDir }) => {
    // Locks the data of the service, as another process would.
    const owner = await openService(join(dataDir, 'service'));
    const { page } = await start();
    await goTo(page, 'Built-in service');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Did not start' })).toBeVisible();
    await expect(page.getByRole('alert')).toContainText('lock/inUse');
    await expect(page.getByRole('link', { name: /^Built-in service\s*did not start$/ })).toBeVisible();
    await owner.stop();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'Running' })).toBeVisible();
  },
);

test('a generated password is shown only once', tabIsEnough, async ({ start }) => {
  const { page } = await start();
  await useBuiltIn(page);
  await goTo(page, 'Built-in service');
  await openPart(page, 'Users and clients');
  await expect(rowOf(page, 'slipway-desktop')).toContainText('Slipway itself');
  await expect(rowOf(page, 'slipway-desktop').getByRole('button')).toHaveCount(0);
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  await page.getByRole('button', { name: 'Add user…' }).click();
  await dialog.getByLabel('User name').fill('ci');
  await dialog.getByLabel('Password', { exact: true }).fill('short');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused();
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    /at least 12 characters/,
  );
  await dialog.getByLabel('Password', { exact: true }).fill('');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByText('It is shown only now')).toBeVisible();
  const password = (await dialog.locator('code.command').textContent()) ?? '';
  expect(password).toMatch(/^\S{10,}$/);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(rowOf(page, 'ci')).toBeVisible();
  expect(await page.content()).not.toContain(password);
  await rowOf(page, 'ci').getByRole('button', { name: 'More actions for ci' }).click();
  await page.getByRole('menuitem', { name: 'Remove…' }).click();
  await dialog.getByRole('button', { name: 'Remove 1 user' }).click();
  await expect(rowOf(page, 'ci')).toHaveCount(0);
});

test('an access token is shown once and stops working when revoked', tabIsEnough, async ({ start }) => {
  const slipway = await start();
  const { page } = slipway;
  await useBuiltIn(page);
  await goTo(page, 'Built-in service');
  await page.getByRole('button', { name: 'Copy address' }).click();
  await expect.poll(slipway.copied).toMatch(/^http:/);
  const address = await slipway.copied();
  await openPart(page, 'Users and clients');
  await page.getByRole('button', { name: 'More actions for Users and clients' }).click();
  await page.getByRole('menuitem', { name: 'Add access token…' }).click();
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  const add = dialog.getByRole('button', { name: 'Add', exact: true });
  await add.click();
  await expect(dialog.getByText('Enter a name.')).toBeVisible();
  await expect(dialog.getByText('Enter at least one id')).toBeVisible();
  await dialog.getByLabel('Name').fill('nightly');
  await dialog.getByLabel('Ids of the apps').fill('com.example.shop\nnot an id!');
  await add.click();
  await expect(dialog.getByText('“id!” is not the id of an app')).toBeVisible();
  await dialog.getByLabel('Ids of the apps').fill('com.example.shop');
  await dialog.getByRole('checkbox', { name: 'activate' }).check();
  expect(await violations(page), 'a new access token').toEqual([]);
  await add.click();
  const token = (await dialog.locator('code.command').textContent()) ?? '';
  expect(token).toMatch(/^slw_[\w-]{43}$/);
  await dialog.getByRole('button', { name: 'Done' }).click();
  const row = rowOf(page, 'nightly');
  await expect(row).toContainText('com.example.shop · upload and activate · never used · valid until');
  expect(await page.content()).not.toContain(token);
  expect(await violations(page), 'access tokens').toEqual([]);

  const ask = async (path: string): Promise<number> =>
    (await fetch(`${address}/api/v3${path}`, { headers: { authorization: `Bearer ${token}` } })).status;
  expect([await ask('/testingdist/profiles'), await ask('/testingdist/groups')]).toEqual([200, 404]);
  await row.getByRole('button', { name: 'More actions for nightly' }).click();
  await page.getByRole('menuitem', { name: 'Revoke…' }).click();
  await dialog.getByRole('button', { name: 'Revoke 1 access token' }).click();
  // While the dialog is open, role queries do not find the rows behind it.
  await expect(dialog).toHaveCount(0);
  await expect(row).toHaveCount(0);
  expect(await ask('/testingdist/profiles')).toBe(401);
});

test('the outbox shows a message safely and tests a mail server', tabIsEnough, async ({ start, folder }) => {
  const { page } = await start();
  await useBuiltIn(page);
  const dialog = page.getByRole('dialog');
  await uploadBuild(
    page,
    join(folder, 'notes.apk'),
    sampleApk({ label: 'Notes <img src=x onerror="document.title=1">' }),
    { recipients: 'ada@example.org' },
  );
  await expect(rowOf(page, 'Notes <img')).toContainText('Not mailed');
  await goTo(page, 'Built-in service');
  await openPart(page, 'Outbox');
  await expect(rowOf(page, 'ada@example.org')).toContainText('Not mailed');
  await rowOf(page, 'ada@example.org').getByText('ada@example.org').click();
  const message = drawerOf(page).getByRole('article');
  await expect(message).toContainText(
    'A new version of Notes <img src=x onerror="document.title=1"> is ready',
  );
  await expect(message).toContainText('/install/');
  await expect(message.locator('[style*="data:image/"]')).toHaveCount(1);
  await expect(message.locator('script, iframe, a, style')).toHaveCount(0);

  await page.getByRole('button', { name: 'Set up mail…' }).click();
  await dialog.getByLabel('Messages to testers').selectOption('server');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Enter the name of the mail server.')).toBeVisible();
  const closed = await closedPort();
  await dialog.getByLabel('Mail server').fill('127.0.0.1');
  await dialog.getByLabel('Port').fill(String(closed));
  await dialog.getByLabel('Sender').fill('Builds <builds@example.org>');
  await dialog.getByLabel('User name').fill('builds');
  await dialog.getByLabel('Password', { exact: true }).fill('mail-password-1');
  await dialog.getByLabel('Send a test message to').fill('ada@example.org');
  await dialog.getByRole('button', { name: 'Send test message' }).click();
  await expect(dialog.getByRole('alert')).toContainText(
    `The mail server 127.0.0.1:${closed} cannot be reached`,
  );
  await dialog.getByLabel('Language of the messages').selectOption('Deutsch');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(`Mail goes through 127.0.0.1:${closed}`)).toBeVisible();
  await page.getByRole('button', { name: 'Set up mail…' }).click();
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveValue('');
  await expect(dialog.getByLabel('Language of the messages')).toHaveValue('de');
  await expect(dialog.getByText('Leave empty to keep the saved one.')).toBeVisible();
  expect(await page.content()).not.toContain('mail-password-1');
});

test('requests appear live and without secrets', tabIsEnough, async ({ start }) => {
  const slipway = await start();
  const { page } = slipway;
  await useBuiltIn(page);
  await goTo(page, 'Built-in service');
  const address = await page.locator('.link-text').textContent();
  const url = address?.replace(/^.*(?=http:)/, '') ?? '';
  await openPart(page, 'Requests');
  await expect(page.getByText('Requests to the service appear here')).toBeVisible();
  await fetch(`${url}/install/V1StGXR8_Z5jdHi6B-myT?pass=open-sesame`, {
    headers: { 'user-agent': 'A phone' },
  });
  const row = rowOf(page, '/install/…');
  await expect(row).toContainText('404');
  await expect(row).toContainText('this computer · A phone');
  expect(await page.content()).not.toMatch(/V1StGXR8|open-sesame/);
  await row.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Copy address' }).click();
  await expect.poll(slipway.copied).toBe('/install/…');
});

/** Returns a port on which no program listens. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}

test('a store profile is protected by its own password', tabIsEnough, async ({ start, folder }) => {
  const slipway = await start();
  const { page } = slipway;
  await useBuiltIn(page);
  const dialog = page.getByRole('dialog');
  const apk = join(folder, 'notes.apk');
  await writeFile(apk, sampleApk());
  await goTo(page, 'Store');
  await chooseFiles(page, page.getByRole('button', { name: 'Upload to the store…' }), [apk]);
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(rowOf(page, 'Field Notes')).toContainText('Uploaded');
  await goTo(page, 'Store');
  await rowOf(page, 'Field Notes').getByText('Field Notes').click();
  await page.getByRole('button', { name: 'Details', exact: true }).click();
  await drawerOf(page).getByRole('button', { name: 'Copy link' }).click();
  await expect(drawerOf(page).getByRole('button', { name: 'Copied' })).toBeVisible();
  const link = await slipway.copied();
  expect((await fetch(link)).status).toBe(200);

  await drawerOf(page).getByRole('button', { name: 'Ask for a user name and password…' }).click();
  await dialog.getByLabel('User name').fill('tester');
  await dialog.getByLabel('Password', { exact: true }).fill('short');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused();
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    /at least 12 characters/,
  );
  await dialog.getByLabel('Password', { exact: true }).fill('open the field');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(drawerOf(page).getByRole('button', { name: 'Change user name and password…' })).toBeVisible();
  expect((await fetch(link)).status).toBe(401);
  await drawerOf(page).getByRole('button', { name: 'Remove password protection…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove password protection' }).click();
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await expect(
    drawerOf(page).getByRole('button', { name: 'Ask for a user name and password…' }),
  ).toBeVisible();
  expect((await fetch(link)).status).toBe(200);
});
