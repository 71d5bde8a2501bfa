import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import type { Translate } from '../catalogue.ts';
import { callMain, dropFiles, receiveFiles } from './fixtures.ts';
import { sampleApk } from './world.ts';

type Look = (name: string) => Promise<void>;
type DialogTools = {
  readonly page: Page;
  readonly t: Translate;
  readonly dialog: Locator;
  readonly press: (name: string) => Promise<void>;
  readonly choose: (row: string, entry: string) => Promise<void>;
  readonly shown: (name: string) => Promise<void>;
  readonly goTo: (screen: string) => Promise<void>;
};

/** Starts the built-in service and creates an application, a store profile and a recipient. */
async function prepare(page: Page, folder: string): Promise<void> {
  const apk = join(folder, 'notes.apk');
  await writeFile(apk, sampleApk());
  await callMain(page, 'settings.set', { onboarding: 'done' });
  await callMain(page, 'service.start', {});
  await receiveFiles(page, [apk]);
  // Uploads one after the other, because the list order depends on which upload finishes last.
  for (const [index, area] of (['appstore', 'testingdist'] as const).entries()) {
    const emails = area === 'testingdist' ? ['ada@example.org'] : [];
    const recipients = { teamIds: [], memberIds: [], emails };
    await callMain(page, 'uploads.add', {
      ...{ paths: [apk], accountId: 'built-in', area, activate: true, recipients },
    });
    await expect
      .poll(async () => {
        const listed = await callMain(page, 'uploads.list', {});
        return listed.ok && listed.value.filter(({ state }) => state === 'done').length;
      })
      .toBe(index + 1);
  }
  await callMain(page, 'service.addTeam', { name: 'QA' });
  await callMain(page, 'service.addMember', { name: null, email: 'ada@example.org', teamIds: [] });
  await callMain(page, 'service.addUser', { userName: 'builds' });
  await callMain(page, 'service.addClient', { clientId: 'ci' });
}

/** Opens each dialog in turn and calls `look`. */
export async function eachDialog(page: Page, t: Translate, folder: string, look: Look): Promise<void> {
  await prepare(page, folder);
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  const press = (name: string): Promise<void> =>
    page.getByRole('button', { name, exact: true }).first().click();
  const tools: DialogTools = {
    page,
    t,
    dialog,
    press,
    choose: async (row, entry) => {
      await page
        .getByRole('button', { name: t('common.moreFor', { name: row }), exact: true })
        .first()
        .click();
      await page.getByRole('menuitem', { name: entry, exact: true }).click();
    },
    shown: async (name) => {
      await expect(dialog, name).toBeVisible();
      await look(name);
      await page.keyboard.press('Escape');
      await expect(dialog, name).toBeHidden();
    },
    goTo: async (screen) => {
      await page.evaluate((hash) => {
        window.location.hash = hash;
      }, `#/${screen}`);
      await expect(page.locator('main h1')).toBeVisible();
    },
  };
  await accountDialogs(tools);
  await buildDialogs(tools, folder);
  await storeDialogs(tools);
  await serviceDialogs(tools);
  await signInDialogs(tools);
}

async function accountDialogs({ page, t, dialog, press, shown, goTo }: DialogTools): Promise<void> {
  await goTo('settings/accounts');
  await press(t('accounts.add'));
  await dialog.getByRole('button', { name: t('accounts.signInButton'), exact: true }).click();
  await shown('account');
  await page.locator('.account-card .icon-button').first().click();
  await page.getByRole('menuitem', { name: t('accounts.remove'), exact: true }).click();
  await shown('remove-account');
}

async function buildDialogs({ page, t, dialog, press, choose, shown, goTo }: DialogTools, folder: string) {
  await goTo('uploads');
  const other = join(folder, 'other.apk');
  await writeFile(other, sampleApk({ id: 'com.example.inventory', label: 'Inventory of Installations' }));
  await dropFiles(page, [other]);
  await expect(dialog).toContainText('com.example.inventory');
  await shown('upload');
  await choose('Field Notes', t('apps.send'));
  await shown('send-again');

  await goTo('folders');
  await press(t('folders.add'));
  await dialog.getByRole('textbox', { name: t('folders.path'), exact: true }).fill(folder);
  await dialog.getByText(t('folders.more'), { exact: true }).click();
  await shown('folder');

  await goTo('apps');
  await choose('Field Notes', t('apps.removeApplication'));
  await expect(dialog).toContainText('2.4.1');
  await shown('remove-application');
  await page.getByRole('row', { name: 'Field Notes' }).getByText('Field Notes', { exact: true }).click();
  await press(t('apps.send'));
  await shown('send');
  await choose('2.4.1', t('apps.remove'));
  await shown('remove-versions');
}

async function storeDialogs({ page, t, choose, press, shown, goTo }: DialogTools): Promise<void> {
  await goTo('store');
  await choose('Field Notes', t('store.edit'));
  await shown('edit-profile');
  await choose('Field Notes', t('store.removeProfile'));
  await shown('remove-profile');
  await page.getByRole('row', { name: 'Field Notes' }).getByText('Field Notes', { exact: true }).click();
  await choose(`2.4.1 ${t('store.android')}`, t('store.removeItem'));
  await shown('remove-item');
  await press(t('store.details'));
  await press(t('service.closeAccess'));
  await shown('profile-access');
  await page.keyboard.press('Escape');
}

async function serviceDialogs({ t, dialog, press, choose, shown, goTo }: DialogTools): Promise<void> {
  await goTo('service');
  await press(t('uploads.makeReachable'));
  await shown('reach');
  await goTo('service/outbox');
  await press(t('uploads.setUpMail'));
  await dialog.getByLabel(t('service.mailWay'), { exact: true }).selectOption('server');
  await shown('mail');
  await goTo('service/people');
  await press(t('service.addMember'));
  await shown('member');
  const menu = t('service.people');
  await choose(menu, t('service.importPeople'));
  await shown('import');
  await choose(menu, t('service.addTeam'));
  await shown('team');
  await choose('QA', t('service.remove'));
  await shown('remove-team');
  await choose('ada@example.org', t('service.remove'));
  await shown('remove-member');
}

async function signInDialogs({ t, dialog, press, choose, shown, goTo }: DialogTools): Promise<void> {
  await goTo('service/credentials');
  await press(t('service.addUser'));
  await shown('user');
  await choose(t('service.tabs.credentials'), t('service.addClient'));
  await shown('client');
  await choose('builds', t('service.newPassword'));
  await dialog.locator('button[type="submit"]').click();
  await expect(dialog).toContainText(t('service.madePassword', { name: 'builds' }));
  await shown('made');
  await choose('builds', t('service.remove'));
  await shown('remove-user');
  await choose('ci', t('service.newSecret'));
  await shown('secret');
  await choose('ci', t('service.remove'));
  await shown('remove-client');
}
