/** Uploads of a build from what changed since the previous one. */
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { StoreProfile } from '../../../main/api/wire.ts';
import { systemClock } from '../../../main/base/clock.ts';
import { Redactor } from '../../../main/base/log/redact.ts';
import { startService } from '../../../main/service/service.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { quickPasswords } from '../../fakes/quick-passwords.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { buildSampleApk } from '../../fixtures/builds/sample-apk.ts';
import { tokenOf } from '../../sign-in.ts';
import { startFaultProxy } from '../api/fault-proxy.ts';
import { caller } from '../service/service-host.ts';
import { openResumableQueue, type ResumableQueue, storeRequest } from './resumable-queue.ts';
import { startTusService } from './tus-service.ts';

const mebibyte = 1024 * 1024;
const patch = /^PATCH /;
const options = /^OPTIONS /;
const profiles = '/api/v3/appstore/profiles';

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Returns a build with 4 MiB that never change, and `changing` random bytes. */
function buildOf(versionName: string, changing = mebibyte): Buffer {
  const library = { name: 'lib/arm64-v8a/shop.so', data: randomBytes(changing), stored: true };
  return buildSampleApk({
    ...{ id: 'org.example.shop', label: 'Shop', versionName, versionCode: 1, minSdk: 24, targetSdk: 35 },
    ...{ paddingBytes: 4 * mebibyte, libraries: [library] },
  });
}

async function send({ uploads }: ResumableQueue, path: string, bytes: Uint8Array) {
  await writeFile(path, bytes);
  const { id } = await uploads.add(storeRequest(path));
  await uploads.start();
  await uploads.idle();
  return uploads.get(id) ?? expect.fail('no upload');
}

async function startWorld() {
  const folder = await temporaryFolder();
  const redactor = new Redactor();
  let target = '';
  const proxy = await startFaultProxy(() => target);
  const service = await startService({
    ...{ dataDir: join(folder, 'service'), publicUrl: proxy.url, clock: systemClock, redactor },
    ...{ log: collectedLog(redactor).log, limits: { uploadPartBytes: 100_000 }, ...quickPasswords },
  });
  onTestFinished(() => service.stop());
  target = service.localUrl;
  const user = service.firstUser ?? expect.fail('no first user');
  const { userName, clientId, password, clientSecret } = user;
  const sentBuilds = join(folder, 'sent-builds');
  const given = [{ userName, clientId }, { password, clientSecret }, sentBuilds] as const;
  const journal = join(folder, 'journal.db');
  const queue = openResumableQueue(proxy.url, journal, ...given);
  onTestFinished(queue.close);
  const api = caller(service.localUrl, await tokenOf(service.localUrl, user));
  const path = join(folder, 'shop.apk');
  const first = buildOf('1.0.0');
  expect((await send(queue, path, first)).state).toBe('done');
  return {
    ...{ queue, api, proxy, path, journal, given, sentBuilds, first },
    stored: async () => {
      const all = await api.json<readonly StoreProfile[]>('GET', profiles);
      return all.flatMap(({ items }) => items.map(({ sha256 }) => sha256));
    },
  };
}

