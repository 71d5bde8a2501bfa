import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createBridge } from '../../../main/bridge/bridge.ts';
import type { HostAbilities } from '../../../main/bridge/host-abilities.ts';
import { webErrors } from '../../../main/bridge/http/errors.ts';
import { unavailableAbilities } from '../../../main/bridge/unavailable-abilities.ts';
import { builtInAccountId } from '../../../main/core/service/built-in-account.ts';
import { noRecipients } from '../../../main/settings/settings-schema.ts';
import { type BridgeEvents, calls } from '../../../preload/contract.ts';
import { inEnglish } from '../../english.ts';
import { freshFolders, openCore, writeBuild } from './core-world.ts';

async function openBridge() {
  const folders = await freshFolders();
  const { core } = await openCore(folders.dataDir);
  const hostCalls: string[] = [];
  let show: (value: BridgeEvents['app.openScreen']) => void = () => {};
  const host: HostAbilities = {
    info: { version: '0.0.0', host: 'desktop', hostReason: null, operatingSystem: 'linux' },
    copyText: async (text) => {
      hostCalls.push(`copy ${text}`);
    },
    openLink: async (url) => {
      hostCalls.push(`open ${url}`);
    },
    showInFolder: async (path) => {
      hostCalls.push(`show ${path}`);
    },
    openFile: async (path) => {
      hostCalls.push(`open ${path}`);
    },
    chooseFolder: async () => folders.builds,
    chooseCertificates: async () => [],
    popUpMenu: async () => null,
    setCommands: async () => {},
    onShow: (listener) => {
      show = listener;
      return () => {};
    },
    ...unavailableAbilities('0.0.0', () => webErrors.notInTab({})),
  };
  return {
    bridge: createBridge(core, host),
    core,
    hostCalls,
    ...folders,
    show: (value: BridgeEvents['app.openScreen']) => show(value),
  };
}

test('every call rejects invalid arguments without any effect', async () => {
  const { bridge, hostCalls, core } = await openBridge();
  for (const name of Object.keys(calls)) {
    for (const values of [null, undefined, 'text', 7, [], { unexpected: true }]) {
      expect(await bridge.call(name, values)).toMatchObject({ ok: false, code: 'bridge/badArguments' });
    }
  }
  expect(hostCalls).toEqual([]);
  expect(core.uploads.list()).toEqual([]);
});

test.each(['', 'nothing', 'toString', '__proto__', 'constructor'])(
  'an unknown call is refused: “%s”',
  async (name) => {
    const { bridge } = await openBridge();
    expect(await bridge.call(name, {})).toMatchObject({ ok: false, code: 'bridge/unknownCall' });
  },
);

test('uploading and sending through the bridge disclose no secret', async () => {
  const { bridge, core, builds } = await openBridge();
  const emitted: string[] = [];
  const done = new Promise<void>((resolve) => {
    bridge.onEvent((name, value) => {
      emitted.push(`${name} ${JSON.stringify(value)}`);
      if (
        name === 'uploads.changed' &&
        'state' in (value as object) &&
        JSON.stringify(value).includes('"done"')
      )
        resolve();
    });
  });
  expect(inEnglish(await bridge.call('service.start', {}))).toMatchObject({
    ok: true,
    value: { running: true },
  });
  const path = await writeBuild(builds, 'notes.apk', 5);
  expect(inEnglish(await bridge.call('uploads.inspect', { path }))).toMatchObject({
    ok: true,
    value: { id: 'org.example.notes' },
  });
  const target = {
    accountId: builtInAccountId,
    area: 'testingdist',
    activate: true,
    recipients: noRecipients,
  };
  expect(inEnglish(await bridge.call('uploads.add', { ...target, paths: [path] }))).toMatchObject({
    ok: true,
  });
  await done;
  const [first] = await core.apps.list({ accountId: builtInAccountId });
  const versionId = first?.lastProfile?.id ?? 0;
  const send = {
    accountId: builtInAccountId,
    versionId,
    recipients: { ...noRecipients, emails: ['ada@example.test'] },
  };
  expect(inEnglish(await bridge.call('apps.send', send))).toMatchObject({
    ok: true,
    value: { isActive: true },
  });
  const refused = { ...send, recipients: { ...noRecipients, emails: ['not an address'] } };
  expect(inEnglish(await bridge.call('apps.send', refused))).toMatchObject({
    ok: false,
    quote: expect.stringContaining('not an address'),
  });
  const answers = await Promise.all(
    ['accounts.list', 'service.status', 'uploads.list', 'folders.list', 'app.info'].map((name) =>
      bridge.call(name, {}),
    ),
  );
  const user = core.service.service().firstUser;
  const crossed = `${emitted.join()}${JSON.stringify(answers)}`;
  expect(inEnglish(user?.password.length)).toBeGreaterThan(7);
  expect(inEnglish(crossed)).not.toContain(user?.password);
  expect(inEnglish(crossed)).not.toContain(user?.clientSecret);
});

test('a failed call returns a code and a remedy instead of throwing', async () => {
  const { bridge, builds } = await openBridge();
  expect(await bridge.call('uploads.inspect', { path: join(builds, 'gone.apk') })).toMatchObject({
    ok: false,
    code: 'file/missing',
    remedy: 'choose-file',
  });
  expect(await bridge.call('apps.list', { accountId: 'nobody' })).toMatchObject({ ok: false });
  expect(await bridge.call('folders.remove', { id: 'nobody' })).toMatchObject({
    ok: false,
    code: 'settings/unknownFolder',
  });
});

