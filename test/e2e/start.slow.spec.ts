import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockFolder } from '../../main/base/database/lock.ts';
import { publishEndpoint } from '../../main/bridge/local/endpoint.ts';
import { type Application, type Started, startProcess } from './application.ts';
import { callMain, expect, onBoth, test } from './fixtures.ts';
import { sampleApk } from './world.ts';

test('shows one window and quits with exit code 0', onBoth, async ({ application }) => {
  await expect(application.page.getByRole('heading').first()).toBeVisible();
  await expect.poll(async () => (await application.snapshot()).windows).toHaveLength(1);
  await expect
    .poll(async () => (await application.snapshot()).windows[0])
    .toMatchObject({ url: 'app://slipway/', visible: true, focused: true, title: 'Slipway' });
  const info = await callMain(application.page, 'app.info', {});
  expect(info).toMatchObject({ ok: true, value: { host: 'desktop', hostReason: null } });
  await application.call('quit', {});
  expect(await application.ended()).toBe(0);
  expect(application.output()).toContain('Slipway has stopped');
});

const expectNothingUploaded = (started: Started) =>
  expect
    .poll(async () => (await started.snapshot()).dialogs)
    .toMatchObject([{ kind: 'message', options: { message: 'Nothing was uploaded' } }]);

/** One after the other in one Slipway: its window closed, then starts beside it; only the last finds an account. */
const secondStarts: Readonly<Record<string, (application: Application, folder: string) => Promise<void>>> = {
  'closing the window keeps Slipway in the tray, and says so once': async (application) => {
    const said = async () =>
      (await application.snapshot()).notifications.filter((entry) => entry.title === 'Slipway keeps working');
    await application.call('closeWindow', {});
    await expect.poll(said).toHaveLength(1);
    expect((await application.snapshot()).windows).toMatchObject([{ visible: false }]);
    await application.call('clickTray', {});
    await expect.poll(async () => (await application.snapshot()).windows[0]?.visible).toBe(true);
    await application.call('closeWindow', {});
    await expect.poll(async () => (await application.snapshot()).windows[0]?.visible).toBe(false);
    expect(await said()).toHaveLength(1);
  },
  'a second start brings the window forward and ends': async (application) => {
    await application.call('closeWindow', {});
    await expect.poll(async () => (await application.snapshot()).windows[0]?.visible).toBe(false);
    const second = await startProcess({ userData: application.userData });
    expect(await second.ended()).toBe(0);
    await expect
      .poll(async () => (await application.snapshot()).windows)
      .toMatchObject([{ visible: true, focused: true }]);
  },
  'a second start hands over its builds; without an account the reason is shown': async (application) => {
    const refused = await startProcess({
      userData: application.userData,
      arguments: ['/nowhere/field-notes.apk'],
    });
    expect(await refused.ended()).toBe(0);
    await expectNothingUploaded(application);
  },
  'a second start hands over its builds, named from its own folder, and its links': async (
    application,
    folder,
  ) => {
    await callMain(application.page, 'service.start', {});
    const accounts = await callMain(application.page, 'accounts.list', {});
    const account = accounts.ok ? accounts.value.find(({ kind }) => kind === 'built-in') : undefined;
    await callMain(application.page, 'accounts.use', { id: account?.id ?? '' });
    await writeFile(join(folder, 'field-notes.apk'), sampleApk());
    await application.call('closeWindow', {});
    const { userData } = application;
    const handing = await startProcess({ userData, arguments: ['field-notes.apk'], folder });
    expect(await handing.ended()).toBe(0);
    const uploads = async () => {
      const listed = await callMain(application.page, 'uploads.list', {});
      return listed.ok ? listed.value.map(({ path }) => path) : listed.code;
    };
    await expect.poll(uploads).toEqual([join(folder, 'field-notes.apk')]);
    expect((await application.snapshot()).windows).toMatchObject([{ visible: true, focused: true }]);
    const linked = await startProcess({ userData, arguments: ['slipway://folders'] });
    expect(await linked.ended()).toBe(0);
    await expect(application.page.getByRole('heading', { name: 'Folders', exact: true })).toBeVisible();
  },
};

test('closed to the tray, and started again beside the one that runs', async ({ application, folder }) => {
  for (const [name, holds] of Object.entries(secondStarts)) {
    await test.step(name, () => holds(application, folder));
  }
});

test('started at login it shows no window until it is asked for', async () => {
  const started = await startProcess({ arguments: ['--hidden'] });
  try {
    await started.call('endpoint', {});
    await expect.poll(async () => (await started.snapshot()).trays).toHaveLength(1);
    expect((await started.snapshot()).windows).toEqual([]);
    await started.call('activate', {});
    await expect.poll(async () => (await started.snapshot()).windows[0]?.visible).toBe(true);
  } finally {
    await started.stop();
  }
});

