/** Recipients' registered devices that are missing from a build's profile. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { builtInAccountId } from '../../../main/core/service/built-in-account.ts';
import { noRecipients } from '../../../main/settings/settings-schema.ts';
import { inEnglish } from '../../english.ts';
import { ipaWithProfile } from '../../unit/packages/profiles.ts';
import { newPhone, registerDevice } from '../service/register-device.ts';
import { freshFolders, openCore, upload } from './core-world.ts';

const publicUrl = 'https://builds.example.test';
const target = { accountId: builtInAccountId, area: 'testingdist' as const, activate: true };
const ann = { ...noRecipients, emails: ['Ann@example.test'] };
const listing = (udid: string, Name: string) =>
  ipaWithProfile({ Name, ExpirationDate: new Date('2099-01-31T12:00:00Z'), ProvisionedDevices: [udid] });
const warning = expect.stringMatching(/^The registered device of ann@example\.test is not in the profile/);

async function withDevice() {
  const { dataDir, builds } = await freshFolders();
  const { core } = await openCore(dataDir);
  await core.service.start();
  await core.service.setExposure({ host: null, publicUrl, proxyHops: 0, tls: false });
  const write = async (name: string, udid: string) => {
    const path = join(builds, name);
    await writeFile(path, listing(udid, name));
    return path;
  };
  const add = async (path: string, recipients = ann) => {
    const [view] = await core.uploads.add({ ...target, paths: [path], recipients });
    return upload(core, ({ id, state }) => id === view?.id && /^(done|asking|failed)$/.test(state));
  };
  const first = await add(await write('first.ipa', 'a'.repeat(40)), {
    ...noRecipients,
    emails: ['ann@example.test'],
  });
  await core.service.service().idle();
  const [message] = await core.service.service().outbox.list();
  const { localUrl } = core.service.service();
  await registerDevice((message?.installLink ?? '').replace(publicUrl, localUrl));
  return { core, write, add, first };
}

test("an upload needs confirmation if a recipient's device is not listed", async () => {
  const { core, write, add } = await withDevice();
  const path = await write('other.ipa', 'b'.repeat(40));
  const [preview] = await core.uploads.preview({ ...target, paths: [path], recipients: ann });
  expect(inEnglish(preview)).toMatchObject({ state: 'asking', sendWarnings: [warning] });
  const asking = await add(path);
  expect(inEnglish(asking)).toMatchObject({
    state: 'asking',
    sendWarnings: [warning],
    sendWarningLabel: 'Devices not in the profile.',
  });
  const others = { ...noRecipients, emails: ['ben@example.test'] };
  expect(await add(await write('ben.ipa', 'c'.repeat(40)), others)).toMatchObject({ state: 'done' });
  expect(await add(await write('listed.ipa', newPhone.UDID))).toMatchObject({ state: 'done' });
});

test('a manual send to an unlisted device needs confirmation', async () => {
  const { core, first } = await withDevice();
  const versionId = first.target?.versionId ?? 0;
  const send = { accountId: builtInAccountId, versionId, recipients: ann };
  await expect(core.apps.send(send)).rejects.toMatchObject({
    code: 'core/sendNotConfirmed',
    message: expect.stringContaining('The registered device of ann@example.test is not in the profile'),
  });
  const { people } = core.service.service();
  const member = (await people.list()).members[0]?.id ?? 0;
  const byId = { ...send, recipients: { ...noRecipients, memberIds: [member] } };
  await expect(core.apps.send(byId)).rejects.toMatchObject({ code: 'core/sendNotConfirmed' });
  await core.apps.send({ ...send, sendAnyway: true });
});

test('a version of the built-in service shows which devices can install it', async () => {
  const { core, first } = await withDevice();
  const versionId = first.target?.versionId ?? 0;
  const installability = (id: number) =>
    core.apps.installability({ accountId: builtInAccountId, versionId: id });
  expect(inEnglish(await installability(versionId))).toMatchObject({
    kind: 'few-devices',
    reasons: [{ kind: 'few-devices', text: expect.stringMatching(/^Ad hoc profile: installs on/) }],
  });
  expect(await installability(versionId + 1000)).toBeNull();
});

test('versionDevices marks unlisted devices and omits removed devices', async () => {
  const { core, first } = await withDevice();
  const versionId = first.target?.versionId ?? 0;
  const devices = await core.administration.versionDevices({ versionId });
  expect(devices).toEqual([
    { id: devices[0]?.id, email: 'ann@example.test', product: 'iPhone15,2', isListed: false },
  ]);
  const changes: unknown[] = [];
  core.administration.events.on('changed', (change) => changes.push(change));
  await core.administration.removeDevice({ id: devices[0]?.id ?? 0 });
  expect(changes).toContainEqual({ what: 'people' });
  expect(await core.administration.versionDevices({ versionId })).toEqual([]);
  expect((await core.administration.exportDevices()).text).toBe('Device ID\tDevice Name\tDevice Platform\n');
});
