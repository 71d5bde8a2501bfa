import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildSampleApk } from '../../main/cli/demo/sample-apk.ts';
import type { AccountView, BridgeEvents, UploadView } from '../../preload/contract.ts';
import { openFaultProxy } from '../fakes/fault-proxy.ts';
import { type Application, startApplication } from './application.ts';
import { callMain, dropFiles, expect, type PageWindow, test } from './fixtures.ts';
import { drawerOf, goTo, signIn } from './person.ts';
import { openOtherService } from './world.ts';

const nobody = { teamIds: [], memberIds: [], emails: [] };

/** Starts the built-in service and makes its account the one in use. */
async function serviceAccount({ page }: Application): Promise<AccountView> {
  const started = await callMain(page, 'service.start', {});
  expect(started).toMatchObject({ ok: true, value: { running: true } });
  const accounts = await callMain(page, 'accounts.list', {});
  const account = accounts.ok ? accounts.value.find((candidate) => candidate.kind === 'built-in') : undefined;
  if (!account) throw new Error('The built-in service has no account');
  await callMain(page, 'accounts.use', { id: account.id });
  return account;
}

/** Writes one build of an application named by its number. */
async function build({ userData }: Application, number = 1): Promise<string> {
  const path = join(userData, `notes-${number}.apk`);
  const apk = buildSampleApk({
    id: `com.example.notes${number}`,
    label: `Notes & More ${number}`,
    versionName: '2.4.1',
    versionCode: 1187,
    minSdk: 26,
    targetSdk: 35,
    paddingBytes: 200_000,
  });
  await writeFile(path, apk);
  return path;
}

async function add(application: Application, paths: readonly string[]): Promise<readonly UploadView[]> {
  const account = await serviceAccount(application);
  const added = await callMain(application.page, 'uploads.add', {
    paths: [...paths],
    accountId: account.id,
    area: 'testingdist',
    activate: true,
    recipients: nobody,
  });
  if (!added.ok) throw new Error(added.message);
  return added.value;
}

/** Names of the files that are uploads. */
async function namesOf({ page }: Application): Promise<readonly string[]> {
  const uploads = await callMain(page, 'uploads.list', {});
  if (!uploads.ok) throw new Error(uploads.message);
  return uploads.value.map((upload) => upload.fileName).sort();
}

const notices = async (application: Application) => (await application.snapshot()).notifications;

/** What `app.show` told the page since this was called. */
async function listenToShow({ page }: Application): Promise<() => Promise<BridgeEvents['app.show'][]>> {
  await page.evaluate(() => {
    const shown: unknown[] = [];
    Object.assign(globalThis, { shown });
    (globalThis as unknown as PageWindow).slipway.on('app.show', (value) => shown.push(value));
  });
  return () => page.evaluate(() => (globalThis as unknown as { shown: BridgeEvents['app.show'][] }).shown);
}

test('the tray says that it waits, pauses, resumes and quits', async ({ application }) => {
  const tray = async () => (await application.snapshot()).trays[0];
  const labels = async () => (await tray())?.menu.map((entry) => entry.label);
  await expect
    .poll(labels)
    .toEqual(['Waiting for builds', '', 'Pause', 'Upload a build…', 'Open Slipway', '', 'Quit']);
  expect(await tray()).toMatchObject({ image: 'idle.png', toolTip: 'Slipway: Waiting for builds' });
  await application.call('clickMenu', { where: 'tray', path: ['Pause'] });
  await expect.poll(tray).toMatchObject({ image: 'paused.png', toolTip: 'Slipway: Paused' });
  expect(await callMain(application.page, 'uploads.paused', {})).toEqual({ ok: true, value: true });
  await application.call('clickMenu', { where: 'tray', path: ['Resume'] });
  await expect.poll(tray).toMatchObject({ image: 'idle.png' });
  await application.call('clickMenu', { where: 'tray', path: ['Quit'] });
  expect(await application.ended()).toBe(0);
});

