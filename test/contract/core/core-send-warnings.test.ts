/**
 * Confirmations before sending a build that no device can install, or a link that works on no other computer.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toFailure } from '../../../main/base/errors.ts';
import { builtInAccountId } from '../../../main/core/service/built-in-account.ts';
import type { Core } from '../../../main/core.ts';
import { textOf } from '../../../main/messages/text.ts';
import { noRecipients } from '../../../main/settings/settings-schema.ts';
import { inEnglish } from '../../english.ts';
import { sampleIpa } from '../../unit/packages/builds.ts';
import { mailLogin, startMailServer } from '../service/mail-server.ts';
import { freshFolders, openCore, upload, writeBuild } from './core-world.ts';

const ada = { ...noRecipients, emails: ['ada@example.test'] };
const target = { accountId: builtInAccountId, area: 'testingdist' as const, activate: true };

async function withService({ mail = false, publicUrl = null as string | null } = {}) {
  const { dataDir, builds } = await freshFolders();
  const server = await startMailServer();
  const { core } = await openCore(dataDir);
  await core.service.start();
  if (publicUrl !== null) await core.service.setExposure({ host: null, publicUrl, proxyHops: 0, tls: false });
  if (mail) {
    const { password, userName } = mailLogin;
    const from = 'Builds <builds@example.test>';
    const settings = {
      host: '127.0.0.1',
      port: server.port,
      secure: false,
      requireTls: false,
      plainText: true as const,
      userName,
      from,
    };
    await core.service.setMailServer(settings, password);
  }
  return { core, builds, received: server.received };
}

const add = async (core: Core, path: string, sendAnyway = false, recipients = ada) => {
  const [view] = await core.uploads.add({ ...target, paths: [path], recipients, sendAnyway });
  return upload(core, ({ id, state }) => id === view?.id && /^(done|asking|failed)$/.test(state));
};

test('mail with a link that only works on this computer needs confirmation', async () => {
  const { core, builds, received } = await withService({ mail: true });
  const { url } = core.service.status();
  const asking = await add(core, await writeBuild(builds, 'one.apk', 1));
  expect(inEnglish(asking)).toMatchObject({ state: 'asking', package: { installWarnings: [] } });
  expect(inEnglish(asking.sendWarnings)).toEqual([
    expect.stringContaining(`leads to ${url}, which only works on this computer`),
  ]);
  expect(inEnglish(received)).toEqual([]);
  core.uploads.answer(asking.id, true);
  expect(
    inEnglish(await upload(core, ({ id, state }) => id === asking.id && state === 'done')),
  ).toMatchObject({
    sendWarnings: [],
  });
  await core.service.service().idle();
  expect(inEnglish(received.map(({ to }) => to))).toEqual([['ada@example.test']]);
  expect(inEnglish(await add(core, await writeBuild(builds, 'two.apk', 2), true))).toMatchObject({
    state: 'done',
  });
});

test('a public link, or a message to the outbox, needs no confirmation', async () => {
  const outside = await withService({ mail: true, publicUrl: 'https://builds.example.test' });
  expect(await add(outside.core, await writeBuild(outside.builds, 'one.apk', 1))).toMatchObject({
    state: 'done',
  });
  const outbox = await withService();
  expect(await add(outbox.core, await writeBuild(outbox.builds, 'one.apk', 1))).toMatchObject({
    state: 'done',
  });
  const localLink = await withService({ mail: true, publicUrl: 'http://localhost:8080' });
  expect(await add(localLink.core, await writeBuild(localLink.builds, 'one.apk', 1))).toMatchObject({
    state: 'asking',
  });
});

test('an upload shows whether its mail was sent and its version is active', async () => {
  const { core, builds } = await withService();
  const written = await add(core, await writeBuild(builds, 'one.apk', 1));
  expect(written).toMatchObject({ state: 'done', mail: 'not-mailed' });
  const [view] = await core.uploads.add({
    ...{ ...target, activate: false, recipients: noRecipients },
    paths: [await writeBuild(builds, 'two.apk', 2)],
  });
  const off = await upload(core, ({ id, state }) => id === view?.id && state === 'done');
  expect(off).toMatchObject({ activate: false, target: { installLink: null } });
  const versionId = off.target?.versionId ?? 0;
  await core.apps.setActive({ accountId: builtInAccountId, versionIds: [versionId], active: true });
  expect(core.uploads.get(off.id)).toMatchObject({
    activate: true,
    target: { installLink: expect.stringContaining('/install/') },
  });
  const again = core.uploads.sendAgain(off.id, noRecipients);
  await core.apps.setActive({ accountId: builtInAccountId, versionIds: [versionId], active: false });
  await upload(core, ({ id, state }) => id === again.id && state === 'done');
  expect(core.uploads.get(off.id)?.activate).toBe(core.uploads.get(again.id)?.activate);
});

test('manual sending requires the same confirmation as an upload', async () => {
  const { core, builds, received } = await withService({ mail: true });
  const path = join(builds, 'unsigned.ipa');
  await writeFile(path, sampleIpa());
  const { target: sent } = await add(core, path, false, noRecipients);
  const versionId = sent?.versionId ?? 0;
  await expect(
    core.apps.send({ accountId: builtInAccountId, versionId, recipients: ada }),
  ).rejects.toMatchObject({
    code: 'core/sendNotConfirmed',
    message: expect.stringMatching(/^Nothing has been sent yet\. Not signed: .* only works on this computer/),
  });
  const failure = toFailure(
    await core.apps.send({ accountId: builtInAccountId, versionId, recipients: ada }).catch((error) => error),
  );
  expect(textOf(failure, 'de')).toMatch(
    /^Es wurde noch nichts gesendet\. Nicht signiert: Ohne .* Dienstes an, wie/,
  );
  await core.apps.send({ accountId: builtInAccountId, versionId, recipients: ada, sendAnyway: true });
  await core.service.service().idle();
  expect(received).toHaveLength(1);
});
