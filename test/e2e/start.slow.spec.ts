import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockFolder } from '../../main/base/database/lock.ts';
import { publishEndpoint } from '../../main/bridge/local/endpoint.ts';
import { type Application, type Started, startProcess } from './application.ts';
import { callMain, expect, onBoth, test } from './fixtures.ts';
import { expectInvitation, invitation } from './invitation.ts';
import { sampleApk } from './world.ts';

test('Slipway shows one window and quits with exit code 0', onBoth, async ({ application }) => {
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

/** Test steps that share one Slipway. Only the last step has an account. */
const secondStarts: Readonly<Record<string, (application: Application, folder: string) => Promise<void>>> = {
  'closing the window keeps Slipway in the tray and notifies once': async (application) => {
    const messages = async () =>
      (await application.snapshot()).notifications.filter((entry) => entry.title === 'Slipway keeps working');
    await application.call('closeWindow', {});
    await expect.poll(messages).toHaveLength(1);
    expect((await application.snapshot()).windows).toMatchObject([{ visible: false }]);
    await application.call('clickTray', {});
    await expect.poll(async () => (await application.snapshot()).windows[0]?.visible).toBe(true);
    await application.call('closeWindow', {});
    await expect.poll(async () => (await application.snapshot()).windows[0]?.visible).toBe(false);
    expect(await messages()).toHaveLength(1);
  },
  'a second start brings the window forward and exits': async (application) => {
    await application.call('closeWindow', {});
    await expect.poll(async () => (await application.snapshot()).windows[0]?.visible).toBe(false);
    const second = await startProcess({ userData: application.userData });
    expect(await second.ended()).toBe(0);
    await expect
      .poll(async () => (await application.snapshot()).windows)
      .toMatchObject([{ visible: true, focused: true }]);
  },
  'a second start without an account shows why its build is refused': async (application) => {
    const refused = await startProcess({
      userData: application.userData,
      arguments: ['/nowhere/field-notes.apk'],
    });
    expect(await refused.ended()).toBe(0);
    await expectNothingUploaded(application);
  },
  'a second start hands over an invitation, which stores nothing': async ({ page, userData }) => {
    const linked = await startProcess({ userData, arguments: [invitation] });
    expect(await linked.ended()).toBe(0);
    await expectInvitation(page);
    expect(await callMain(page, 'accounts.list', {})).toEqual({ ok: true, value: [] });
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  },
  'a second start hands over builds with relative paths and links': async (application, folder) => {
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

test('a second start passes its request to the instance in the tray', async ({ application, folder }) => {
  for (const [name, run] of Object.entries(secondStarts)) {
    await test.step(name, () => run(application, folder));
  }
});

test('a start at login shows no window until the user requests it', async () => {
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

test.describe('a build as a start argument', () => {
  test.use({ startOptions: { arguments: ['/nowhere/field-notes.apk'] } });

  test('is refused after startup if there is no account', async ({ application }) => {
    await expectNothingUploaded(application);
  });
});

test.describe('Slipway accepts a build opened by macOS', () => {
  test.use({ startOptions: { environment: { ELECTRON_DOUBLE_OPENED: '/nowhere/field-notes.apk' } } });

  test('the build waits until Slipway is ready', async ({ application }) => {
    await expectNothingUploaded(application);
  });
});

test.describe('Slipway accepts a link opened by macOS', () => {
  test.use({ startOptions: { environment: { ELECTRON_DOUBLE_OPENED: 'slipway://folders' } } });

  test('the link opens its screen once Slipway is ready', async ({ application }) => {
    await expect(application.page.getByRole('heading', { name: 'Folders', exact: true })).toBeVisible();
  });
});

test.describe('Slipway accepts an invitation opened by macOS', () => {
  test.use({ startOptions: { environment: { ELECTRON_DOUBLE_OPENED: invitation } } });

  test('the sign-in dialog opens once Slipway is ready', async ({ application }) => {
    await expectInvitation(application.page);
  });
});

test('opening a file while Slipway quits restarts it with that file', async ({ application }) => {
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

test('a file opened during a crash is opened again at the next start', async ({ folder }) => {
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

test('a start waits for the data folder while another process exits', async () => {
  const userData = await mkdtemp(join(tmpdir(), 'slipway-e2e-held-'));
  const ending = lockFolder(userData);
  const started = await startProcess({ userData, arguments: ['/nowhere/field-notes.apk'] });
  try {
    await started.call('endpoint', {});
    await expect.poll(started.output).toContain('Waiting for another process to exit');
    expect((await started.snapshot()).windows).toEqual([]);
    ending.release();
    await expectNothingUploaded(started);
  } finally {
    await started.stop();
    await rm(userData, { recursive: true, force: true });
  }
});

test('Slipway reports a data folder in use and exits', async () => {
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

test('a command runs without a window', async () => {
  const started = await startProcess({ arguments: ['--version'] });
  try {
    expect(await started.ended()).toBe(0);
    expect(started.output()).toMatch(/\d+\.\d+\.\d+/);
  } finally {
    await started.stop();
  }
});

test.describe('Slipway accepts a link as a start argument', () => {
  test.use({ startOptions: { arguments: ['slipway://folders'] } });

  test('the link opens its screen after the page has loaded', onBoth, async ({ application }) => {
    await expect(application.page.getByRole('heading', { name: 'Folders', exact: true })).toBeVisible();
  });
});

test.describe('a click on a macOS notification starts Slipway', () => {
  const clicked = {
    identifier: 'upload:old',
    actionIdentifier: 'com.apple.UNNotificationDefaultActionIdentifier',
  };
  test.use({ startOptions: { environment: { ELECTRON_DOUBLE_LAUNCH_INFO: JSON.stringify(clicked) } } });

  test('Slipway opens the build of the clicked notification', async ({ application }) => {
    await expect.poll(async () => (await application.snapshot()).windows[0]?.url).toContain('#/uploads/old');
  });
});
