import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { Redactor } from '../../../main/base/log/redact.ts';
import { type AccountInput, createAccounts } from '../../../main/settings/accounts.ts';
import type { FolderInput } from '../../../main/settings/folder-rule.ts';
import { createFolders } from '../../../main/settings/folders.ts';
import { memorySecrets } from '../../../main/settings/secrets.ts';
import { noRecipients } from '../../../main/settings/settings-schema.ts';
import { memorySettings } from '../../../main/settings/settings-store.ts';
import { collectedLog } from '../../fakes/collected-log.ts';

function fresh() {
  const settings = memorySettings({}, collectedLog().log);
  const secrets = memorySecrets();
  const redactor = new Redactor();
  return {
    settings,
    redactor,
    secrets,
    accounts: createAccounts({ settings, secrets, redactor }),
    folders: createFolders(settings),
  };
}

const input: AccountInput = {
  name: 'Work',
  authUrl: 'https://auth.example.test/',
  baseUrl: 'https://api.example.test',
  userName: 'ada',
  clientId: 'app',
  scope: 'distribution',
  mode: 'plain',
  vendor: 'acme',
  installLinkTemplate: null,
  password: 'a-password',
  clientSecret: 'a-secret',
};

test('store() separates an account from its secrets', async () => {
  const { accounts, settings, redactor } = fresh();
  const { account, secrets } = await accounts.prepare(input);
  expect(settings.get().accounts).toEqual([]);
  await accounts.store(account, secrets);
  expect(account).toMatchObject({ name: 'Work', authUrl: 'https://auth.example.test', kind: 'remote' });
  expect(settings.get().activeAccountId).toBe(account.id);
  expect(JSON.stringify(settings.get())).not.toContain('a-password');
  expect(await accounts.secrets(account.id)).toEqual({ password: 'a-password', clientSecret: 'a-secret' });
  expect(redactor.text('it is a-password')).not.toContain('a-password');
});

test.each([
  [
    { baseUrl: 'https://api.example.test/api/v3' },
    'Service address: Enter https://api.example.test, without /api/v3',
  ],
  [
    { authUrl: 'https://auth.example.test/identity/connect/token' },
    'Sign-in address: Enter https://auth.example.test, without /identity/connect/token',
  ],
  [{ userName: '' }, 'User name: fill it in.'],
])('prepare() explains an API path or a missing field: %j', async (change, message) => {
  const { accounts } = fresh();
  await expect(accounts.prepare({ ...input, ...change })).rejects.toMatchObject({
    code: 'settings/invalid',
    message,
  });
  const vendor = 'acme.mobile_dist-2';
  expect((await accounts.prepare({ ...input, vendor })).account).toMatchObject({ vendor });
});

test('prepare() keeps the stored secrets if the input has none', async () => {
  const { accounts } = fresh();
  const first = await accounts.prepare(input);
  await accounts.store(first.account, first.secrets);
  const { password: _, clientSecret: __, ...rest } = input;
  const edited = await accounts.prepare({ ...rest, id: first.account.id, name: 'Renamed' });
  expect(edited.account).toMatchObject({ id: first.account.id, name: 'Renamed' });
  expect(edited.secrets).toEqual(first.secrets);
});

test.each([{ authUrl: 'https://elsewhere.example.test' }, { baseUrl: 'https://elsewhere.example.test' }])(
  'prepare() requires the password again for a different address: %o',
  async (change) => {
    const { accounts } = fresh();
    const { account, secrets } = await accounts.prepare(input);
    await accounts.store(account, secrets);
    const { password: _, clientSecret: __, ...rest } = input;
    await expect(accounts.prepare({ ...rest, ...change, id: account.id })).rejects.toMatchObject({
      code: 'settings/invalid',
      message: 'Enter the password again: the address has changed.',
    });
  },
);

test('prepare() accepts new secrets when stored secrets cannot be read', async () => {
  const { accounts, secrets } = fresh();
  const { account, secrets: given } = await accounts.prepare(input);
  await accounts.store(account, given);
  secrets.get = () => Promise.reject(new Error('damaged'));
  expect((await accounts.prepare({ ...input, id: account.id })).secrets).toEqual(given);
});

test('remove() keeps an account whose secrets cannot be removed', async () => {
  const { accounts, secrets, settings } = fresh();
  const prepared = await accounts.prepare(input);
  await accounts.store(prepared.account, prepared.secrets);
  secrets.remove = () => Promise.reject(new Error('locked'));
  await expect(accounts.remove(prepared.account.id)).rejects.toThrow('locked');
  expect(settings.get().accounts).toHaveLength(1);
});

test.each([
  [{ name: ' ' }, /Name/],
  [{ authUrl: 'example.test' }, /Sign-in address.*https:/],
  [{ baseUrl: 'ftp://example.test' }, /Service address/],
  [{ baseUrl: 'https://ada:a-password@api.example.test' }, /Service address.*without a user name/],
  [{ authUrl: 'https://auth.example.test/?key=a-secret' }, /Sign-in address.*without/],
  [{ vendor: 'a/b' }, /Vendor: Use only letters/],
  [{ password: '' }, /password/],
  [{ clientSecret: '' }, /client secret/],
])('prepare() names the invalid field of %o', async (change, message) => {
  const { accounts } = fresh();
  await expect(accounts.prepare({ ...input, ...change })).rejects.toMatchObject({
    code: 'settings/invalid',
    field: Object.keys(change)[0],
    message: expect.stringMatching(message),
  });
});

test('an unknown account or a missing secret is an error', async () => {
  const { accounts, secrets } = fresh();
  expect(() => accounts.get('nobody')).toThrow(expect.objectContaining({ code: 'settings/unknownAccount' }));
  const prepared = await accounts.prepare(input);
  await accounts.store(prepared.account, prepared.secrets);
  await secrets.remove(`account/${prepared.account.id}/password`);
  await expect(accounts.secrets(prepared.account.id)).rejects.toMatchObject({ remedy: 'sign-in' });
});

test('remove() rejects an account that a folder uses', async () => {
  const { accounts, folders, secrets, settings } = fresh();
  const prepared = await accounts.prepare(input);
  await accounts.store(prepared.account, prepared.secrets);
  const folder = folders.prepare(folderInput(prepared.account.id));
  folders.store(folder);
  await expect(accounts.remove(prepared.account.id)).rejects.toMatchObject({ code: 'settings/accountInUse' });
  folders.remove(folder.id);
  await accounts.remove(prepared.account.id);
  expect(settings.get()).toMatchObject({ accounts: [], activeAccountId: null });
  expect(await secrets.get(`account/${prepared.account.id}/password`)).toBeNull();
});

function folderInput(accountId: string, path = resolve('/builds')): FolderInput {
  return {
    path,
    accountId,
    area: 'testingdist',
    activate: true,
    recipients: noRecipients,
    sendAnyway: false,
    existingBuilds: 'none',
  };
}
