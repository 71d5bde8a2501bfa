import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { builtInAccountId } from '../../../main/core/service/built-in-account.ts';
import type { Core } from '../../../main/core.ts';
import type { AccountInput } from '../../../main/settings/accounts.ts';
import { memorySecrets } from '../../../main/settings/secrets.ts';
import { noRecipients } from '../../../main/settings/settings-schema.ts';
import type { CallArguments } from '../../../preload/contract.ts';
import { type ForwardProxy, openForwardProxy } from '../../fakes/forward-proxy.ts';
import { reply, withToken } from '../../unit/api/api-world.ts';
import { makeCertificate, secureServerOf } from '../../unit/api/certificates.ts';
import { startHost } from '../service/service-host.ts';
import { freshCore, freshFolders, openCore, upload, writeBuild } from './core-world.ts';

type NetworkInput = CallArguments<'network.set'>;

const defaults = {
  proxy: { mode: 'environment', url: null, userName: null, bypass: [] },
  caFiles: [],
  bytesPerSecond: null,
  schedule: [],
  pauseOnMetered: false,
  connectTimeoutSeconds: 15,
} satisfies NetworkInput;

function throughProxy(url: string, changes: NetworkInput['proxy'] = {}): NetworkInput {
  return { ...defaults, proxy: { ...defaults.proxy, mode: 'manual', url, ...changes } };
}

async function proxyTo(url: string, signIn?: string): Promise<ForwardProxy> {
  const port = Number(new URL(url).port);
  const proxy = await openForwardProxy({ port, ...(signIn === undefined ? {} : { signIn }) });
  onTestFinished(proxy.stop);
  return proxy;
}

/** Starts a service that is reachable only through a proxy, and returns an account for it. */
async function hiddenService() {
  const host = await startHost();
  const user = host.service.firstUser;
  if (!user) throw new Error('The service made no first user');
  const account: AccountInput = { ...accountAt('http://service.invalid'), ...user };
  return { url: host.service.url, account };
}

function accountAt(url: string): AccountInput {
  return {
    name: 'Hidden',
    authUrl: url,
    baseUrl: url,
    userName: 'builds',
    clientId: 'ci',
    scope: 'distribution',
    mode: 'plain',
    vendor: 'acme',
    installLinkTemplate: null,
    password: 'account-password-1',
    clientSecret: 'client-secret-1',
  };
}

async function addBuild(core: Core, folder: string, accountId: string): Promise<string> {
  const [added] = await core.uploads.add({
    accountId,
    area: 'testingdist',
    activate: false,
    recipients: noRecipients,
    paths: [await writeBuild(folder, 'notes.apk', 1)],
  });
  return added?.id ?? '';
}

test('the proxy password survives a restart and is never disclosed', async () => {
  const { dataDir } = await freshFolders();
  const { url, account } = await hiddenService();
  const proxy = await proxyTo(url, 'builder:proxy-word-1');
  const secrets = memorySecrets();
  const first = await openCore(dataDir, secrets);
  const direct: NetworkInput = { ...defaults, proxy: { ...defaults.proxy, mode: 'none' } };
  await first.core.network.set(direct);
  await expect(first.core.accounts.save(account)).rejects.toMatchObject({ code: 'api/unknownHost' });
  const input = throughProxy(proxy.url, { userName: 'builder' });
  await first.core.network.set({ ...input, proxy: { ...input.proxy, password: 'wrong-word-1' } });
  await expect(first.core.accounts.save(account)).rejects.toMatchObject({ code: 'api/proxyRefused' });
  const view = await first.core.network.set({
    ...input,
    proxy: { ...input.proxy, password: 'proxy-word-1' },
  });
  expect(view.proxy).toMatchObject({
    mode: 'manual',
    url: proxy.url,
    userName: 'builder',
    hasPassword: true,
    failure: null,
  });
  const { id } = await first.core.accounts.save(account);
  await first.close();

  const second = await openCore(dataDir, secrets);
  expect(await second.core.network.get()).toEqual(view);
  await second.core.accounts.signIn({ id });
  const saved = await readFile(join(dataDir, 'settings.json'), 'utf8');
  const everything = [saved, JSON.stringify(view), ...first.lines, ...second.lines].join('\n');
  for (const secret of ['proxy-word-1', 'wrong-word-1']) expect(everything).not.toContain(secret);
  expect(new Set(proxy.requests.map((line) => line.split('/')[2]))).toEqual(new Set(['service.invalid']));

  await second.core.network.set(direct);
  await expect(second.core.accounts.signIn({ id })).rejects.toMatchObject({ code: 'api/unknownHost' });
});