test.describe('opened with a build', () => {
  test.use({ startOptions: { arguments: ['/nowhere/field-notes.apk'] } });

  test('takes it once it is ready', async ({ application }) => {
    await expectNothingUploaded(application);
  });
});

test.describe('macOS opens a build with it', () => {
  test.use({ startOptions: { environment: { ELECTRON_DOUBLE_OPENED: '/nowhere/field-notes.apk' } } });

  test('before it is ready: the build is kept until then', async ({ application }) => {
    await expectNothingUploaded(application);
  });
});

test.describe('macOS opens a link with it', () => {
  test.use({ startOptions: { environment: { ELECTRON_DOUBLE_OPENED: 'slipway://folders' } } });

  test('before it is ready: its place is shown', async ({ application }) => {
    await expect(application.page.getByRole('heading', { name: 'Folders', exact: true })).toBeVisible();
  });
});

test('starts again with a file opened while it ends', async ({ application }) => {
  const ended = application.call('quit', {});
  const opened = application.call('openFile', { path: '/nowhere/field-notes.apk' });
  await Promise.all([ended, opened]);
  expect(await application.ended()).toBe(0);
  const output = application.output();
  const last = output.split('Slipway has stopped')[1];
  expect(last).toContain('is asked to start again');
  expect(last).toMatch(/"--user-data-dir=[^"]+","\/nowhere\/field-notes\.apk"\]/);
  expect(output.split('Slipway has stopped')[0]).toContain('The lock of the application is released');
});

test('keeps a file opened while it fails for the next start', async ({ folder }) => {
  const failing = await startProcess({ userData: folder });
  try {
    await failing.call('endpoint', {});
    await expect.poll(async () => (await failing.snapshot()).windows[0]?.visible).toBe(true);
    await Promise.all([
      failing.call('quit', {}),
      failing.call('openFile', { path: '/nowhere/field-notes.apk' }),
      failing.call('failInMain', { how: 'reject', text: 'a bug' }),
    ]);
    expect(await failing.ended()).toBe(1);
  } finally {
    await failing.stop();
  }
  const next = await startProcess({ userData: folder });
  try {
    await next.call('endpoint', {});
    await expectNothingUploaded(next);
    expect(await readdir(folder)).not.toContain('open-later.json');
  } finally {
    await next.stop();
  }
});

test('started while another one ends, it waits for the data folder and opens', async () => {
  const userData = await mkdtemp(join(tmpdir(), 'slipway-e2e-held-'));
  const ending = lockFolder(userData);
  const started = await startProcess({ userData, arguments: ['/nowhere/field-notes.apk'] });
  try {
    await started.call('endpoint', {});
    await expect.poll(started.output).toContain('An earlier Slipway is ending');
    expect((await started.snapshot()).windows).toEqual([]);
    ending.release();
    await expectNothingUploaded(started);
  } finally {
    await started.stop();
    await rm(userData, { recursive: true, force: true });
  }
});

test('says why and ends when its data folder is in use', async () => {
  const userData = await mkdtemp(join(tmpdir(), 'slipway-e2e-held-'));
  const lock = lockFolder(userData);
  await publishEndpoint(userData, { address: join(userData, 'slipway.sock'), token: 'of the one at work' });
  const started = await startProcess({ userData });
  try {
    expect(await started.ended()).toBe(1);
    expect(started.output()).toContain('Slipway could not start');
    expect(started.output()).toContain('lock/inUse');
  } finally {
    lock.release();
    await started.stop();
    await rm(userData, { recursive: true, force: true });
  }
});

test('a command is answered without a window', async () => {
  const started = await startProcess({ arguments: ['--version'] });
  try {
    expect(await started.ended()).toBe(0);
    expect(started.output()).toMatch(/\d+\.\d+\.\d+/);
  } finally {
    await started.stop();
  }
});

test.describe('started by a link', () => {
  test.use({ startOptions: { arguments: ['slipway://folders'] } });

  test('opens its place, although the page was only being loaded', onBoth, async ({ application }) => {
    await expect(application.page.getByRole('heading', { name: 'Folders', exact: true })).toBeVisible();
  });
});

test.describe('started by a click on a notification of macOS', () => {
  const clicked = {
    identifier: 'upload:old',
    actionIdentifier: 'com.apple.UNNotificationDefaultActionIdentifier',
  };
  test.use({ startOptions: { environment: { ELECTRON_DOUBLE_LAUNCH_INFO: JSON.stringify(clicked) } } });

  test('opens the build it is about', async ({ application }) => {
    await expect.poll(async () => (await application.snapshot()).windows[0]?.url).toContain('#/uploads/old');
  });
});
