/** Actions on test versions through the core, against a real service. */
import { expect, test } from 'vitest';
import { builtInAccountId } from '../../../main/core/service/built-in-account.ts';
import type { Core } from '../../../main/core.ts';
import { accountSecretNames } from '../../../main/settings/accounts.ts';
import { memorySecrets } from '../../../main/settings/secrets.ts';
import { noRecipients } from '../../../main/settings/settings-schema.ts';
import { startFaultProxy } from '../api/fault-proxy.ts';
import { openCore, startedCore, upload, writeBuild } from './core-world.ts';

const own = { accountId: builtInAccountId } as const;

/** Starts a core whose service has three versions of one application. */
async function world() {
  const secrets = memorySecrets();
  const { builds, ...opened } = await startedCore(secrets);
  const target = {
    ...own,
    area: 'testingdist',
    activate: false,
    recipients: noRecipients,
  } as const;
  for (const code of [1, 2, 3]) {
    const path = await writeBuild(builds, `notes-${code}.apk`, code);
    await opened.core.uploads.add({ ...target, paths: [path] });
    await upload(opened.core, (view) => view.path === path && view.state === 'done');
  }
  const [application] = await opened.core.apps.list(own);
  const applicationId = application?.id ?? 0;
  const versions = (await opened.core.apps.get({ ...own, applicationId })).profiles;
  return { ...opened, secrets, applicationId, ids: versions.map(({ id }) => id) };
}

/** Records the versions of each `changed` event as ids with states; undefined without versions. */
function recordChanges(core: Core): readonly unknown[] {
  const changes: unknown[] = [];
  core.apps.events.on('changed', ({ versions }) => {
    changes.push(versions?.map(({ id, isActive }) => [id, isActive]));
  });
  return changes;
}

async function activeOf(core: Core, applicationId: number): Promise<number[]> {
  const { profiles } = await core.apps.get({ ...own, applicationId });
  return profiles.filter(({ isActive }) => isActive).map(({ id }) => id);
}

test('a bulk change continues with the other versions if one fails', async () => {
  const { core, applicationId, ids } = await world();
  const changes = recordChanges(core);
  const gone = 99_999;
  const missing = { versionId: gone, failure: expect.objectContaining({ code: 'api/missing' }) };
  const [first = 0, second = 0, third = 0] = ids;
  const account = builtInAccountId;

  expect(
    await core.apps.setActive({ accountId: account, versionIds: [first, gone, second, first], active: true }),
  ).toEqual({
    done: [first, second],
    failed: [missing],
  });
  expect(await activeOf(core, applicationId)).toEqual([first, second]);
  expect(
    await core.apps.setActive({ accountId: account, versionIds: [first, second], active: false }),
  ).toEqual({
    done: [first, second],
    failed: [],
  });
  expect(await activeOf(core, applicationId)).toEqual([]);
  expect(await core.apps.removeVersions({ accountId: account, versionIds: [gone] })).toEqual({
    done: [],
    failed: [missing],
  });
  const off = [first, second].map((id) => [id, false]);
  expect(changes, 'each change is announced once, and nothing when nothing changed').toHaveLength(2);
  expect(changes[1]).toEqual(expect.arrayContaining(off));
  expect(await core.apps.removeVersions({ accountId: account, versionIds: [first, gone, third] })).toEqual({
    done: [first, third],
    failed: [missing],
  });
  const left = await core.apps.get({ accountId: account, applicationId });
  expect(left.profiles.map(({ id }) => id)).toEqual([second]);
  await expect(core.apps.version({ accountId: account, versionId: first })).rejects.toMatchObject({
    code: 'api/missing',
  });
  const stranger = await core.apps.removeVersions({ accountId: 'nobody', versionIds: [second] });
  expect(stranger.failed).toMatchObject([{ versionId: second, failure: { code: 'api/unknownAccount' } }]);
});