test('menu and links lead to their places', async ({ application }) => {
  const shown = await listenToShow(application);
  await application.call('clickMenu', { where: 'application', path: ['View', 'Folders'] });
  await expect.poll(shown).toEqual([{ address: '#/folders' }]);
  await application.call('openUrl', { url: 'slipway://uploads/abc' });
  await expect.poll(shown).toHaveLength(2);
  expect((await shown())[1]).toEqual({ address: '#/uploads/abc' });
});

test('a link that is not the name of a place is refused, and said in the log', async ({ application }) => {
  const shown = await listenToShow(application);
  for (const url of ['slipway://quit', 'slipway://uploads/1?retry=1', 'slipway://apps/1/2/3']) {
    await application.call('openUrl', { url });
    await expect.poll(application.output).toContain(`"link":"${url}"`);
  }
  await application.call('openUrl', { url: 'slipway://apps/7/40' });
  await expect.poll(shown).toEqual([{ address: '#/apps/7/40' }]);
});

test('files dropped together on the dock icon are taken together', async ({ application }) => {
  await serviceAccount(application);
  const paths = await Promise.all([1, 2, 3].map((number) => build(application, number)));
  await Promise.all(paths.map((path) => application.call('openFile', { path })));
  await expect.poll(() => namesOf(application)).toEqual(['notes-1.apk', 'notes-2.apk', 'notes-3.apk']);
});

test('a build that is out is said, listed in the tray, and a click opens it', async ({ application }) => {
  const shown = await listenToShow(application);
  const [upload] = await add(application, [await build(application)]);
  await expect
    .poll(() => notices(application))
    .toMatchObject([{ title: 'Notes & More 1 2.4.1 is out', state: 'shown' }]);
  expect((await notices(application))[0]?.body).toMatch(/^\d+ kB in \d+ s$/);
  const menu = (await application.snapshot()).trays[0]?.menu ?? [];
  expect(menu.map((entry) => entry.label)).toContain('Notes & More 1 2.4.1: Done');
  await application.call('closeWindow', {});
  await application.call('clickNotification', { index: 0 });
  await expect.poll(shown).toEqual([{ address: `#/uploads/${upload?.id}` }]);
  expect((await application.snapshot()).windows).toMatchObject([{ visible: true, focused: true }]);
  await expect(drawerOf(application.page)).toContainText('com.example.notes1');
});

test('a build that failed is said with the reason, and the tray asks for attention', async ({
  application,
}) => {
  const path = await build(application);
  await callMain(application.page, 'uploads.setPaused', { paused: true });
  await add(application, [path]);
  await rm(path);
  await callMain(application.page, 'uploads.setPaused', { paused: false });
  await expect.poll(() => notices(application)).toMatchObject([{ title: 'notes-1.apk was not uploaded' }]);
  expect((await notices(application))[0]?.body).toContain('notes-1.apk');
  await expect.poll(async () => (await application.snapshot()).trays[0]?.image).toBe('attention.png');
  await expect.poll(application.snapshot).toMatchObject({ badgeCount: 1, wakeful: 0 });
  await goTo(application.page, 'Folders');
  await application.call('clickNotification', { index: 0 });
  const drawer = drawerOf(application.page);
  await expect(drawer.getByRole('heading', { name: 'notes-1.apk' })).toBeVisible();
  await expect(drawer).toContainText((await notices(application))[0]?.body ?? 'a reason');
});

