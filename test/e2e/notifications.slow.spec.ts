/** Contents of notifications, the effect of a click, and their settings. */
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { CallArguments } from '../../preload/page.ts';
import type { Application } from './application.ts';
import { add, build, listenToShow, nobody, notices, serviceAccount } from './desktop-world.ts';
import { callMain, expect, test } from './fixtures.ts';
import { drawerOf, goTo } from './user-actions.ts';

test('a click on a notification opens a finished or failed build', async ({ application }) => {
  const shown = await listenToShow(application);
  const [upload] = await add(application, [await build(application)]);
  await expect
    .poll(() => notices(application))
    .toMatchObject([{ title: 'Notes & More 1 2.4.1 is out', state: 'shown' }]);
  expect((await notices(application))[0]?.body).toMatch(/^\d+\skB in \d+\ss$/);
  const menu = (await application.snapshot()).trays[0]?.menu ?? [];
  expect(menu.map((entry) => entry.label)).toContain('Notes & More 1 2.4.1: Active');
  await application.call('closeWindow', {});
  await expect.poll(async () => (await application.snapshot()).windows[0]?.visible).toBe(false);
  await application.call('clickNotification', { index: 0 });
  await expect.poll(shown).toEqual([{ address: `#/uploads/${upload?.id}` }]);
  expect((await application.snapshot()).windows).toMatchObject([{ visible: true, focused: true }]);
  await expect(drawerOf(application.page)).toContainText('com.example.notes1');

  const path = await build(application, 2);
  await callMain(application.page, 'uploads.setPaused', { paused: true });
  await add(application, [path]);
  await rm(path);
  await callMain(application.page, 'uploads.setPaused', { paused: false });
  // The first two notifications are about the earlier upload and the closed window.
  await expect
    .poll(() => notices(application))
    .toMatchObject([{}, {}, { title: 'notes-2.apk was not uploaded' }]);
  expect((await notices(application))[2]?.body).toContain('notes-2.apk');
  await expect.poll(async () => (await application.snapshot()).trays[0]?.image).toBe('attention.png');
  await expect.poll(application.snapshot).toMatchObject({ badgeCount: 1, wakeful: 0 });
  await goTo(application.page, 'Folders');
  await application.call('clickNotification', { index: 2 });
  const drawer = drawerOf(application.page);
  await expect(drawer.getByRole('heading', { name: 'notes-2.apk' })).toBeVisible();
  await expect(drawer).toContainText((await notices(application))[2]?.body ?? 'a reason');
});

test('several finished builds are combined in one notification', async ({ application }) => {
  const paths = await Promise.all([1, 2, 3, 4, 5].map((number) => build(application, number)));
  await add(application, paths);
  const open = async () => (await notices(application)).filter((entry) => entry.state === 'shown');
  await expect.poll(open, { timeout: 20_000 }).toMatchObject([{ title: '5 builds are out' }]);
});

/** Returns the state of a file's upload; undefined if the file is not listed. */
async function stateOf({ page }: Application, fileName: string): Promise<string | undefined> {
  const uploads = await callMain(page, 'uploads.list', {});
  return uploads.ok ? uploads.value.find((upload) => upload.fileName === fileName)?.state : uploads.code;
}

/** Functions by outcome. Each creates an upload and waits until it has that outcome. */
const endings = {
  out: async (application: Application, number: number): Promise<void> => {
    await add(application, [await build(application, number)]);
    await expect.poll(() => stateOf(application, `notes-${number}.apk`)).toBe('done');
  },
  failed: async (application: Application, number: number): Promise<void> => {
    const path = await build(application, number);
    await callMain(application.page, 'uploads.setPaused', { paused: true });
    await add(application, [path]);
    await rm(path);
    await callMain(application.page, 'uploads.setPaused', { paused: false });
    await expect.poll(() => stateOf(application, `notes-${number}.apk`)).toBe('failed');
  },
  asks: async (application: Application, number: number): Promise<void> => {
    const account = await serviceAccount(application);
    const path = join(application.userData, `watched-${number}`);
    await mkdir(path);
    const folder = { path, accountId: account.id, area: 'testingdist', activate: false } as const;
    const rule = { recipients: nobody, sendAnyway: false, existingBuilds: 'all', askFirst: true } as const;
    await rename(await build(application, number), join(path, `notes-${number}.apk`));
    expect(await callMain(application.page, 'folders.add', { ...folder, ...rule })).toMatchObject({
      ok: true,
    });
    await expect.poll(() => stateOf(application, `notes-${number}.apk`)).toBe('ready');
  },
};

test('notifications can be turned off by kind and altogether', async ({ application }) => {
  const set = (values: CallArguments<'settings.set'>) => callMain(application.page, 'settings.set', values);
  const titles = async () => (await notices(application)).map(({ title }) => title);
  await set({ notifications: false });
  await endings.out(application, 1);
  // The builds without a notification come first. A wrong notification would then precede the expected one.
  await set({ notifications: true, notificationKinds: { uploaded: false, failed: true, questions: false } });
  await endings.out(application, 2);
  await endings.asks(application, 3);
  await endings.failed(application, 4);
  await expect.poll(titles).toEqual(['notes-4.apk was not uploaded']);
  await set({ notificationKinds: { uploaded: true, failed: false, questions: true } });
  await endings.failed(application, 5);
  await endings.out(application, 6);
  await endings.asks(application, 7);
  await expect
    .poll(titles)
    .toEqual(['notes-4.apk was not uploaded', 'Notes & More 6 2.4.1 is out', 'Upload Notes & More 7 2.4.1?']);
});