describe('an update of a sent build', () => {
  test('is sent as a recipe', async () => {
    const { queue, path, first, stored, sentBuilds } = await startWorld();
    const second = buildOf('1.1.0');
    const { state, sha256, target, deltaBytes, totalBytes } = await send(queue, path, second);
    expect([state, sha256, totalBytes]).toEqual(['done', hashOf(second), second.length]);
    expect(deltaBytes).toBeGreaterThan(mebibyte);
    expect(deltaBytes).toBeLessThan(second.length / 2);
    const area = { accountId: 'account', area: 'appstore' } as const;
    expect(queue.uploads.savings(area, target?.applicationId ?? 0)).toEqual({
      totalBytes: first.length + second.length,
      savedBytes: second.length - (deltaBytes ?? 0),
    });
    expect((await stored()).toSorted()).toEqual([hashOf(first), hashOf(second)].toSorted());
    const [copy, ...others] = await readdir(sentBuilds);
    expect(others).toEqual([]);
    expect(await readFile(join(sentBuilds, copy ?? ''))).toEqual(second);
  });

  test('is sent as a recipe of the newest build on the service if none is stored', async () => {
    const { queue, path, stored, sentBuilds } = await startWorld();
    await rm(sentBuilds, { recursive: true });
    const second = buildOf('1.1.0');
    const { state, sha256, deltaBytes } = await send(queue, path, second);
    expect([state, sha256]).toEqual(['done', hashOf(second)]);
    expect(deltaBytes).toBeGreaterThan(mebibyte);
    expect(deltaBytes).toBeLessThan(second.length / 2);
    expect(await stored()).toContain(hashOf(second));
  });

  test('arrives once after lost connections and a lost response', async () => {
    const { queue, path, proxy, first, stored, sentBuilds } = await startWorld();
    for (const after of [300_000, 1_000, 300_000])
      proxy.fault(patch, { kind: 'reset', side: 'request', after });
    proxy.fault(patch, { kind: 'cut-after' });
    const before = proxy.requests.filter((line) => patch.test(line)).length;
    const second = buildOf('1.1.0');
    const { state, sha256, deltaBytes } = await send(queue, path, second);
    expect([state, sha256]).toEqual(['done', hashOf(second)]);
    expect(deltaBytes).toBeLessThan(second.length / 2);
    expect(proxy.requests.filter((line) => patch.test(line))).toHaveLength(before + 4);
    expect((await stored()).toSorted()).toEqual([hashOf(first), hashOf(second)].toSorted());
    const [copy, ...others] = await readdir(sentBuilds);
    expect([await readFile(join(sentBuilds, copy ?? '')), others]).toEqual([second, []]);
  });

  test('leaves no recipe when it is cancelled', async () => {
    const { queue, path, proxy, sentBuilds } = await startWorld();
    const { promise: reached, resolve: onReached } = Promise.withResolvers<void>();
    proxy.fault(patch, { kind: 'stall', side: 'request', after: 400_000, onReached });
    await writeFile(path, buildOf('1.1.0'));
    const { id } = await queue.uploads.add(storeRequest(path));
    await queue.uploads.start();
    await reached;
    const recipes = async () => (await readdir(sentBuilds)).filter((name) => name.endsWith('.recipe'));
    expect(await recipes()).toHaveLength(1);
    queue.uploads.cancel(id);
    await expect.poll(recipes).toEqual([]);
  });

  test('resumes after its process is killed', async () => {
    const { queue, path, proxy, first, stored, journal, given } = await startWorld();
    await queue.close();
    const second = buildOf('1.1.0');
    await writeFile(path, second);
    const script = join(import.meta.dirname, 'resumed-upload-process.ts');
    const begin = () =>
      spawn(process.execPath, [script, proxy.url, journal, path, JSON.stringify(given)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
    const reached = Promise.withResolvers<void>();
    const stall = { kind: 'stall', side: 'request', after: 400_000, onReached: reached.resolve } as const;
    proxy.fault(patch, stall);
    const killed = begin();
    await reached.promise;
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    const last = begin();
    const [state] = await once(last.stdout, 'data');
    expect(String(state)).toBe('done\n');
    expect((await stored()).toSorted()).toEqual([hashOf(first), hashOf(second)].toSorted());
    expect(proxy.requests.filter((line) => /^POST \S+\/uploads\//.test(line))).toHaveLength(2);
  });
});

describe('the whole file is sent', () => {
  test('if the service no longer has the previous build', async () => {
    const { queue, path, api, stored } = await startWorld();
    const [profile] = await api.json<readonly StoreProfile[]>('GET', profiles);
    await api.call('DELETE', `${profiles}/${profile?.id}`);
    const second = buildOf('1.1.0');
    expect(await send(queue, path, second)).toMatchObject({ state: 'done', deltaBytes: null });
    expect(await stored()).toEqual([hashOf(second)]);
    const third = buildOf('1.2.0');
    expect((await send(queue, path, third)).deltaBytes).toBeLessThan(third.length / 2);
  });

  test('if the stored build is damaged', async () => {
    const { queue, path, first, stored, sentBuilds } = await startWorld();
    const [copy = ''] = await readdir(sentBuilds);
    await writeFile(
      join(sentBuilds, copy),
      first.map((byte, at) => (at === 2 * mebibyte ? byte ^ 1 : byte)),
    );
    const second = buildOf('1.1.0');
    expect(await send(queue, path, second)).toMatchObject({ state: 'done', deltaBytes: null });
    expect(await stored()).toContain(hashOf(second));
    expect(await readFile(join(sentBuilds, (await readdir(sentBuilds))[0] ?? ''))).toEqual(second);
  });

  test('if the service refuses the recipe', async () => {
    const { queue, path, proxy, stored } = await startWorld();
    const headers = { 'content-type': 'application/problem+json', 'tus-resumable': '1.0.0' };
    proxy.fault(patch, { kind: 'answer', status: 424, headers, body: '{"title":"Refused","status":424}' });
    const second = buildOf('1.1.0');
    expect(await send(queue, path, second)).toMatchObject({ state: 'done', deltaBytes: null });
    expect(await stored()).toContain(hashOf(second));
  });

  test('if too much changed', async () => {
    const { queue, path, stored } = await startWorld();
    const second = buildOf('1.1.0', 20 * mebibyte);
    expect(await send(queue, path, second)).toMatchObject({ state: 'done', deltaBytes: null });
    expect(await stored()).toContain(hashOf(second));
  });

  test('to a service that does not accept recipes', async () => {
    const folder = await temporaryFolder();
    const service = await startTusService(join(folder, 'service'));
    const sentBuilds = join(folder, 'sent-builds');
    const queue = openResumableQueue(service.url, join(folder, 'journal.db'), {}, undefined, sentBuilds);
    onTestFinished(queue.close);
    const build = buildOf('1.0.0');
    expect(await send(queue, join(folder, 'shop.apk'), build)).toMatchObject({
      state: 'done',
      deltaBytes: null,
    });
    expect(service.stored()).toEqual([hashOf(build)]);
    await expect(readdir(sentBuilds)).rejects.toThrow('ENOENT');
    expect(service.requests.filter((line) => options.test(line))).toHaveLength(1);
  });
});
