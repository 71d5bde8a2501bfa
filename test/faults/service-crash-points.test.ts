/**
 * Kills the service before each change that a request makes to its data. Afterwards the request is complete
 * or has no effect, and every confirmed request is complete.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ListedTestApplication, TestApplication, TestVersion } from '../../main/api/wire.ts';
import { metadataOf } from '../contract/service/resumable-client.ts';
import { flushesFolders } from '../fakes/systems.ts';
import { temporaryFolder } from '../fakes/temporary-folder.ts';
import { recipeOf } from '../unit/delta/recipes.ts';
import { sampleApk } from '../unit/packages/builds.ts';
import {
  applications,
  expectWhole,
  profiles,
  sha256,
  startUnderFault,
  sweepNow,
  type UnderFault,
} from './service-under-fault.ts';
import { everything } from './tally.ts';

type Change<Ready> = {
  /** Prepares the change without a fault. */
  ready(service: UnderFault, round: number): Promise<Ready>;
  change(service: UnderFault, ready: Ready): Promise<Response | null>;
  /** True if the change is complete after the next start; throws if it is incomplete. */
  isDone(service: UnderFault, ready: Ready, dataDir: string): Promise<boolean>;
};

const build = (round: number, versionCode = 7): Buffer =>
  sampleApk({ id: `dev.example.build${round}`, paddingBytes: 150_000, versionCode });

async function uploadedVersion(service: UnderFault, apk: Buffer): Promise<TestVersion> {
  const answer = await service.upload(applications, apk);
  const made = answer && ((await answer.json()) as TestApplication);
  const [version] = made?.profiles ?? [];
  if (!version) throw new Error('the upload brought no version');
  return version;
}

/**
 * Records the fault points of the change. Then kills the service before each point, and after the response.
 * Returns the points.
 */
async function killAtEachPoint<Ready>({ ready, change, isDone }: Change<Ready>): Promise<readonly string[]> {
  const dataDir = join(await temporaryFolder(), 'service');
  let service = await startUnderFault(dataDir);
  const { user } = service;
  const first = await ready(service, 0);
  await service.plan({ kind: 'watch' });
  expect((await change(service, first))?.ok).toBe(true);
  const points = (await service.points()) ?? [];
  expect(await isDone(service, first, dataDir)).toBe(true);
  const outcomes = new Set<boolean>();
  for (const at of [...killPoints(points), points.length + 1]) {
    const when = `killed before ${points[at - 1] ?? 'nothing more'} (${at} of ${points.length})`;
    const made = await ready(service, at);
    await service.plan({ kind: 'kill', at });
    const answer = await change(service, made);
    // The service continues to work after its response. Waits until it is idle.
    await service.points();
    service.kill();
    await service.ended;
    service = await startUnderFault(dataDir, { user });
    // The next start completes the background work.
    await service.points();
    const done = await isDone(service, made, dataDir);
    if (answer !== null) expect([answer.ok, done], when).toEqual([true, true]);
    await sweepNow(dataDir);
    await expectWhole(service, dataDir, when);
    await removeAll(service);
    outcomes.add(done);
  }
  // At least one point must be before the change and one after it.
  expect([...outcomes].sort()).toEqual([false, true]);
  await service.stop();
  return points;
}

/**
 * Returns the numbers of the points to kill at, every fourth in a short run. One kill right before the end of
 * a transaction is enough, because the transaction writes to the disk only then.
 */
function killPoints(points: readonly string[]): readonly number[] {
  let within = false;
  const all = points.flatMap((point, index) => {
    if (point.startsWith('BEGIN')) within = true;
    if (point === 'COMMIT') within = false;
    return within ? [] : [index + 1];
  });
  return everything ? all : all.filter((_, index) => index % 4 === 0);
}

/** Empties the service, so that each round stays small. */
async function removeAll(service: UnderFault): Promise<void> {
  for (const path of [applications, profiles]) {
    for (const { id } of await service.json<readonly { id: number }[]>(path)) {
      await service.call('DELETE', `${path}/${id}`);
    }
  }
}