test('the last recipients of an application survive a restart', async () => {
  const { core, close, dataDir, secrets, applicationId, ids } = await world();
  const account = builtInAccountId;
  const { people } = core.service.service();
  const team = await people.createTeam('QA');
  const ada = await people.createMember({ name: 'Ada', email: 'ada@example.test' });
  await people.addToTeam(ada.id, team.id);
  const other = await people.createTeam('Short-lived');
  await people.addToTeam(ada.id, other.id);
  const [first = 0, second = 0] = ids;
  await core.apps.setActive({ accountId: account, versionIds: ids, active: true });
  expect(await core.apps.lastRecipients({ accountId: account, applicationId })).toBeNull();

  const recipients = { teamIds: [team.id, other.id], memberIds: [ada.id], emails: ['new@example.test'] };
  await core.apps.send({ accountId: account, versionId: first, recipients });
  expect(await core.apps.lastRecipients({ accountId: account, applicationId })).toEqual(recipients);
  const refused = { ...recipients, teamIds: [99_999] };
  await expect(
    core.apps.send({ accountId: account, versionId: second, recipients: refused }),
  ).rejects.toMatchObject({ code: /^api\// });
  expect(
    await core.apps.lastRecipients({ accountId: account, applicationId }),
    'a failed send is not saved',
  ).toEqual(recipients);

  const goes = await core.apps.removal({ accountId: account, applicationId, versionIds: [first] });
  expect(goes.versions.map(({ id }) => id)).toEqual([first]);
  expect(goes.people, 'nobody is mailed without a mail server').toEqual([]);
  expect((await core.apps.removal({ accountId: account, applicationId })).versions).toHaveLength(3);

  await people.removeTeam(other.id);
  await close();
  const { core: again } = await openCore(dataDir, secrets);
  expect(await again.apps.lastRecipients({ accountId: account, applicationId })).toEqual({
    ...recipients,
    teamIds: [team.id],
  });
  await expect(again.apps.lastRecipients({ accountId: 'nobody', applicationId })).rejects.toMatchObject({
    code: 'settings/unknownAccount',
  });
  await again.apps.remove({ accountId: account, applicationId });
  expect(await again.apps.lastRecipients({ accountId: account, applicationId })).toBeNull();
});

/** Adds a remote account for the same service behind a proxy that injects faults. */
async function farWorld() {
  const made = await world();
  const { core, secrets } = made;
  const proxy = await startFaultProxy(core.service.service().url);
  const near = accountSecretNames(builtInAccountId);
  const far = accountSecretNames('far');
  await secrets.set(far.password, (await secrets.get(near.password)) ?? '');
  await secrets.set(far.clientSecret, (await secrets.get(near.clientSecret)) ?? '');
  core.settings.update((now) => {
    const own = now.accounts.find(({ id }) => id === builtInAccountId);
    if (!own) throw new Error('the built-in account is missing');
    const there = { ...own, id: 'far', kind: 'remote', baseUrl: proxy.url, authUrl: proxy.url } as const;
    return { ...now, accounts: [...now.accounts, there] };
  });
  return { ...made, proxy };
}

test('an activation that changes nothing is reported as failed', async () => {
  const { core, proxy, applicationId, ids } = await farWorld();
  const [first = 0, second = 0] = ids;
  await core.apps.setOneActive({ accountId: 'far', versionId: second, active: true });
  const responseFor = async (id: number) =>
    ({
      kind: 'answer',
      status: 200,
      body: JSON.stringify(await core.apps.version({ accountId: 'far', versionId: id })),
    }) as const;
  const switching = new RegExp(`/${first}/activate$`);
  for (const about of [first, second]) {
    proxy.fault(switching, await responseFor(about));
    expect(
      await core.apps.setActive({ accountId: 'far', versionIds: [first, second], active: true }),
    ).toEqual({
      done: [second],
      failed: [{ versionId: first, failure: expect.objectContaining({ code: 'core/activationUnchanged' }) }],
    });
  }
  proxy.fault(switching, await responseFor(second));
  await expect(
    core.apps.setOneActive({ accountId: 'far', versionId: first, active: true }),
  ).rejects.toMatchObject({ code: 'core/activationUnchanged' });
  expect(await activeOf(core, applicationId)).toEqual([second]);
});

test('sending succeeds without a duplicate message if the response is lost', async () => {
  const { core, proxy, applicationId, ids } = await farWorld();
  const [first = 0] = ids;
  await core.apps.setOneActive({ accountId: 'far', versionId: first, active: true });
  proxy.fault(/\/send$/, { kind: 'cut-after' });
  const recipients = { teamIds: [], memberIds: [], emails: ['ada@example.test'] };
  const sent = await core.apps.send({ accountId: 'far', versionId: first, recipients });
  expect(sent.lastSendDateTimeUtc).not.toBeNull();
  expect(await core.apps.lastRecipients({ accountId: 'far', applicationId })).toEqual(recipients);
  await core.service.service().idle();
  expect((await core.service.service().outbox.list()).map(({ to }) => to)).toEqual(recipients.emails);
});
