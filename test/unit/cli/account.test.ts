import { expect, test } from 'vitest';
import {
  accountFromOptions,
  saveAccount,
  savedAccount,
  withEnvironmentSecrets,
} from '../../../main/cli/options/account.ts';
import type { ConnectionOptions } from '../../../main/cli/options/options.ts';
import { accountSecretNames } from '../../../main/settings/accounts.ts';
import { memorySecrets } from '../../../main/settings/secrets.ts';
import { memorySettings } from '../../../main/settings/settings-store.ts';
import { collectedLog } from '../../fakes/collected-log.ts';

const defaults: ConnectionOptions = { scope: 'distribution', mode: 'plain', vendor: 'slipway' };
const given: ConnectionOptions = {
  ...defaults,
  baseUrl: 'https://dist.example.test/',
  user: 'ada',
  clientId: 'ci',
};
const secrets = { SLIPWAY_PASSWORD: 'pass-phrase', SLIPWAY_CLIENT_SECRET: 'client-phrase' };

test('the account id changes with the options but not with the password', () => {
  const one = accountFromOptions(given, secrets);
  expect(one).toMatchObject({
    name: 'ada at dist.example.test',
    baseUrl: 'https://dist.example.test',
    authUrl: 'https://dist.example.test',
    kind: 'environment',
  });
  expect(accountFromOptions(given, { ...secrets, SLIPWAY_PASSWORD: 'changed' })?.id).toBe(one?.id);
  for (const other of [
    { user: 'ben' },
    { baseUrl: 'https://b.example.test' },
    { mode: 'link' as const },
    { scope: 'x' },
  ]) {
    expect(accountFromOptions({ ...given, ...other }, secrets)?.id).not.toBe(one?.id);
  }
});

test('account errors name the missing or invalid option', () => {
  expect(accountFromOptions(defaults, secrets)).toBeNull();
  const code = (options: ConnectionOptions, environment = {}) => {
    try {
      accountFromOptions(options, environment);
    } catch (error) {
      return error as { code: string; message: string };
    }
    throw new Error('expected an error');
  };
  expect(code({ ...defaults, user: 'ada' }).message).toContain(
    '--base-url, --client-id, SLIPWAY_PASSWORD, SLIPWAY_CLIENT_SECRET',
  );
  expect(code({ ...given, baseUrl: 'dist.example.test' }, secrets).code).toBe('cli/badAddress');
  expect(code({ ...given, account: 'work' }, secrets).code).toBe('cli/bothAccounts');
  expect(code({ ...given, vendor: 'a b' }, secrets).message).toContain('--vendor');
  const named: readonly (readonly [Partial<ConnectionOptions>, string])[] = [
    [{ baseUrl: 'https://dist.example.test/?a=b' }, '--base-url: Enter the address without'],
    [{ authUrl: 'https://u:geheim@dist.example.test' }, '--auth-url: Enter the address without'],
    [{ vendor: '.acme' }, '--vendor: Use only letters'],
    [{ scope: '' }, '--scope: it is empty'],
  ];
  for (const [options, text] of named) {
    const { message } = code({ ...given, ...options }, secrets);
    expect(message).toContain(text);
    expect(message).not.toMatch(/baseUrl|authUrl|Too small|geheim/);
  }
});

test.each([
  ['--base-url', 'https://dist.example.test/api/v3', 'must be https://dist.example.test, without /api/v3.'],
  ['--base-url', 'https://dist.example.test/API/v3/', 'must be https://dist.example.test, without /API/v3.'],
  [
    '--base-url',
    'https://dist.example.test/sub/api/v3/testingdist/profiles',
    'must be https://dist.example.test/sub, without /api/v3/testingdist/profiles.',
  ],
  [
    '--auth-url',
    'https://id.example.test/identity/connect/token',
    'must be https://id.example.test, without /identity/connect/token.',
  ],
])('%s rejects the API path in %s', (option, address, text) => {
  const field = option === '--base-url' ? 'baseUrl' : 'authUrl';
  const act = () => accountFromOptions({ ...given, [field]: address }, secrets);
  expect(act).toThrow(
    expect.objectContaining({ code: 'cli/apiPath', message: expect.stringContaining(text) }),
  );
});

test('a base address may have a path, and a vendor dots and underscores', () => {
  const options = { ...given, baseUrl: 'https://dist.example.test/api/', vendor: 'acme.mobile_dist-2' };
  expect(accountFromOptions(options, secrets)).toMatchObject({
    baseUrl: 'https://dist.example.test/api',
    vendor: 'acme.mobile_dist-2',
  });
});

test('saving an account from the options does not activate it', () => {
  const settings = memorySettings({}, collectedLog().log);
  const account = accountFromOptions(given, secrets);
  if (!account) throw new Error('no account');
  saveAccount(settings, account);
  saveAccount(settings, { ...account, name: 'renamed' });
  expect(settings.get()).toMatchObject({ accounts: [{ name: 'renamed' }], activeAccountId: null });
  expect(savedAccount(settings, 'RENAMED').id).toBe(account.id);
  expect(() => savedAccount(settings, undefined)).toThrow('No service was given');
  expect(() => savedAccount(settings, 'other')).toThrow('Saved accounts: renamed');
});

test('environment secrets take precedence and are never stored', async () => {
  const stored = memorySecrets({ 'other/secret': 'kept' });
  const names = accountSecretNames('a');
  const layered = withEnvironmentSecrets(stored, 'a', secrets);
  await layered.set(names.password, 'pass-phrase');
  expect(await layered.get(names.password)).toBe('pass-phrase');
  expect(await stored.get(names.password)).toBeNull();
  expect(await layered.get('other/secret')).toBe('kept');
  await layered.set('other/secret', 'new');
  expect(await stored.get('other/secret')).toBe('new');
});