test('new network settings apply immediately without interrupting an upload', async () => {
  const { dataDir, builds } = await freshFolders();
  const { url, account } = await hiddenService();
  const proxy = await proxyTo(url);
  const { core } = await openCore(dataDir);
  await core.network.set({ ...throughProxy(proxy.url), bytesPerSecond: 1_000 });
  const { id: accountId } = await core.accounts.save(account);
  const moves = new Promise<void>((resolve) => {
    core.uploads.events.on('progress', ({ sentBytes }) => {
      if (sentBytes > 0) resolve();
    });
  });
  const id = await addBuild(core, builds, accountId);
  await moves;
  await core.network.set({ ...throughProxy('http://127.0.0.1:1'), bytesPerSecond: 1_000 });
  await expect(core.accounts.signIn({ id: accountId })).rejects.toMatchObject({
    code: 'api/proxy',
    message: expect.stringContaining('127.0.0.1:1'),
  });
  expect(core.uploads.get(id)).toMatchObject({ state: 'uploading' });
  await core.network.set({ ...throughProxy('http://127.0.0.1:1'), bytesPerSecond: null });
  await expect(upload(core, (view) => view.id === id && view.finishedAt !== null)).resolves.toMatchObject({
    state: 'done',
    failure: null,
  });
});

test('a private CA is trusted while its file exists', async () => {
  const { dataDir, builds } = await freshFolders();
  const { authority, ...certificate } = await makeCertificate('IP:127.0.0.1');
  const port = await secureServerOf(
    certificate,
    withToken((_, response) => reply(response, 200, [])),
  );
  const account = accountAt(`https://127.0.0.1:${port}`);
  const path = join(builds, 'authority.pem');
  await writeFile(path, authority);
  const secrets = memorySecrets();
  const first = await openCore(dataDir, secrets);
  const untrusted = { code: 'api/certificate', message: expect.stringContaining('does not trust') };
  await expect(first.core.accounts.save(account)).rejects.toMatchObject(untrusted);
  expect(await first.core.network.set({ ...defaults, caFiles: [path, path] })).toMatchObject({
    caFiles: [{ path, certificates: [{ name: 'Test authority' }], failure: null }],
  });
  const { id } = await first.core.accounts.save(account);
  await first.core.accounts.signIn({ id });
  expect(await first.core.apps.list({ accountId: id })).toEqual([]);

  await rm(path);
  const foreign = { ...untrusted, code: 'api/captivePortal' };
  await expect(first.core.apps.list({ accountId: id })).rejects.toMatchObject(foreign);
  await expect(first.core.accounts.signIn({ id })).rejects.toMatchObject(foreign);
  const gone = { caFiles: [{ path, certificates: [], failure: { code: 'file/missing' } }] };
  expect(await first.core.network.get()).toMatchObject(gone);
  expect(first.lines.filter((line) => line.includes('WARN') && line.includes('authority.pem'))).toHaveLength(
    1,
  );
  expect(await first.core.network.set({ ...defaults, caFiles: [path], bytesPerSecond: 5_000 })).toMatchObject(
    gone,
  );
  await first.close();

  const second = await openCore(dataDir, secrets);
  await expect(second.core.accounts.signIn({ id })).rejects.toMatchObject(foreign);
  await writeFile(path, authority);
  await expect(second.core.accounts.signIn({ id })).resolves.toBeUndefined();
  await second.core.network.set(defaults);
  await expect(second.core.accounts.signIn({ id })).rejects.toMatchObject(foreign);
});

