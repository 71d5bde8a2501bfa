import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { type FaultProxy, startFaultProxy } from '../api/fault-proxy.ts';
import { openResumableQueue, type ResumableQueue, storeRequest } from './resumable-queue.ts';
import { startTusService, type TusService } from './tus-service.ts';
import { sampleBytes } from './uploads-world.ts';

const mebibyte = 1024 * 1024;
const patch = /^PATCH /;
const patient = { timeout: 20_000 };

type Resumed = ResumableQueue & {
  readonly service: TusService;
  readonly proxy: FaultProxy;
  readonly folder: string;
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
  /** Adds the upload, and pauses it once the service has stored at least `bytes`. */
  cutAfter(bytes: number): Promise<string>;
  /** Continues the paused upload and returns its last state. */
  finish(id: string): Promise<string | undefined>;
};

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function startResumed(): Promise<Resumed> {
  const folder = await temporaryFolder();
  const service = await startTusService(join(folder, 'service'));
  const proxy = await startFaultProxy(service.url);
  const bytes = sampleBytes({ paddingBytes: 12 * mebibyte });
  const path = join(folder, 'shop.apk');
  await writeFile(path, bytes);
  const queue = openResumableQueue(proxy.url, join(folder, 'journal.db'));
  onTestFinished(queue.close);
  const { uploads } = queue;
  return {
    ...queue,
    ...{ service, proxy, folder, path, size: bytes.length, sha256: hashOf(bytes) },
    cutAfter: async (after) => {
      proxy.fault(patch, { kind: 'stall', side: 'request', after: after + mebibyte });
      const { id } = await uploads.add(storeRequest(path));
      await uploads.start();
      await expect.poll(service.partialBytes, patient).toBeGreaterThanOrEqual(after);
      uploads.pauseOne(id);
      return id;
    },
    finish: async (id) => {
      uploads.resumeOne(id);
      await uploads.idle();
      return uploads.get(id)?.state;
    },
  };
}

/** Answers the next matching request to the service with this status and these headers. */
function answerNext(
  { service }: Resumed,
  method: string,
  status: number,
  headers: Readonly<Record<string, string>>,
  path = '/',
): void {
  service.intercept((request: IncomingMessage, response: ServerResponse) => {
    if (request.method !== method || !request.url?.startsWith(path)) return false;
    service.intercept(null);
    request.resume();
    response.writeHead(status, { 'tus-resumable': '1.0.0', ...headers }).end();
    return true;
  });
}

const count = ({ service }: Resumed, line: RegExp): number =>
  service.requests.filter((request) => line.test(request)).length;