test('network.set applies all changes or none and returns no password', async () => {
  const { bridge } = await openBridge();
  const before = await bridge.call('network.get', {});
  expect(inEnglish(before)).toMatchObject({
    ok: true,
    value: { hasSystemProxy: false, proxy: { mode: 'system' } },
  });
  const proxy = { mode: 'manual', url: 'proxy.example:3128', userName: 'builder', bypass: ['*.example.org'] };
  const input = {
    proxy: { ...proxy, password: 'proxy-word-1' },
    caFiles: [],
    bytesPerSecond: 2_000_000,
    schedule: [{ days: ['mon' as const], from: '00:00', to: '00:00', bytesPerSecond: 1_000_000 }],
    pauseOnMetered: true,
    connectTimeoutSeconds: 20,
  };
  const refused = { ...input, proxy: { ...input.proxy, url: 'socks5://proxy.example' } };
  expect(inEnglish(await bridge.call('network.set', refused))).toMatchObject({
    ok: false,
    code: 'settings/invalid',
  });
  expect(inEnglish(await bridge.call('network.get', {}))).toEqual(before);
  const announced = new Promise((resolve) => {
    bridge.onEvent((name, value) => {
      if (name === 'network.changed') resolve(value);
    });
  });
  const answers = [await bridge.call('network.set', input), await bridge.call('network.get', {})];
  for (const answer of answers) {
    expect(inEnglish(answer)).toEqual({
      ok: true,
      value: {
        proxy: { ...proxy, url: 'http://proxy.example:3128', hasPassword: true, failure: null },
        hasSystemProxy: false,
        caFiles: [],
        bytesPerSecond: 2_000_000,
        schedule: input.schedule,
        pauseOnMetered: true,
        connectTimeoutSeconds: 20,
        currentLimit: { bytesPerSecond: expect.any(Number), until: expect.any(Number) },
        connection: expect.objectContaining({ waiting: null }),
      },
    });
  }
  expect(inEnglish(await announced)).toMatchObject({ bytesPerSecond: 2_000_000 });
  const schedule = [{ days: [], from: '00:00', to: '24:00', bytesPerSecond: 10 }];
  expect(inEnglish(await bridge.call('network.set', { ...input, schedule }))).toMatchObject({
    ok: false,
    code: 'settings/invalid',
    message: expect.stringContaining('Schedule: Choose at least one day.'),
    field: 'schedule.0.days',
    values: { atField: 'Choose at least one day.' },
  });
});

test('network.set changes single settings and names an invalid field', async () => {
  const { bridge } = await openBridge();
  const set = async (input: object) => inEnglish(await bridge.call('network.set', input));
  const proxy = { mode: 'manual', url: 'proxy.example:3128', userName: 'builder', password: 'proxy-word-1' };
  await set({ proxy });
  expect(await set({ bytesPerSecond: 2_000_000 })).toMatchObject({
    ok: true,
    value: { bytesPerSecond: 2_000_000, proxy: { userName: 'builder', hasPassword: true } },
  });
  expect(await set({ proxy: { bypass: ['example.org'] } })).toMatchObject({
    ok: true,
    value: { proxy: { url: 'http://proxy.example:3128', bypass: ['example.org'], hasPassword: true } },
  });
  for (const [input, field] of [
    [{ proxy: { url: 'socks5://proxy.example' } }, 'proxy.url'],
    [{ proxy: { url: null } }, 'proxy.url'],
    [{ proxy: { url: 'elsewhere.example' } }, 'proxy.password'],
    [{ proxy: { bypass: ['https://x'] } }, 'proxy.bypass'],
    [{ caFiles: ['authority.pem'] }, 'caFiles'],
    [{ bytesPerSecond: 10 }, 'bytesPerSecond'],
    [{ connectTimeoutSeconds: 0 }, 'connectTimeoutSeconds'],
  ] as const) {
    const values = { atField: expect.any(String) };
    expect(await set(input), field).toMatchObject({ ok: false, code: 'settings/invalid', field, values });
  }
});

test('host calls and host events pass through the bridge', async () => {
  const { bridge, hostCalls, show, builds } = await openBridge();
  const shown: unknown[] = [];
  const stop = bridge.onEvent((name, value) => {
    if (name === 'app.openScreen') shown.push(value);
  });
  await bridge.call('app.copyText', { text: 'a' });
  await bridge.call('app.openLink', { url: 'https://example.test/' });
  await bridge.call('app.showInFolder', { path: builds });
  expect(await bridge.call('folders.choose', {})).toEqual({ ok: true, value: builds });
  show({ address: '#/uploads/x' });
  expect(hostCalls).toEqual(['copy a', 'open https://example.test/', `show ${builds}`]);
  expect(shown).toEqual([{ address: '#/uploads/x' }]);
  stop();
});

test('desktop-only calls outside the desktop app return the reason', async () => {
  const { bridge } = await openBridge();
  const reason = { code: 'web/notInTab', message: expect.stringContaining('Not available here') };
  expect(inEnglish(await bridge.call('desktop.loginItem', {}))).toMatchObject({
    ok: true,
    value: { enabled: false, unavailable: reason },
  });
  expect(inEnglish(await bridge.call('updates.status', {}))).toMatchObject({
    ok: true,
    value: { state: 'off', version: '0.0.0', checkedAt: null, reason },
  });
  for (const [name, values] of [
    ['desktop.setLoginItem', { enabled: true }],
    ['updates.check', {}],
    ['updates.install', {}],
  ] as const) {
    expect(inEnglish(await bridge.call(name, values))).toMatchObject({ ok: false, ...reason });
  }
});
