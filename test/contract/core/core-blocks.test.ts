/** Uploads of an account that is blocked until it signs in again. */
import { expect, test } from 'vitest';
import type { AccountView } from '../../../main/settings/account-view.ts';
import { startFaultProxy } from '../api/fault-proxy.ts';
import { startHost } from '../service/service-host.ts';
import { freshCore, upload, writeBuild } from './core-world.ts';

const noRecipients = { teamIds: [], memberIds: [], emails: [] };

async function blockAccount() {
  const host = await startHost();
  const user = await host.service.identity.renewFirstUser();
  const proxy = await startFaultProxy(host.service.url);
  const { core, builds } = await freshCore();
  const input = {
    name: 'Work',
    authUrl: proxy.url,
    baseUrl: proxy.url,
    userName: user.userName,
    clientId: user.clientId,
    scope: 'api',
    mode: 'plain' as const,
    vendor: 'slipway',
    installLinkTemplate: null,
    password: user.password,
    clientSecret: user.clientSecret,
  };
  const account: AccountView = await core.accounts.save(input);
  const refused = { kind: 'answer', status: 401, body: '{"title":"The token is unknown"}' } as const;
  proxy.fault(/^POST .*profiles/, refused, { times: 2 });
  const paths = [await writeBuild(builds, 'one.apk', 1)];
  const target = {
    accountId: account.id,
    area: 'testingdist',
    activate: false,
    recipients: noRecipients,
  } as const;
  await core.uploads.add({ ...target, paths });
  const blocked = await upload(core, (view) => view.block !== null);
  return { core, input, account, user, blocked, identity: host.service.identity };
}

test('a sign-in resumes the blocked uploads', async () => {
  const { core, account, blocked } = await blockAccount();
  expect(blocked).toMatchObject({ state: 'queued', block: { remedy: 'sign-in' } });
  expect(core.uploads.blocks()).toMatchObject([{ accountId: account.id, until: null }]);
  await core.accounts.signIn({ id: account.id });
  expect(await upload(core, (view) => view.state === 'done')).toMatchObject({ id: blocked.id });
  expect(core.uploads.blocks()).toEqual([]);
});

test('retrying a blocked account reports a failed sign-in', async () => {
  const { core, account, user, blocked, input, identity } = await blockAccount();
  await identity.resetPassword(user.userName, 'another-password-1');
  await expect(core.uploads.release(account.id)).rejects.toMatchObject({ code: 'api/credentialsRefused' });
  expect(core.uploads.blocks()).toHaveLength(1);
  await core.accounts.save({ ...input, id: account.id, password: 'another-password-1' });
  expect(await upload(core, (view) => view.state === 'done')).toMatchObject({ id: blocked.id });
});

test('blocked uploads fail when their account is removed', async () => {
  const { core, account, blocked } = await blockAccount();
  await core.accounts.remove({ id: account.id });
  expect(await upload(core, (view) => view.state === 'failed')).toMatchObject({
    id: blocked.id,
    failure: { code: 'api/unknownAccount' },
  });
  expect(core.uploads.blocks()).toEqual([]);
});
