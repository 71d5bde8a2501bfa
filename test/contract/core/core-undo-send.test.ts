import { json } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { builtInAccountId } from '../../../main/core/service/built-in-account.ts';
import type { Core } from '../../../main/core.ts';
import { memorySecrets } from '../../../main/settings/secrets.ts';
import { noRecipients } from '../../../main/settings/settings-schema.ts';
import { reply, serverOf, withToken } from '../../unit/api/api-world.ts';
import { mailLogin, startMailServer } from '../service/mail-server.ts';
import { openCore, startedCore, upload, writeBuild } from './core-world.ts';

const accountId = builtInAccountId;
const ada = { ...noRecipients, emails: ['ada@example.test'] };

/** Starts a core whose built-in service has a mail server and an active version. */
async function mailWorld(delay = 30) {
  const server = await startMailServer();
  const secrets = memorySecrets();
  const started = await startedCore(secrets);
  const { core, builds } = started;
  const settings = {
    ...{ host: '127.0.0.1', port: server.port, secure: false, requireTls: false, plainText: true as const },
    ...{ userName: mailLogin.userName, from: 'builds@example.test' },
  };
  await core.service.setMailServer(settings, mailLogin.password);
  await core.uploads.add({
    ...{ accountId, area: 'testingdist', activate: true, recipients: noRecipients },
    paths: [await writeBuild(builds, 'one.apk', 1)],
  });
  const { target } = await upload(core, ({ state }) => state === 'done');
  const versionId = target?.versionId ?? 0;
  const send = (delaySeconds = delay) =>
    core.apps.send({ accountId, versionId, recipients: ada, sendAnyway: true, delaySeconds });
  return { ...started, secrets, server, versionId, send };
}

async function undo(core: Core, version: Awaited<ReturnType<Core['apps']['send']>>): Promise<void> {
  await core.apps.undoSend({ versionId: version.id, at: version.lastSendDateTimeUtc ?? '' });
}

const outbox = async (core: Core) =>
  (await core.administration.outbox()).map(({ to, state }) => [to, state] as const);

describe('delayed mail', () => {
  test('is removed with its recipient by an undo within the delay', async () => {
    const { core, server, versionId, send } = await mailWorld();
    const sent = await send();
    expect(sent.profileMembers).toMatchObject([{ mailState: 'waiting' }]);
    await undo(core, sent);
    await core.service.service().idle();
    expect(server.received).toEqual([]);
    expect(await outbox(core)).toEqual([]);
    expect(await core.apps.version({ accountId, versionId })).toMatchObject({
      profileMembers: [],
      lastSendDateTimeUtc: null,
    });
  });

  test('cannot be undone once the mail server has accepted it', async () => {
    const { core, server, send } = await mailWorld(1);
    const sent = await send();
    await core.service.service().idle();
    await expect(undo(core, sent)).rejects.toMatchObject({ code: 'service/mailLeft' });
    expect(server.received).toHaveLength(1);
    expect(await outbox(core)).toEqual([['ada@example.test', 'mailed']]);
  });

  test('is sent once if Slipway quits during the delay', async () => {
    const { server, dataDir, secrets, send, close } = await mailWorld(2);
    await send();
    await close();
    const again = await openCore(dataDir, secrets);
    await again.core.service.service().idle();
    expect(server.received).toHaveLength(1);
    expect(await outbox(again.core)).toEqual([['ada@example.test', 'mailed']]);
  });

  test('keeps the time of the previous send when undone', async () => {
    const { core, versionId, send } = await mailWorld();
    const first = await send(0);
    await core.service.service().idle();
    await undo(core, await send());
    const version = await core.apps.version({ accountId, versionId });
    expect(version.lastSendDateTimeUtc).toBe(first.lastSendDateTimeUtc);
    expect(version.profileMembers).toMatchObject([
      { mailState: 'mailed', lastShareDateTimeUtc: version.lastSendDateTimeUtc },
    ]);
  });
});

test('a send to another service omits delaySeconds', async () => {
  const { core, versionId } = await mailWorld();
  const version = await core.apps.version({ accountId, versionId });
  const bodies: unknown[] = [];
  const url = await serverOf(
    withToken(async (request, response) => {
      if (request.method === 'POST') bodies.push(await json(request));
      reply(response, 200, version);
    }),
  );
  const account = await core.accounts.save({
    ...{ name: 'Work', authUrl: url, baseUrl: url, scope: 'api', mode: 'plain', vendor: 'acme' },
    ...{ installLinkTemplate: null, userName: 'ann', clientId: 'ci', password: 'pass', clientSecret: 'word' },
  });
  await core.apps.send({ accountId: account.id, versionId, recipients: ada, delaySeconds: 30 });
  expect(bodies).toEqual([ada]);
});

test('the delay of an undoable send may be 0', async () => {
  const { core, server, send } = await mailWorld(0);
  await send();
  await core.service.service().idle();
  expect(server.received).toHaveLength(1);
});