test('invalid network settings are refused with the reason', async () => {
  const secrets = memorySecrets();
  const { core, builds } = await freshCore(secrets);
  const words = join(builds, 'words.pem');
  await writeFile(words, 'Dear Sir\n');
  const before = await core.network.get();
  const proxy = throughProxy('http://proxy.example:3128', { userName: 'builder', password: 'proxy-word-1' });
  const refused: readonly (readonly [NetworkInput, string, string])[] = [
    [throughProxy('socks5://proxy.example'), 'settings/invalid', 'Proxy: SOCKS'],
    [throughProxy('http://u:geheim@proxy.example'), 'settings/invalid', 'without user name and password'],
    [
      { ...defaults, proxy: { ...defaults.proxy, mode: 'manual' } },
      'settings/invalid',
      'Proxy: Enter its address',
    ],
    [
      throughProxy('http://proxy.example', { bypass: ['https://x'] }),
      'settings/invalid',
      '“https://x” is not a host',
    ],
    [{ ...proxy, bytesPerSecond: 10 }, 'settings/invalid', 'Limit: Enter at least 1000 bytes per second.'],
    [
      { ...proxy, connectTimeoutSeconds: 0 },
      'settings/invalid',
      'Connect timeout: Enter whole seconds from 1 to 120.',
    ],
    [{ ...proxy, caFiles: ['authority.pem'] }, 'settings/invalid', 'not a full path'],
    [
      { ...proxy, caFiles: [words] },
      'settings/badCaFile',
      `${words} cannot be used as a certificate file (line 1)`,
    ],
    [{ ...proxy, caFiles: [join(builds, 'gone.pem')] }, 'file/missing', 'gone.pem'],
    [{ ...proxy, caFiles: [builds] }, 'settings/badCaFile', builds],
  ];
  for (const [input, code, text] of refused) {
    await expect(core.network.set(input), text).rejects.toMatchObject({
      code,
      message: expect.stringContaining(text),
    });
    await expect(core.network.set(input)).rejects.not.toThrow('geheim');
  }
  expect(await core.network.get()).toEqual(before);
  expect(await secrets.get('network/proxy/password')).toBeNull();
});

test('the system proxy takes precedence over environment variables', async () => {
  const { dataDir } = await freshFolders();
  const { url, account } = await hiddenService();
  const [ofSystem, ofEnvironment] = [await proxyTo(url), await proxyTo(url)];
  vi.stubEnv('http_proxy', ofEnvironment.url);
  vi.stubEnv('no_proxy', '');
  onTestFinished(() => void vi.unstubAllEnvs());
  const asked: string[] = [];
  let answer = async (): Promise<string | null> => ofSystem.url;
  const { core, lines } = await openCore(dataDir, memorySecrets(), (address) => {
    asked.push(address.origin);
    return answer();
  });
  expect(await core.network.get()).toMatchObject({ hasSystemProxy: true, proxy: { mode: 'system' } });
  await core.service.start();
  const { id } = await core.accounts.save(account);
  await core.accounts.signIn({ id });
  expect(ofSystem.requests.length).toBeGreaterThan(0);
  expect(ofEnvironment.requests).toEqual([]);
  await core.accounts.signIn({ id: builtInAccountId });
  expect(new Set(asked)).toEqual(new Set(['http://service.invalid']));

  const counted = async (): Promise<readonly number[]> => {
    const before = [ofSystem.requests.length, ofEnvironment.requests.length];
    await core.accounts.signIn({ id }).catch(() => null);
    return [ofSystem.requests.length - (before[0] ?? 0), ofEnvironment.requests.length - (before[1] ?? 0)];
  };
  answer = async () => null;
  expect(await counted()).toEqual([0, 1]);
  answer = async () => {
    throw new Error('The session was destroyed');
  };
  expect(await counted()).toEqual([0, 1]);
  expect(lines.join('\n')).toContain('Could not read the proxy settings of the system');
  answer = async () => ofSystem.url;
  await core.network.set(defaults);
  expect(await counted()).toEqual([0, 1]);
  await core.network.set({ ...defaults, proxy: { ...defaults.proxy, mode: 'none' } });
  expect(await counted()).toEqual([0, 0]);
  await core.network.set(throughProxy(ofSystem.url, { bypass: ['*.invalid'] }));
  expect(await counted()).toEqual([0, 0]);
});