async function messagesIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch((): string[] => []);
  const messages = names.filter((name) => name.endsWith('.eml'));
  return Promise.all(messages.map((name) => readFile(join(folder, name), 'utf8')));
}

async function hashesOf(service: UnderFault): Promise<readonly string[]> {
  const listed = await service.json<readonly ListedTestApplication[]>(applications);
  return listed.flatMap((application) =>
    application.profiles.flatMap((version) =>
      (version.profileFiles as { sha256: string }[]).map((file) => file.sha256),
    ),
  );
}

test('an upload is complete or absent after a kill at any point', async () => {
  const points = await killAtEachPoint({
    ready: async (_service, round) => build(round),
    change: (service, apk) => service.upload(applications, apk),
    isDone: async (service, apk) => (await hashesOf(service)).includes(sha256(apk)),
  });
  // The bytes must be durable before the file is renamed, and the file name before the record is committed.
  const folders = flushesFolders ? ['sync blobs/', 'sync blobs'] : [];
  const order = ['sync incoming/', 'rename incoming/', ...folders, 'COMMIT'];
  const positions = order.map((beginning) => points.findIndex((point) => point.startsWith(beginning)));
  expect(positions.includes(-1)).toBe(false);
  expect(positions).toEqual([...positions].sort((a, b) => a - b));
}, 300_000);

type Bytes = Uint8Array<ArrayBuffer>;

