/** Opens every dialog there is, in the words of any language. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { callMain, dropFiles } from './fixtures.ts';
import { sampleApk } from './world.ts';

export type Words = typeof import('../../renderer/words/de/index.ts');

type Look = (name: string) => Promise<void>;
type Hand = {
  readonly page: Page;
  readonly say: Words;
  readonly dialog: Locator;
  readonly press: (name: string) => Promise<void>;
  readonly choose: (row: string, entry: string) => Promise<void>;
  readonly shown: (name: string) => Promise<void>;
  readonly goTo: (place: string) => Promise<void>;
};

/** The built-in service with an application, a store profile and somebody who was sent a build. */
async function prepare(page: Page, folder: string): Promise<void> {
  const apk = join(folder, 'notes.apk');
  await writeFile(apk, sampleApk());
  await callMain(page, 'settings.set', { firstSteps: 'done' });
  await callMain(page, 'service.start', {});
  // One after the other: the one that ends last stands first.
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
  await callMain(page, 'service.addUser', { userName: 'builds' });
  await callMain(page, 'service.addClient', { clientId: 'ci' });
}

/** Calls `look` at each, opened one after the other. */
export async function eachDialog(page: Page, say: Words, folder: string, look: Look): Promise<void> {
  await prepare(page, folder);
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  const press = (name: string): Promise<void> =>
    page.getByRole('button', { name, exact: true }).first().click();
  const hand: Hand = {
    page,
    say,
    dialog,
    press,
    choose: async (row, entry) => {
      await page
        .getByRole('button', { name: say.common.words.moreFor(row), exact: true })
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
    goTo: async (place) => {
      await page.evaluate((hash) => {
        window.location.hash = hash;
      }, `#/${place}`);
      await expect(page.locator('main h1')).toBeVisible();
    },
  };
  await accountDialogs(hand);
  await buildDialogs(hand, folder);
  await storeDialogs(hand);
  await serviceDialogs(hand);
  await signInDialogs(hand);
}

async function accountDialogs({ page, say, dialog, press, shown, goTo }: Hand): Promise<void> {
  const { words } = say.accounts;
  await goTo('uploads');
  await press(words.add);
  await dialog.getByRole('button', { name: words.signInButton, exact: true }).click();
  await shown('account');
  await page.locator('.side-accounts button').first().click();
  await page.getByRole('menuitem', { name: words.remove, exact: true }).click();
  await shown('remove-account');
}

async function buildDialogs({ page, say, dialog, press, choose, shown, goTo }: Hand, folder: string) {
  const { uploads, folders, apps } = say;
  await goTo('uploads');
  const other = join(folder, 'other.apk');
  await writeFile(other, sampleApk({ id: 'com.example.inventory', label: 'Inventory of Installations' }));
  await dropFiles(page, [other]);
  await expect(dialog).toContainText('com.example.inventory');
  await shown('upload');
  await choose('Field Notes', uploads.words.sendAgain);
  await shown('send-again');

  await goTo('folders');
  await press(folders.words.add);
  await dialog.getByRole('textbox', { name: folders.words.path, exact: true }).fill(folder);
  await dialog.getByText(folders.words.more, { exact: true }).click();
  await shown('folder');

  await goTo('apps');
  await choose('Field Notes', apps.words.removeApplication);
  await expect(dialog).toContainText('2.4.1');
  await shown('remove-application');
  await page.getByRole('row', { name: 'Field Notes' }).getByText('Field Notes', { exact: true }).click();
  await press(apps.words.send);
  await shown('send');
  await choose('2.4.1', apps.words.removeVersion);
  await shown('remove-versions');
}

async function storeDialogs({ page, say, choose, press, shown, goTo }: Hand): Promise<void> {
  const { words } = say.store;
  await goTo('store');
  await choose('Field Notes', words.edit);
  await shown('edit-profile');
  await choose('Field Notes', words.removeProfile);
  await shown('remove-profile');
  await page.getByRole('row', { name: 'Field Notes' }).getByText('Field Notes', { exact: true }).click();
  await choose(`2.4.1 ${say.store.words.android}`, words.removeItem);
  await shown('remove-item');
  await press(words.details);
  await press(say.service.words.closeAccess);
  await shown('profile-access');
  await page.keyboard.press('Escape');
}

async function serviceDialogs({ say, dialog, press, choose, shown, goTo }: Hand): Promise<void> {
  const { words } = say.service;
  await goTo('service');
  await press(words.letPhones);
  await shown('reach');
  await goTo('service/outbox');
  await press(words.changeMail);
  await dialog.getByLabel(words.mailWay, { exact: true }).selectOption('server');
  await shown('mail');
  await goTo('service/people');
  await press(words.addMember);
  await shown('member');
  const menu = words.people;
  await choose(menu, words.importPeople);
  await shown('import');
  await choose(menu, words.addTeam);
  await shown('team');
  await choose('QA', words.remove);
  await shown('remove-team');
  await choose('ada@example.org', words.remove);
  await shown('remove-member');
}

async function signInDialogs({ say, dialog, press, choose, shown, goTo }: Hand): Promise<void> {
  const { words } = say.service;
  await goTo('service/sign-ins');
  await press(words.addUser);
  await shown('user');
  await choose(words.tabs.signIns, words.addClient);
  await shown('client');
  await choose('builds', words.newPassword);
  await dialog.locator('button[type="submit"]').click();
  await expect(dialog).toContainText(words.madePassword('builds'));
  await shown('made');
  await choose('builds', words.remove);
  await shown('remove-user');
  await choose('ci', words.newSecret);
  await shown('secret');
  await choose('ci', words.remove);
  await shown('remove-client');
}
