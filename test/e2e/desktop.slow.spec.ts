import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { certificateIn } from '../fakes/certificate.ts';
import { type Application, startProcess } from './application.ts';
import { build, listenToShow, namesOf, nobody, notices, serviceAccount } from './desktop-world.ts';
import { callMain, dropFiles, expect, onBoth, test } from './fixtures.ts';
import { expectInvitation, invitation } from './invitation.ts';
import { addService, goTo, openAdvanced, openSection, rowOf } from './user-actions.ts';

/** Test steps that share one Slipway without builds. The last step quits it. */
const atRest: Readonly<Record<string, (application: Application) => Promise<void>>> = {
  'menu items and links open their screens': async (application) => {
    const shown = await listenToShow(application);
    await application.call('clickMenu', { where: 'application', path: ['View', 'Folders'] });
    await expect.poll(shown).toEqual([{ address: '#/folders' }]);
    await application.call('openUrl', { url: 'slipway://uploads/abc' });
    await expect.poll(shown).toHaveLength(2);
    expect((await shown())[1]).toEqual({ address: '#/uploads/abc' });
  },
  'a link to an unknown screen is refused and logged': async (application) => {
    const shown = await listenToShow(application);
    for (const url of ['slipway://quit', 'slipway://uploads/1?retry=1', 'slipway://apps/1/2/3']) {
      await application.call('openUrl', { url });
      await expect.poll(application.output).toContain(`"link":"${url}"`);
    }
    await application.call('openUrl', { url: 'slipway://apps/7/40' });
    await expect.poll(shown).toEqual([{ address: '#/apps/7/40' }]);
  },
  'an invitation fills in the sign-in dialog and stores nothing': async (application) => {
    const { page } = application;
    await application.call('openUrl', { url: invitation });
    await expectInvitation(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    expect(await callMain(page, 'accounts.list', {})).toEqual({ ok: true, value: [] });
  },
  'text is copied, files are shown, folders are chosen': async (application) => {
    const { page, userData } = application;
    await callMain(page, 'app.copyText', { text: 'https://example.com/install' });
    await callMain(page, 'app.showInFolder', { path: userData });
    const missing = await callMain(page, 'app.showInFolder', { path: join(userData, 'gone.apk') });
    expect(missing).toMatchObject({ ok: false, code: 'shell/nothingToShow' });
    expect(await callMain(page, 'folders.choose', {})).toEqual({ ok: true, value: null });
    await application.call('answerDialog', { answer: { canceled: false, filePaths: [userData] } });
    expect(await callMain(page, 'folders.choose', {})).toEqual({ ok: true, value: userData });
    const certificates = join(userData, 'certificates');
    await mkdir(certificates);
    await certificateIn(certificates, 'DNS:service.example');
    const certificate = join(certificates, 'ca.pem');
    await application.call('answerDialog', { answer: { canceled: false, filePaths: [certificate] } });
    await goTo(page, 'Settings');
    await page.getByRole('link', { name: 'Network' }).click();
    await page.getByText('Advanced').click();
    await page.getByRole('button', { name: 'Choose…' }).click();
    await expect(page.getByRole('list', { name: 'Certificates' })).toContainText(certificate);
    expect(await application.snapshot()).toMatchObject({
      clipboard: 'https://example.com/install',
      shownPaths: [userData],
    });
  },
  'certificate files are chosen in the system dialog': async (application) => {
    const { page, userData } = application;
    await goTo(page, 'Built-in service');
    await page.getByRole('button', { name: 'Let phones install…' }).click();
    const dialog = page.getByRole('dialog');
    await openAdvanced(dialog);
    await dialog.getByLabel('Connections use').selectOption('A certificate of your own');
    for (const [name, file] of [
      ['Certificate file', 'fullchain.pem'],
      ['Private key file', 'privkey.pem'],
    ] as const) {
      const answer = { canceled: false, filePaths: [join(userData, file)] };
      await application.call('answerDialog', { answer });
      await dialog.getByRole('button', { name: `Choose… (${name})` }).click();
      await expect(dialog.getByLabel(name, { exact: true })).toHaveValue(join(userData, file));
    }
    await page.keyboard.press('Escape');
  },
  'a login item is refused for a run from sources': async (application) => {
    expect(await callMain(application.page, 'desktop.setLoginItem', { enabled: true })).toMatchObject({
      ok: false,
      code: 'shell/notPackaged',
    });
  },
  'the window returns to its position, or into view without its screen': async (application) => {
    const main = { x: 0, y: 0, width: 1920, height: 1080 };
    const beside = { x: 1920, y: 0, width: 1600, height: 900 };
    const moved = { x: 2100, y: 100, width: 900, height: 640 };
    const bounds = async () => (await application.snapshot()).windows[0]?.bounds;
    const close = async () => {
      await application.call('closeWindow', {});
      await expect.poll(async () => (await application.snapshot()).windows[0]?.visible).toBe(false);
    };
    await application.call('setScreens', { workAreas: [main, beside] });
    await application.call('moveWindow', { bounds: moved });
    await close();
    await application.call('clickTray', {});
    await expect.poll(async () => (await application.snapshot()).windows[0]?.visible).toBe(true);
    expect(await bounds()).toEqual(moved);
    await close();
    await application.call('setScreens', { workAreas: [main] });
    await application.call('clickTray', {});
    await expect.poll(bounds).toEqual({ x: 420, y: 180, width: 1080, height: 720 });
  },
  'the tray shows the state, pauses, resumes and quits': async (application) => {
    const tray = async () => (await application.snapshot()).trays[0];
    const labels = async () => (await tray())?.menu.map((entry) => entry.label);
    await expect
      .poll(labels)
      .toEqual([
        ...['Waiting for builds', '', 'Pause', 'Upload a build…', 'Open Slipway', ''],
        ...['Built-in service: stopped', 'Settings…', '', 'Quit'],
      ]);
    expect(await tray()).toMatchObject({ image: 'idle.png', toolTip: 'Slipway: Waiting for builds' });
    await application.call('clickMenu', { where: 'tray', path: ['Pause'] });
    await expect.poll(tray).toMatchObject({ image: 'paused.png', toolTip: 'Slipway: Paused' });
    expect(await callMain(application.page, 'uploads.paused', {})).toEqual({ ok: true, value: true });
    await application.call('clickMenu', { where: 'tray', path: ['Resume'] });
    await expect.poll(tray).toMatchObject({ image: 'idle.png' });
    await application.call('clickMenu', { where: 'tray', path: ['Quit'] });
    expect(await application.ended()).toBe(0);
  },
};

test('the licences open as a text file with Slipway’s licence first', async ({ startWith }) => {
  const application = await startWith({ language: 'de' });
  await application.call('clickMenu', { where: 'application', path: ['Hilfe', 'Lizenzen'] });
  const path = join(application.userData, 'licenses.txt');
  await expect.poll(async () => (await application.snapshot()).shownPaths).toEqual([path]);
  const text = await readFile(path, 'utf8');
  expect(text).toMatch(/^slipway [\d.]+ \(MIT\)\n\nMIT License\n/);
  expect(text).toContain('Copyright (c) Meta Platforms, Inc. and affiliates.');
});

test('tray, menu, links, dialogs and window respond while no upload exists', async ({ application }) => {
  for (const [name, run] of Object.entries(atRest)) {
    await test.step(name, () => run(application));
  }
});

test('only builds among opened and chosen files are uploaded', async ({ application }) => {
  await serviceAccount(application);
  const broken = join(application.userData, 'broken.apk');
  await writeFile(broken, 'this is no zip');
  await application.call('openFile', { path: broken });
  await expect
    .poll(async () => (await application.snapshot()).dialogs)
    .toMatchObject([{ kind: 'message', options: { message: 'Nothing was uploaded' } }]);
  expect(await callMain(application.page, 'uploads.list', {})).toEqual({ ok: true, value: [] });

  const paths = await Promise.all([1, 2, 3].map((number) => build(application, number)));
  await Promise.all(paths.map((path) => application.call('openFile', { path })));
  await expect.poll(() => namesOf(application)).toEqual(['notes-1.apk', 'notes-2.apk', 'notes-3.apk']);

  const names = () => namesOf(application);
  await application.call('openFile', { path: await build(application, 4) });
  await expect.poll(names).toHaveLength(4);
  const chosen = { canceled: false, filePaths: [await build(application, 5)] };
  await application.call('answerDialog', { answer: chosen });
  await application.call('clickMenu', { where: 'tray', path: ['Upload a build…'] });
  await expect.poll(names).toHaveLength(5);
  await application.call('dropOnTray', { paths: [await build(application, 6)] });
  await expect.poll(names).toEqual([1, 2, 3, 4, 5, 6].map((number) => `notes-${number}.apk`));
  await application.call('dropOnTray', { paths: [broken] });
  await expect.poll(async () => (await application.snapshot()).dialogs).toHaveLength(3);
});

test('an opened build waits for confirmation if the settings require it', async ({ application }) => {
  const { page } = application;
  await serviceAccount(application);
  const states = async () => {
    const uploads = await callMain(page, 'uploads.list', {});
    if (!uploads.ok) throw new Error(uploads.message);
    return Object.fromEntries(uploads.value.map(({ fileName, state }) => [fileName, state]));
  };
  await application.call('openFile', { path: await build(application, 1) });
  const second = await startProcess({
    userData: application.userData,
    arguments: [await build(application, 2)],
  });
  expect(await second.ended()).toBe(0);
  await expect.poll(states).toEqual({ 'notes-1.apk': 'ready', 'notes-2.apk': 'ready' });
  await application.call('openFile', { path: await build(application, 1) });
  const chosen = { canceled: false, filePaths: [await build(application, 3)] };
  await application.call('answerDialog', { answer: chosen });
  await application.call('clickMenu', { where: 'tray', path: ['Upload a build…'] });
  await expect
    .poll(states)
    .toEqual({ 'notes-1.apk': 'ready', 'notes-2.apk': 'ready', 'notes-3.apk': 'done' });

  await rowOf(page, 'Notes & More 1').getByRole('button', { name: 'Upload', exact: true }).click();
  await expect.poll(states).toMatchObject({ 'notes-1.apk': 'done', 'notes-2.apk': 'ready' });
  await openSection(page, 'Uploads');
  await page.getByRole('switch', { name: 'Ask before a build opened with Slipway is uploaded' }).click();
  await expect
    .poll(() => callMain(page, 'settings.get', {}))
    .toMatchObject({ value: { confirmOpenedBuilds: false } });
  await application.call('openFile', { path: await build(application, 4) });
  await expect.poll(states).toMatchObject({ 'notes-2.apk': 'ready', 'notes-4.apk': 'done' });
});

test('the tray shows an upload in progress until it is done', async ({
  application,
  service,
  connection,
}) => {
  const { page } = application;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  connection.fault(/^POST .*\/profiles/, { kind: 'hold', release: released });
  await addService(page, { url: connection.url, user: service.user });
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
  await expect.poll(tray).toMatchObject({ image: 'idle.png', toolTip: 'Slipway: All builds are out' });
  await expect
    .poll(application.snapshot)
    .toMatchObject({ badgeCount: 0, wakeful: 0, windows: [{ progress: null }] });
});

test.describe('without a keyring', () => {
  test.use({ startOptions: { environment: { ELECTRON_DOUBLE_KEYRING: 'none' } } });

  test('no password is stored', async ({ application }) => {
    const started = await callMain(application.page, 'service.start', {});
    const failure = started.ok ? started.value.failure : started;
    expect(failure).toMatchObject({ code: 'shell/secretsUnavailable' });
    const sealed = await readFile(join(application.userData, 'sealed-secrets.json'), 'utf8').catch(
      () => '{}',
    );
    expect(JSON.parse(sealed)).toEqual({});
  });
});

test('Slipway scans folders on wake-up and stops cleanly on shutdown', onBoth, async ({ application }) => {
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
    existingBuilds: 'none',
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

  await application.call('power', { event: 'suspend' });
  expect(await application.call('power', { event: 'shutdown' }), 'the system is asked to wait').toBe(true);
  expect(await application.ended()).toBe(0);
  for (const line of [
    'The computer goes to sleep',
    'The computer is being shut down',
    'Slipway has stopped',
  ]) {
    expect(application.output()).toContain(line);
  }
  expect(application.output(), 'the system waits for all of it').not.toContain('The system waits no longer');
});

test('Slipway stops at session-end on Windows, not at query-session-end', async ({ application }) => {
  expect(await application.call('endSession', { event: 'query-session-end' })).toBe(false);
  expect((await application.snapshot()).windows).toMatchObject([{ visible: true }]);
  await application.call('endSession', { event: 'session-end' });
  expect(await application.ended()).toBe(0);
  expect(application.output()).toContain('Slipway has stopped');
});
