/** An account that is held up by its sign-in goes on once a person has helped. */
import { expect, test } from 'vitest';
import type { AccountView } from '../../../main/settings/account-view.ts';
import { startFaultProxy } from '../api/fault-proxy.ts';
import { startHost } from '../service/service-host.ts';
import { freshCore, putBuild, upload } from './core-world.ts';

const nobody = { teamIds: [], memberIds: [], emails: [] };

async function heldUp() {
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
  const paths = [await putBuild(builds, 'one.apk', 1)];
  const target = { accountId: account.id, area: 'testingdist', activate: false, recipients: nobody } as const;
  await core.uploads.add({ ...target, paths });
  const held = await upload(core, (view) => view.block !== null);
  return { core, input, account, user, held, identity: host.service.identity };
}

test('signing in lets the uploads go on', async () => {
  const { core, account, held } = await heldUp();
  expect(held).toMatchObject({ state: 'queued', block: { remedy: 'sign-in' } });
  expect(core.uploads.blocks()).toMatchObject([{ accountId: account.id, until: null }]);
  await core.accounts.signIn({ id: account.id });
  expect(await upload(core, (view) => view.state === 'done')).toMatchObject({ id: held.id });
  expect(core.uploads.blocks()).toEqual([]);
});

test('trying again signs in first, and says why that fails', async () => {
  const { core, account, user, held, input, identity } = await heldUp();
  await identity.resetPassword(user.userName, 'another-password-1');
  await expect(core.uploads.release(account.id)).rejects.toMatchObject({ code: 'api/credentialsRefused' });
  expect(core.uploads.blocks()).toHaveLength(1);
  await core.accounts.save({ ...input, id: account.id, password: 'another-password-1' });
  expect(await upload(core, (view) => view.state === 'done')).toMatchObject({ id: held.id });
});

test('the uploads of an account that is taken away fail with what to do', async () => {
  const { core, account, held } = await heldUp();
  await core.accounts.remove({ id: account.id });
  expect(await upload(core, (view) => view.state === 'failed')).toMatchObject({
    id: held.id,
    failure: { code: 'api/unknownAccount' },
  });
  expect(core.uploads.blocks()).toEqual([]);
});
