import { expect, test } from 'vitest';
import { problemOf } from '../../../main/base/issues.ts';
import { Redactor } from '../../../main/base/log/redact.ts';
import { textOf } from '../../../main/messages/text.ts';
import { createNetworkOptions } from '../../../main/settings/network-options.ts';
import { memorySecrets } from '../../../main/settings/secrets.ts';
import { type NetworkSettings, networkSchema } from '../../../main/settings/settings-schema.ts';
import { createSettingsStore } from '../../../main/settings/settings-store.ts';
import { collectedLog } from '../../fakes/collected-log.ts';

function open(engine: { store: Record<string, unknown> } = { store: {} }) {
  const redactor = new Redactor();
  const secrets = memorySecrets();
  const settings = createSettingsStore(engine, collectedLog().log, () => null);
  return { options: createNetworkOptions({ settings, secrets, redactor }), settings, secrets, redactor };
}

const manual = (changes: Partial<NetworkSettings['proxy']> = {}): NetworkSettings =>
  networkSchema.parse({
    proxy: { mode: 'manual', url: 'http://proxy.example:3128', userName: 'builder', ...changes },
  });

test.each([
  ['proxy.example:3128', 'http://proxy.example:3128'],
  [' https://Proxy.Example/ ', 'https://proxy.example'],
  ['http://10.0.0.1:8080/', 'http://10.0.0.1:8080'],
])('the proxy %s is normalised to %s', (given, expected) => {
  expect(manual({ url: given }).proxy.url).toBe(expected);
});

test.each([
  ['socks5://proxy.example:1080', 'SOCKS'],
  ['http://builder:word@proxy.example', 'without user name and password'],
  ['http://proxy.example/path', 'host and port only'],
  ['ftp://proxy.example', 'such as http://proxy.example.org:3128'],
  ['proxy example', 'such as http://proxy.example.org:3128'],
  ['', 'such as http://proxy.example.org:3128'],
])('the proxy “%s” is rejected', (url, words) => {
  const read = networkSchema.safeParse({ proxy: { mode: 'manual', url } });
  expect(read.error?.issues.map((issue) => textOf(problemOf(issue))).join()).toContain(words);
  expect(read.error?.issues).toHaveLength(1);
});

test('the proxy password is stored as a secret and removed with its user', async () => {
  const engine = { store: {} };
  const { options, redactor } = open(engine);
  await options.store(manual(), 'proxy-word-1');
  expect(await options.password()).toBe('proxy-word-1');
  expect(JSON.stringify(engine.store)).not.toContain('proxy-word-1');
  expect(redactor.text('it was proxy-word-1')).not.toContain('proxy-word-1');
  await options.store(manual(), undefined);
  expect(await options.password()).toBe('proxy-word-1');
  await options.store(manual({ userName: null }), undefined);
  await options.store(manual(), undefined);
  expect(await options.password()).toBeNull();
});

test.each([
  ['another address', { url: 'http://elsewhere.example:3128' }],
  ['another user', { userName: 'somebody' }],
])('the proxy password is required again for %s', async (_, changes) => {
  const { options } = open();
  await options.store(manual(), 'proxy-word-1');
  await expect(options.store(manual(changes), undefined)).rejects.toMatchObject({
    code: 'settings/invalid',
    message: expect.stringContaining('again'),
  });
  expect(options.get()).toEqual(manual());
  expect(await options.password()).toBe('proxy-word-1');
  await options.store(manual(changes), 'proxy-word-2');
  expect(await options.password()).toBe('proxy-word-2');
  await options.store(manual(changes), '');
  expect(await options.password()).toBeNull();
});

test('an unreadable proxy password is reported and can be replaced', async () => {
  const { options, secrets } = open();
  await options.store(manual(), 'proxy-word-1');
  const { get } = secrets;
  Object.assign(secrets, {
    get: async () => {
      throw new Error('The keyring was replaced');
    },
  });
  const unreadable = { code: 'settings/proxyPassword', message: expect.stringContaining('enter it again') };
  await expect(options.password()).rejects.toMatchObject(unreadable);
  await expect(options.store(manual({ userName: 'somebody' }), undefined)).rejects.toMatchObject(unreadable);
  await options.store(manual(), 'proxy-word-2');
  Object.assign(secrets, { get });
  expect(await options.password()).toBe('proxy-word-2');
});

test('the proxy password is unchanged when the settings cannot be written', async () => {
  let full = false;
  let stored: Record<string, unknown> = {};
  const engine = {
    get store() {
      return stored;
    },
    set store(next: Record<string, unknown>) {
      if (full) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
      stored = next;
    },
  };
  const { options } = open(engine);
  await options.store(manual(), 'proxy-word-1');
  full = true;
  const elsewhere = manual({ url: 'http://elsewhere.example:3128' });
  await expect(options.store(elsewhere, 'proxy-word-2')).rejects.toMatchObject({ code: 'settings/notSaved' });
  expect(options.get()).toEqual(manual());
  expect(await options.password()).toBe('proxy-word-1');
});