test('the tray shows that a build is on its way, and is calm again afterwards', async ({
  application,
  folder,
}) => {
  const { page } = application;
  const service = await openOtherService(join(folder, 'service'));
  const connection = await openFaultProxy(service.url);
  try {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    connection.fault(/^POST .*\/profiles/, { kind: 'hold', release: released });
    await signIn(page, { authUrl: connection.url, baseUrl: connection.url, user: service.user });
    await expect(page.getByRole('dialog')).toBeHidden();
    await dropFiles(page, [await build(application)]);
    await page.getByRole('dialog').getByRole('button', { name: 'Upload', exact: true }).click();
    const tray = async () => (await application.snapshot()).trays[0];
    await expect
      .poll(tray)
      .toMatchObject({ image: 'working.png', toolTip: expect.stringContaining('Uploading 1 build') });
    expect(await notices(application)).toEqual([]);
    await expect
      .poll(application.snapshot)
      .toMatchObject({ wakeful: 1, windows: [{ progress: { mode: 'normal' } }] });
    await callMain(page, 'uploads.setPaused', { paused: true });
    await expect.poll(async () => (await application.snapshot()).windows[0]?.progress?.mode).toBe('paused');
    await callMain(page, 'uploads.setPaused', { paused: false });
    release();
    await expect.poll(tray).toMatchObject({ image: 'idle.png', toolTip: 'Slipway: Every build is out' });
    await expect
      .poll(application.snapshot)
      .toMatchObject({ badgeCount: 0, wakeful: 0, windows: [{ progress: null }] });
  } finally {
    await connection.stop();
    await service.stop();
  }
});

test('many builds become one notification', async ({ application }) => {
  const paths = await Promise.all([1, 2, 3, 4, 5].map((number) => build(application, number)));
  await add(application, paths);
  const open = async () => (await notices(application)).filter((entry) => entry.state === 'shown');
  await expect.poll(open, { timeout: 20_000 }).toMatchObject([{ title: '5 builds are out' }]);
});

test('notifications can be switched off', async ({ startWith }) => {
  const application = await startWith({ notifications: false });
  await add(application, [await build(application)]);
  await expect
    .poll(async () => (await application.snapshot()).trays[0]?.toolTip)
    .toBe('Slipway: Every build is out');
  expect(await notices(application)).toEqual([]);
});

test('builds come in by opening them and by a dialog', async ({ application }) => {
  await serviceAccount(application);
  const names = () => namesOf(application);
  await application.call('openFile', { path: await build(application, 1) });
  await expect.poll(names).toEqual(['notes-1.apk']);
  const chosen = { canceled: false, filePaths: [await build(application, 2)] };
  await application.call('answerDialog', { answer: chosen });
  await application.call('clickMenu', { where: 'tray', path: ['Upload a build…'] });
  await expect.poll(names).toEqual(['notes-1.apk', 'notes-2.apk']);
});

test('a file that is no build is refused with the reason', async ({ application }) => {
  await serviceAccount(application);
  const path = join(application.userData, 'broken.apk');
  await writeFile(path, 'this is no zip');
  await application.call('openFile', { path });
  await expect
    .poll(async () => (await application.snapshot()).dialogs)
    .toMatchObject([{ kind: 'message', options: { message: 'Nothing was uploaded' } }]);
  expect(await callMain(application.page, 'uploads.list', {})).toEqual({ ok: true, value: [] });
});

test('copies text, shows files in their folder, chooses folders', async ({ application }) => {
  const { page, userData } = application;
  await callMain(page, 'app.copyText', { text: 'https://example.com/install' });
  await callMain(page, 'app.showInFolder', { path: userData });
  const missing = await callMain(page, 'app.showInFolder', { path: join(userData, 'gone.apk') });
  expect(missing).toMatchObject({ ok: false, code: 'shell/nothingToShow' });
  expect(await callMain(page, 'folders.choose', {})).toEqual({ ok: true, value: null });
  await application.call('answerDialog', { answer: { canceled: false, filePaths: [userData] } });
  expect(await callMain(page, 'folders.choose', {})).toEqual({ ok: true, value: userData });
  const certificate = join(userData, 'own.pem');
  await application.call('answerDialog', { answer: { canceled: false, filePaths: [certificate] } });
  await goTo(page, 'Settings');
  await page.getByRole('link', { name: 'Network' }).click();
  await page.getByRole('button', { name: 'Choose…' }).click();
  await expect(page.getByRole('list', { name: 'Certificates' })).toContainText(certificate);
  expect(await application.snapshot()).toMatchObject({
    clipboard: 'https://example.com/install',
    shownPaths: [userData],
  });
});