describe('a resumable upload', () => {
  test('sends the file once, and not as a form', async () => {
    const world = await startResumed();
    const { uploads, service } = world;
    const { id } = await uploads.add(storeRequest(world.path));
    await uploads.start();
    await uploads.idle();
    expect(uploads.get(id)).toMatchObject({ state: 'done', sha256: world.sha256 });
    expect(service.stored()).toEqual([world.sha256]);
    expect(service.requests.filter((line) => line.includes('/files'))).toEqual([
      'POST /files',
      expect.stringMatching(/^PATCH \/files\//),
    ]);
    expect(count(world, /^POST .*profiles/)).toBe(0);
  });

  test('continues after ten cuts at random offsets', async () => {
    const world = await startResumed();
    const { uploads, service, proxy } = world;
    for (const after of fc.sample(fc.integer({ min: 1, max: Math.floor(world.size / 11) }), 10)) {
      proxy.fault(patch, { kind: 'reset', side: 'request', after });
    }
    const { id } = await uploads.add(storeRequest(world.path));
    await uploads.start();
    await uploads.idle();
    expect(uploads.get(id)).toMatchObject({ state: 'done', sha256: world.sha256 });
    expect(service.stored()).toEqual([world.sha256]);
    expect(count(world, /^POST \/files/)).toBe(1);
    expect(proxy.requests.filter((line) => patch.test(line))).toHaveLength(11);
  });

  test('continues at and shows the stored offset after a service restart', async () => {
    const world = await startResumed();
    const id = await world.cutAfter(3 * mebibyte);
    await world.service.restart();
    const shown: number[] = [];
    world.uploads.events.on('progress', ({ sentBytes }) => shown.push(sentBytes));
    expect(await world.finish(id)).toBe('done');
    expect(world.service.stored()).toEqual([world.sha256]);
    expect(count(world, /^POST \/files/)).toBe(1);
    expect(shown.length).toBeGreaterThan(0);
    expect(Math.min(...shown)).toBeGreaterThanOrEqual(3 * mebibyte);
  });

  test.each([
    ['less than it has', (): number => 0, 1],
    ['more than it has', (size: number): number => size - 10, 1],
    ['more than the file has', (size: number): number => size + 1, 2],
  ])('arrives once if the service reports %s', async (_, offsetOf, created) => {
    const world = await startResumed();
    const id = await world.cutAfter(2 * mebibyte);
    answerNext(world, 'HEAD', 200, {
      'upload-offset': String(offsetOf(world.size)),
      'upload-length': String(world.size),
    });
    expect(await world.finish(id)).toBe('done');
    expect(world.service.stored()).toEqual([world.sha256]);
    expect(count(world, /^POST \/files/)).toBe(created);
  });

  test('begins again if the service deleted it', async () => {
    const world = await startResumed();
    const id = await world.cutAfter(2 * mebibyte);
    for (const name of await readdir(world.service.folder)) await rm(join(world.service.folder, name));
    expect(await world.finish(id)).toBe('done');
    expect(world.service.stored()).toEqual([world.sha256]);
    expect(count(world, /^POST \/files/)).toBe(2);
  });

  test.each([405, 501])('begins again if its offset cannot be requested (%i)', async (status) => {
    const world = await startResumed();
    const id = await world.cutAfter(2 * mebibyte);
    answerNext(world, 'HEAD', status, {});
    expect(await world.finish(id)).toBe('done');
    expect(world.service.stored()).toEqual([world.sha256]);
    expect(count(world, /^POST \/files/)).toBe(2);
  });

  test('is deleted if the file is replaced, and the new file is sent', async () => {
    const world = await startResumed();
    const id = await world.cutAfter(2 * mebibyte);
    const other = sampleBytes({ paddingBytes: 12 * mebibyte, versionCode: 2 });
    await writeFile(world.path, other);
    expect(await world.finish(id)).toBe('done');
    expect(world.service.stored()).toEqual([hashOf(other)]);
    await expect.poll(() => count(world, /^DELETE \/files\//), patient).toBe(1);
  });

  test('is deleted if the file was damaged, and the repaired file is sent', async () => {
    const world = await startResumed();
    const repaired = await readFile(world.path);
    await writeFile(world.path, Buffer.from(repaired).fill(0, 8 * mebibyte, 8 * mebibyte + 100));
    const { id } = await world.uploads.add({ ...storeRequest(world.path), folderId: 'folder' });
    await world.uploads.start();
    await expect.poll(() => world.uploads.get(id)?.state, patient).toBe('retrying');
    await expect.poll(() => count(world, /^DELETE \/files\//), patient).toBe(1);
    await writeFile(world.path, repaired);
    await expect.poll(() => world.uploads.get(id)?.state, patient).toBe('done');
    expect(world.service.stored()).toEqual([world.sha256]);
    expect(count(world, /^POST \/files/)).toBe(2);
  });

  test.each([400, 413, 507])('becomes a form if its creation is refused with %i', async (status) => {
    const world = await startResumed();
    answerNext(world, 'POST', status, {}, '/files');
    await world.uploads.add(storeRequest(world.path));
    await world.uploads.start();
    await world.uploads.idle();
    expect(count(world, /^POST .*profiles/)).toBe(1);
  });

  test('becomes a form if the release note is too long for a header', async () => {
    const world = await startResumed();
    await world.uploads.add({
      ...storeRequest(world.path),
      area: 'testingdist',
      releaseNote: 'ж'.repeat(1_000),
    });
    await world.uploads.start();
    await world.uploads.idle();
    expect(count(world, /^POST \/files/)).toBe(0);
  });

  test('is deleted if the user cancels it', async () => {
    const world = await startResumed();
    const id = await world.cutAfter(2 * mebibyte);
    world.uploads.cancel(id);
    await expect.poll(() => count(world, /^DELETE \/files\//), patient).toBe(1);
    await expect.poll(world.service.partialBytes, patient).toBe(0);
  });

  test('is found by its address, without a list, if the last response was lost', async () => {
    const world = await startResumed();
    const { uploads, service, proxy } = world;
    proxy.fault(patch, { kind: 'cut-after' });
    const { id } = await uploads.add(storeRequest(world.path));
    await uploads.start();
    await uploads.idle();
    expect(uploads.get(id)).toMatchObject({ state: 'done', sha256: world.sha256 });
    expect(service.stored()).toEqual([world.sha256]);
    const last = service.requests.findIndex((line) => patch.test(line));
    expect(service.requests.slice(last + 1).map((line) => line.split('/', 2).join('/'))).toEqual([
      'HEAD /files',
      'GET /files',
    ]);
  });

  test('continues at the offset with a new token after a 401', async () => {
    const world = await startResumed();
    const id = await world.cutAfter(2 * mebibyte);
    answerNext(world, 'HEAD', 401, {});
    expect(await world.finish(id)).toBe('done');
    expect(world.service.stored()).toEqual([world.sha256]);
    expect(count(world, /^POST \/files/)).toBe(1);
    expect(count(world, /^POST \/identity/)).toBe(2);
  });

  test('continues at the offset if the user retries after a 403', async () => {
    const world = await startResumed();
    const id = await world.cutAfter(2 * mebibyte);
    answerNext(world, 'HEAD', 403, {});
    expect(await world.finish(id)).toBe('failed');
    world.uploads.retry(id);
    await world.uploads.idle();
    expect(world.uploads.get(id)?.state).toBe('done');
    expect(world.service.stored()).toEqual([world.sha256]);
    expect(count(world, /^POST \/files/)).toBe(1);
  });

  test('arrives once if its process is killed three times', async () => {
    const world = await startResumed();
    const { service, proxy, path, folder } = world;
    const script = join(import.meta.dirname, 'resumed-upload-process.ts');
    const begin = () =>
      spawn(process.execPath, [script, proxy.url, join(folder, 'killed.db'), path], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
    proxy.decide((line) => (patch.test(line) ? { kind: 'slow', bytesPerSecond: 2 * mebibyte } : null));
    let bytes = 0;
    for (let kills = 0; kills < 3; kills += 1) {
      const child = begin();
      const ended = once(child, 'exit');
      const wanted = bytes + mebibyte / 2;
      while ((await service.partialBytes()) < wanted && child.exitCode === null) await pause(10);
      child.kill('SIGKILL');
      await ended;
      bytes = await service.partialBytes();
    }
    proxy.decide(null);
    const last = begin();
    const [state] = await once(last.stdout, 'data');
    expect(String(state)).toBe('done\n');
    expect(service.stored()).toEqual([world.sha256]);
    expect(count(world, /^POST \/files/)).toBe(1);
    expect(bytes).toBeGreaterThan(mebibyte);
  });
});
