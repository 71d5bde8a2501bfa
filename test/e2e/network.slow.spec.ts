import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openForwardProxy } from '../fakes/forward-proxy.ts';
import { builtEntry } from './application.ts';
import { callMain, expect, onBoth, test } from './fixtures.ts';
import { addService, goTo, openPart, uploadBuild } from './user-actions.ts';
import { sampleApk, versionsOf } from './world.ts';

/** Only the proxy can resolve this host name. */
const hidden = 'http://distribution.invalid';

test('the system proxy is used for sign-in and uploads', async ({ application, folder, service }) => {
  const { page } = application;
  const proxy = await openForwardProxy({ port: Number(new URL(service.url).port) });
  try {
    await application.call('setSystemProxy', {
      answer: `SOCKS5 127.0.0.1:1; PROXY ${proxy.host}; DIRECT`,
    });
    await addService(page, { url: hidden, user: service.user });
    await uploadBuild(page, join(folder, 'field-notes.apk'), sampleApk());
    await expect.poll(() => versionsOf(service)).toMatchObject([{ version: '2.4.1' }]);
    expect(proxy.requests).toContain(`POST ${hidden}/identity/connect/token`);
    expect(proxy.requests.filter((line) => line.startsWith(`POST ${hidden}/api/`))).not.toEqual([]);
    const asked = await application.call('setSystemProxy', { answer: 'DIRECT' });
    expect(new Set(asked.map((address) => new URL(address).origin))).toEqual(new Set([hidden]));

    const [account] = await callMain(page, 'accounts.list', {}).then((answer) =>
      answer.ok ? answer.value : [],
    );
    const signed = await callMain(page, 'accounts.signIn', { id: account?.id ?? '' });
    expect(signed).toMatchObject({ ok: false, code: 'api/unknownHost' });
  } finally {
    await proxy.stop();
  }
});

test('loopback requests and proxy mode none bypass the system proxy', async ({ application }) => {
  const { page } = application;
  await application.call('setSystemProxy', { answer: 'PROXY 127.0.0.1:1' });
  expect(await callMain(page, 'service.start', {})).toMatchObject({ ok: true, value: { running: true } });
  const accounts = await callMain(page, 'accounts.list', {});
  const id = accounts.ok ? (accounts.value[0]?.id ?? '') : '';
  expect(await callMain(page, 'accounts.signIn', { id })).toMatchObject({ ok: true });
  expect(await callMain(page, 'network.get', {})).toMatchObject({
    ok: true,
    value: { hasSystemProxy: true, proxy: { mode: 'system' } },
  });
  const proxy = { mode: 'none' as const, url: null, userName: null, bypass: [] };
  await callMain(page, 'network.set', {
    proxy,
    caFiles: [],
    bytesPerSecond: null,
    schedule: [],
    pauseOnMetered: false,
    connectTimeoutSeconds: 15,
  });
  const sheet = {
    ...{
      name: 'Hidden',
      authUrl: hidden,
      baseUrl: hidden,
      userName: 'builds',
      clientId: 'ci',
      scope: 'distribution',
    },
    ...{
      mode: 'plain' as const,
      vendor: 'acme',
      installLinkTemplate: null,
      password: 'word',
      clientSecret: 'secret',
    },
  };
  expect(await callMain(page, 'accounts.save', sheet)).toMatchObject({ ok: false, code: 'api/unknownHost' });
  expect(await application.call('setSystemProxy', { answer: 'DIRECT' })).toEqual([]);
});

test(
  'the proxy password is encrypted and not available to commands',
  onBoth,
  async ({ application: { page, userData } }) => {
    const set = await callMain(page, 'network.set', {
      proxy: {
        mode: 'manual',
        url: 'proxy.example:3128',
        userName: 'builder',
        bypass: [],
        password: 'proxy-word-1',
      },
      caFiles: [],
      bytesPerSecond: null,
      schedule: [],
      pauseOnMetered: false,
      connectTimeoutSeconds: 15,
    });
    expect(set).toMatchObject({ ok: true, value: { proxy: { hasPassword: true, failure: null } } });
    const files = (await readdir(userData)).filter((name) => name.endsWith('.json'));
    const texts = await Promise.all(files.map((name) => readFile(join(userData, name), 'utf8')));
    expect(texts.join()).toContain('network/proxy/password');
    expect(texts.join()).not.toContain('proxy-word-1');
    const parameters = [builtEntry(), 'network', '--json', '--data-dir', userData];
    const { stdout } = await promisify(execFile)(process.execPath, parameters);
    expect(JSON.parse(stdout)).toMatchObject({
      proxy: { url: 'http://proxy.example:3128', userName: 'builder', hasPassword: false, failure: null },
    });
  },
);

test('each screen shows a lost network until the connection is back', async ({ startWith }) => {
  const account = {
    ...{ id: 'hidden', name: 'Hidden', kind: 'remote', authUrl: hidden, baseUrl: hidden, userName: 'builds' },
    ...{ clientId: 'ci', scope: 'api', mode: 'plain', vendor: 'acme', installLinkTemplate: null },
  };
  const application = await startWith({ accounts: [account], activeAccountId: 'hidden' });
  const bar = application.page.getByText('No network; Slipway continues when the network is back.');
  await expect(bar).toBeHidden();
  await application.call('setOnline', { online: false });
  // The desktop reports no change. Slipway checks every ten seconds, or every two while offline.
  await expect(bar).toBeVisible({ timeout: 25_000 });
  const { page } = application;
  await goTo(page, 'Folders');
  await expect(bar).toContainText('no build found in them is lost');
  for (const screen of ['Test apps', 'Store'] as const) {
    await goTo(page, screen);
    await expect(page.getByText('Slipway loads this as soon as the network is back.')).toBeVisible();
    await expect(page.getByRole('alert'), 'shown once').toHaveCount(0);
  }
  await goTo(page, 'Built-in service');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.getByText('The service still works on this computer')).toBeVisible();
  await goTo(page, 'Settings');
  await openPart(page, 'Network');
  await page.getByText('Advanced').click();
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('This computer has no network at the moment');
  await goTo(page, 'Uploads');
  await application.call('setOnline', { online: true });
  await expect(bar).toBeHidden();
});