const uploadPath = '/api/v3/uploads/testingdist';
const pieceHeaders = { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' };

function sendPiece(
  service: UnderFault,
  path: string,
  offset: number,
  bytes: Buffer,
): Promise<Response | null> {
  const headers = { ...pieceHeaders, 'upload-offset': String(offset) };
  return service.call('PATCH', path, new Uint8Array(bytes), headers);
}

/** Continues the upload as a client does, until it has a result. */
async function resume(service: UnderFault, path: string, apk: Buffer): Promise<void> {
  const state = await service.call('HEAD', path, undefined, pieceHeaders);
  const offset = Number(state?.headers.get('upload-offset'));
  if (offset < apk.length) await sendPiece(service, path, offset, apk.subarray(offset));
  expect((await service.call('GET', path))?.status).toBe(200);
}

test('a resumed upload records one build after a kill at any point', async () => {
  await killAtEachPoint({
    ready: async (service, round) => {
      const apk = build(round);
      const headers = { 'tus-resumable': '1.0.0', 'upload-length': String(apk.length) };
      const started = await service.call('POST', uploadPath, undefined, headers);
      const path = new URL(started?.headers.get('location') ?? '').pathname;
      await sendPiece(service, path, 0, apk.subarray(0, 60_000));
      return { apk, path };
    },
    change: (service, { apk, path }) => sendPiece(service, path, 60_000, apk.subarray(60_000)),
    isDone: async (service, { apk, path }) => {
      const wasRecorded = (await hashesOf(service)).includes(sha256(apk));
      await resume(service, path, apk);
      expect((await hashesOf(service)).filter((hash) => hash === sha256(apk))).toHaveLength(1);
      return wasRecorded;
    },
  });
}, 300_000);

test('a recipe records one build after a kill at any point', async () => {
  await killAtEachPoint({
    ready: async (service, round) => {
      const [base, apk] = [1, 2].map((code) => new Uint8Array(build(round, code))) as [Bytes, Bytes];
      await uploadedVersion(service, Buffer.from(base));
      const recipe = await recipeOf(base, apk);
      const metadata = metadataOf({ filename: 'build.apk', base: sha256(base), size: String(apk.length) });
      const headers = {
        ...pieceHeaders,
        'upload-length': String(recipe.length),
        'upload-metadata': metadata,
      };
      const started = await service.call('POST', uploadPath, recipe.subarray(0, 100), headers);
      return { apk, recipe, path: new URL(started?.headers.get('location') ?? '').pathname };
    },
    change: (service, { recipe, path }) => sendPiece(service, path, 100, recipe.subarray(100)),
    isDone: async (service, { apk, recipe, path }) => {
      const wasRecorded = (await hashesOf(service)).includes(sha256(apk));
      await resume(service, path, recipe);
      expect((await hashesOf(service)).filter((hash) => hash === sha256(apk))).toHaveLength(1);
      return wasRecorded;
    },
  });
}, 300_000);

test('parallel uploads keep every confirmed build after a kill at any point', async () => {
  const dataDir = join(await temporaryFolder(), 'service');
  const builds = (round: number): Buffer[] => [1, 2, 3, 3].map((number) => build(10 * round + number));
  const uploadAll = (apks: readonly Buffer[]) =>
    Promise.all(apks.map((apk) => service.upload(applications, apk)));
  let service = await startUnderFault(dataDir);
  const { user } = service;
  await service.plan({ kind: 'watch' });
  await uploadAll(builds(0));
  const points = (await service.points()) ?? [];
  const moments = fc.sample(fc.integer({ min: 1, max: points.length }), 8);
  for (const [round, at] of moments.entries()) {
    const apks = builds(round + 1);
    await service.plan({ kind: 'kill', at });
    const answers = await uploadAll(apks);
    await service.points();
    service.kill();
    await service.ended;
    service = await startUnderFault(dataDir, { user });
    await sweepNow(dataDir);
    const { hashes } = await expectWhole(service, dataDir, `killed at ${at} of ${points.length}`);
    const answered = apks.filter((_, index) => answers[index]?.ok).map(sha256);
    const times = (list: readonly string[], hash: string) => list.filter((one) => one === hash).length;
    for (const hash of answered) expect(times(hashes, hash)).toBeGreaterThanOrEqual(times(answered, hash));
  }
  await service.stop();
}, 300_000);

test('a store upload is complete or absent after a kill at any point', async () => {
  await killAtEachPoint({
    ready: async (service, round) => {
      const apk = build(round);
      await uploadedVersion(service, apk);
      return apk;
    },
    change: (service, apk) => service.upload(profiles, apk),
    isDone: async (service, apk) => {
      const list = await service.json<readonly { items: readonly { link: string }[] }[]>(profiles);
      const links = list.flatMap((profile) => profile.items.map((item) => item.link));
      const hashes = await Promise.all(
        links.map(async (link) => sha256(new Uint8Array(await (await fetch(link)).arrayBuffer()))),
      );
      return hashes.includes(sha256(apk));
    },
  });
}, 300_000);

test('a deletion is complete or has no effect after a kill at any point', async () => {
  await killAtEachPoint({
    ready: (service, round) => uploadedVersion(service, build(round)),
    change: (service, version) => service.call('DELETE', `${applications}/${version.applicationId}`),
    isDone: async (service, version) => {
      const list = await service.json<readonly ListedTestApplication[]>(applications);
      return list.every(({ id }) => id !== version.applicationId);
    },
  });
}, 300_000);

test('a send request mails both recipients or none after a kill', async () => {
  await killAtEachPoint({
    ready: async (service, round) => {
      const version = await uploadedVersion(service, build(round));
      await service.call('POST', `${applications}/items/${version.id}/activate`);
      return { version, emails: ['ann', 'ben'].map((name) => `${name}${round}@example.com`) };
    },
    change: (service, { version, emails }) =>
      service.call('POST', `${applications}/items/${version.id}/send`, JSON.stringify({ emails })),
    isDone: async (service, { version, emails }, dataDir) => {
      const { profileMembers } = await service.json<TestVersion>(`${applications}/items/${version.id}`);
      const recipients = profileMembers.map(({ member }) => member.email);
      expect([[], emails]).toContainEqual(recipients);
      const messages = await messagesIn(join(dataDir, 'outbox'));
      for (const email of emails) {
        expect(messages.filter((message) => message.includes(email))).toHaveLength(
          recipients.length > 0 ? 1 : 0,
        );
      }
      return recipients.length > 0;
    },
  });
}, 300_000);
