/** Undo of mail that the user sends in the window. */
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { test as base, callMain, everywhere, expect } from './fixtures.ts';
import { type MailServer, withMailServer } from './mail-server.ts';
import { drawerOf, goTo, paste, rowOf, uploadBuild, useBuiltIn } from './user-actions.ts';
import { sampleApk } from './world.ts';

const test = base.extend<{ readonly mail: MailServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from the pattern.
  mail: async ({}, use) => withMailServer(use),
});

/** Uploads a build to the built-in service, which uses the mail server. */
async function useBuiltInWithMail(page: Page, { port }: MailServer, folder: string): Promise<void> {
  await useBuiltIn(page);
  const server = {
    ...{ host: '127.0.0.1', port, secure: false, requireTls: false, plainText: true as const },
    ...{ userName: null, from: 'builds@example.org' },
  };
  expect(await callMain(page, 'service.setMailServer', { server })).toMatchObject({ ok: true });
  await uploadBuild(page, join(folder, 'field-notes.apk'), sampleApk({ versionName: '2.4.1' }));
  await expect(rowOf(page, '2.4.1')).toContainText('Active');
}

/** Sends despite the warning that the link works only on this computer. */
async function sendToDora(page: Page): Promise<void> {
  const send = page.getByRole('dialog', { name: 'Send Field Notes 2.4.1' });
  await paste(send.getByRole('textbox', { name: 'Recipients' }), 'dora@example.org;');
  await send.getByRole('button', { name: 'Send', exact: true }).click();
  await send.getByRole('button', { name: 'Send anyway' }).click();
  await expect(send).toBeHidden();
}

/** Mails a version without delay. Returns its row in Test apps. */
async function useMailedVersion(page: Page, mail: MailServer, folder: string): Promise<Locator> {
  await useBuiltInWithMail(page, mail, folder);
  expect(await callMain(page, 'settings.set', { sendDelaySeconds: 0 })).toMatchObject({ ok: true });
  await goTo(page, 'Test apps');
  await rowOf(page, 'Field Notes').getByText('Field Notes').click();
  const row = rowOf(page, '2.4.1');
  await row.getByRole('button', { name: 'Send…' }).click();
  await sendToDora(page);
  await expect.poll(() => mail.received).toEqual(['dora@example.org']);
  return row;
}

test('Undo withdraws mail about a version', everywhere, async ({ slipway: { page }, mail, folder }) => {
  await useBuiltInWithMail(page, mail, folder);
  await goTo(page, 'Test apps');
  await rowOf(page, 'Field Notes').getByText('Field Notes').click();
  const row = rowOf(page, '2.4.1');
  await row.getByRole('button', { name: 'Send…' }).click();
  await sendToDora(page);
  await expect(page.locator('.undo .visually-hidden')).toHaveText(
    /^Mail leaves in 10\ss: Field Notes 2\.4\.1/,
  );
  await expect(page.locator('.countdown'), 'the seconds are counted down').toHaveText(/ in [1-8]\ss: /);
  await expect(row).toContainText('1 waiting');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).not.toContainText('waiting');
  expect(mail.received).toEqual([]);

  expect(await callMain(page, 'settings.set', { sendDelaySeconds: 0 })).toMatchObject({ ok: true });
  await row.getByRole('button', { name: 'Send…' }).click();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('button', { name: 'Send anyway' }).click();
  await expect.poll(() => mail.received).toEqual(['dora@example.org']);
  await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden();
});

test('Undo withdraws mail to a corrected address', everywhere, async ({ slipway, mail, folder }) => {
  const { page } = slipway;
  const row = await useMailedVersion(page, mail, folder);
  expect(await callMain(page, 'settings.set', { sendDelaySeconds: 10 })).toMatchObject({ ok: true });
  await row.getByText('2.4.1').click();
  const more = (address: string) =>
    drawerOf(page).getByRole('button', { name: `More actions for ${address}` });
  const correctTo = async (address: string): Promise<void> => {
    await more('dora@example.org').click();
    await page.getByRole('menuitem', { name: 'Correct the address and send…' }).click();
    const correct = page.getByRole('dialog', { name: 'Correct the address of dora@example.org' });
    await correct.getByLabel('E-mail address').fill(address);
    await correct.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(correct).toBeHidden();
    await expect(row).toContainText('1 waiting');
  };
  await correctTo('dora@example.net');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).not.toContainText('waiting');
  await expect(more('dora@example.net')).toBeHidden();
  await expect(more('dora@example.org'), 'undo restores the old address').toBeVisible();
  expect(mail.received).toEqual(['dora@example.org']);

  await correctTo('nora@example.org');
  await page.locator('.undo').getByRole('button', { name: 'Close' }).click();
  await expect(more('dora@example.org')).toBeHidden();
  await expect(more('nora@example.org')).toBeVisible();
});

test(
  'a dialog keeps the focus when details cover the list',
  everywhere,
  async ({ slipway, mail, folder }) => {
    const { page } = slipway;
    const row = await useMailedVersion(page, mail, folder);
    await row.getByText('2.4.1').click();
    await drawerOf(page).getByRole('button', { name: 'More actions for dora@example.org' }).click();
    await page.getByRole('menuitem', { name: 'Correct the address and send…' }).click();
    const field = page.getByRole('dialog').getByLabel('E-mail address');
    await expect(field).toBeFocused();
    await page.setViewportSize({ width: 720, height: 480 });
    await expect(page.locator('.screen-content')).toHaveAttribute('inert');
    await expect(field).toBeFocused();
  },
);

test('Undo cancels a send from Uploads', everywhere, async ({ slipway: { page }, mail, folder }) => {
  await useBuiltInWithMail(page, mail, folder);
  const rows = page.getByRole('grid').getByRole('row').filter({ hasText: '2.4.1' });
  await rows.first().getByText('2.4.1').click();
  await page.getByRole('button', { name: 'Send…' }).first().click();
  const send = page.getByRole('dialog', { name: 'Send Field Notes 2.4.1' });
  await paste(send.getByRole('textbox', { name: 'Recipients' }), 'dora@example.org;');
  await send.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(send).toBeHidden();
  await expect(page.locator('.countdown')).toHaveText(/^Mail leaves in \d+\ss: Field Notes 2\.4\.1/);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rows).toHaveCount(1);
  expect(mail.received).toEqual([]);
});