test.describe('without a keyring', () => {
  test.use({ startOptions: { environment: { ELECTRON_DOUBLE_KEYRING: 'basic_text' } } });

  test('no password is kept', async ({ application }) => {
    const started = await callMain(application.page, 'service.start', {});
    const failure = started.ok ? started.value.failure : started;
    expect(failure).toMatchObject({ code: 'shell/secretsUnavailable' });
  });
});

test('a folder whose parent was away while the computer slept is looked at when it wakes up', async ({
  application,
}) => {
  const account = await serviceAccount(application);
  const parent = join(application.userData, 'project');
  const path = join(parent, 'outputs');
  await mkdir(path, { recursive: true });
  const added = await callMain(application.page, 'folders.add', {
    path,
    accountId: account.id,
    area: 'testingdist',
    activate: false,
    recipients: nobody,
    sendAnyway: false,
    earlierBuilds: 'none',
  });
  expect(added.ok).toBe(true);
  await rm(parent, { recursive: true });
  await application.call('power', { event: 'resume' });
  const states = async () => {
    const listed = await callMain(application.page, 'folders.list', {});
    return listed.ok ? listed.value.map((folder) => folder.state.kind) : [];
  };
  await expect.poll(states).toEqual(['unreachable']);
  expect(application.output()).toContain('The computer woke up');
});

test('the installed application can be started at login, and no more', async ({ folder }) => {
  const environment = { ELECTRON_DOUBLE_PACKAGED: '1', XDG_CONFIG_HOME: folder };
  const application = await startApplication({ environment });
  try {
    const set = (enabled: boolean) => callMain(application.page, 'desktop.setLoginItem', { enabled });
    const state = (enabled: boolean) => ({ ok: true, value: { enabled, unavailable: null } });
    expect(await callMain(application.page, 'desktop.loginItem', {})).toEqual(state(false));
    expect(await set(true)).toEqual(state(true));
    const entry = await readFile(join(folder, 'autostart', 'slipway.desktop'), 'utf8');
    expect(entry).toContain(`\nExec=${process.execPath} --hidden\n`);
    expect(await set(false)).toEqual(state(false));
    expect(await readdir(join(folder, 'autostart'))).toEqual([]);
  } finally {
    await application.stop();
  }
});

test('run from its sources it is not started at login, and says so', async ({ application }) => {
  expect(await callMain(application.page, 'desktop.setLoginItem', { enabled: true })).toMatchObject({
    ok: false,
    code: 'shell/notPackaged',
  });
});

test('the window comes back where it was, and into sight when its screen is gone', async ({
  application,
}) => {
  const main = { x: 0, y: 0, width: 1920, height: 1080 };
  const beside = { x: 1920, y: 0, width: 1600, height: 900 };
  const place = { x: 2100, y: 100, width: 900, height: 640 };
  const bounds = async () => (await application.snapshot()).windows[0]?.bounds;
  await application.call('setScreens', { workAreas: [main, beside] });
  await application.call('moveWindow', { bounds: place });
  await application.call('closeWindow', {});
  await application.call('clickTray', {});
  await expect.poll(async () => (await application.snapshot()).windows[0]?.visible).toBe(true);
  expect(await bounds()).toEqual(place);
  await application.call('closeWindow', {});
  await application.call('setScreens', { workAreas: [main] });
  await application.call('clickTray', {});
  await expect.poll(bounds).toEqual({ x: 420, y: 180, width: 1080, height: 720 });
});

test('when the computer is shut down, Slipway ends in order', async ({ application }) => {
  await application.call('power', { event: 'suspend' });
  await application.call('power', { event: 'shutdown' });
  expect(await application.ended()).toBe(0);
  for (const said of [
    'The computer goes to sleep',
    'The computer is being shut down',
    'Slipway has stopped',
  ]) {
    expect(application.output()).toContain(said);
  }
});
