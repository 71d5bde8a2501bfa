import { expect, test } from 'vitest';
import { builtInAccountId } from '../../../main/core/service/built-in-account.ts';
import { memorySecrets } from '../../../main/settings/secrets.ts';
import { tokenOf } from '../../sign-in.ts';
import { startHost } from '../service/service-host.ts';
import { freshCore, freshFolders, openCore, startedCore, upload, writeBuild } from './core-world.ts';

test('front ends with separate secret stores can each sign in', async () => {
  const { dataDir } = await freshFolders();
  const [window, terminal] = [memorySecrets(), memorySecrets()];
  const made: boolean[] = [];
  for (const secrets of [window, terminal, terminal, window]) {
    const { core, close } = await openCore(dataDir, secrets);
    await core.service.start();
    const { firstUser, url } = core.service.service();
    made.push(firstUser !== null);
    if (firstUser) expect(await tokenOf(url, firstUser)).toMatch(/^\S{20,}$/);
    expect(await core.apps.list({ accountId: builtInAccountId })).toEqual([]);
    await close();
  }
  expect(made).toEqual([true, true, false, true]);
});

test('a service started for one command saves no account or settings', async () => {
  const { dataDir, ...first } = await freshCore();
  await first.core.service.start({ remember: false });
  await first.core.service.service().people.createTeam('QA');
  expect(first.core.service.service().firstUser).toBeNull();
  expect(await first.core.accounts.list()).toEqual([]);
  expect(first.core.settings.get().builtInService).toMatchObject({
    enabled: false,
    port: 0,
    mailServer: null,
  });
  await first.close();

  const second = await openCore(dataDir);
  await second.core.service.start();
  const { people, firstUser } = second.core.service.service();
  expect((await people.list()).teams).toMatchObject([{ name: 'QA' }]);
  expect(firstUser).toMatchObject({ userName: 'slipway', clientId: 'slipway-desktop' });
});

test('users and clients that Slipway itself uses cannot be changed', async () => {
  const { core } = await startedCore();
  const { identity, url } = core.service.service();
  const calls = [
    identity.resetPassword('slipway', 'a new password'),
    identity.removeUser('slipway'),
    identity.renewClient('slipway-desktop'),
    identity.removeClient('slipway-desktop'),
  ];
  await Promise.all(calls.map((call) => expect(call).rejects.toMatchObject({ code: 'core/ownCredentials' })));
  expect(await core.apps.list({ accountId: builtInAccountId })).toEqual([]);

  await identity.createUser('ci', 'first password');
  await expect(identity.resetPassword('ci', 'short')).rejects.toMatchObject({ code: 'service/weakPassword' });
  await identity.resetPassword('ci', 'second password');
  const client = await identity.createClient('ci');
  await expect(identity.createClient('ci')).rejects.toMatchObject({ code: 'service/taken' });
  const renewed = await identity.renewClient('ci');
  expect(await identity.accepts({ userName: 'ci', password: 'second password', ...renewed })).toBe(true);
  expect(await identity.accepts({ userName: 'ci', password: 'second password', ...client })).toBe(false);
  expect(await identity.accepts({ userName: 'ci', password: 'first password', ...renewed })).toBe(false);
  expect(await identity.accepts({ userName: 'nobody', password: 'second password', ...renewed })).toBe(false);
  expect(await tokenOf(url, { userName: 'ci', password: 'second password', ...renewed })).toMatch(
    /^\S{20,}$/,
  );
  await identity.removeUser('ci');
  await identity.removeClient('ci');
  expect([await identity.users(), await identity.clients()]).toEqual([['slipway'], ['slipway-desktop']]);
});

test('links use the public URL while Slipway itself uses the local URL', async () => {
  const { core, builds } = await freshCore();
  const publicUrl = 'https://builds.example.test/slipway';
  await core.service.start({ host: '127.0.0.1', publicUrl: `${publicUrl}/` });
  const { url, localUrl } = core.service.service();
  expect(url).toBe(publicUrl);
  expect(core.service.status().url).toBe(publicUrl);
  expect((await core.accounts.list())[0]).toMatchObject({ baseUrl: localUrl, authUrl: localUrl });
  const [queued] = await core.uploads.add({
    paths: [await writeBuild(builds, 'notes.apk', 1)],
    accountId: builtInAccountId,
    area: 'testingdist',
    activate: true,
    recipients: { teamIds: [], memberIds: [], emails: ['ada@example.test'] },
  });
  const done = await upload(core, (view) => view.id === queued?.id && view.state === 'done');
  expect(done.target?.installLink).toMatch(`${publicUrl}/install/`);
  const [message] = await core.service.service().outbox.list();
  expect(message?.installLink).toMatch(`${publicUrl}/install/`);
  await core.service.stop({ remember: false });
  await core.service.start();
  expect(core.service.service()).toMatchObject({ url: publicUrl, localUrl });
});

test('a start without a public URL or with an unknown host is refused', async () => {
  await expect(startHost({ host: '0.0.0.0' })).rejects.toMatchObject({
    code: 'service/publicUrl',
    message: expect.stringContaining('--public-url'),
  });
  await expect(startHost({ host: 'x'.repeat(64) })).rejects.toMatchObject({ code: 'service/noHost' });
});
