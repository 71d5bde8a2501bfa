import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inspectBuild } from '../../../main/packages/inspect.ts';
import type { ServiceLimits } from '../../../main/service/service.ts';
import type { InspectBuild } from '../../../main/service/service-context.ts';
import {
  fileForm,
  formType,
  head,
  openRaw,
  problemIn,
  type RawClient,
  readAnswers,
} from '../api/raw-client.ts';
import { type ServiceHost, sampleApk, startHost } from './service-host.ts';

const applications = '/api/v3/testingdist/profiles';

const startSmall = (limits: Partial<ServiceLimits>): Promise<ServiceHost> => startHost({ limits });
const bearer = (host: ServiceHost) => ({ Authorization: `Bearer ${host.token}` });

/** Sends a piece repeatedly until the service ends the connection, and returns the received text. */
async function dribble(client: RawClient, piece: string): Promise<string> {
  const timer = setInterval(() => client.socket.write(piece), 20);
  try {
    return await client.ended();
  } finally {
    clearInterval(timer);
  }
}

test('headers that never end are rejected with 408', async () => {
  const host = await startSmall({ headersMs: 1_000 });
  const client = await openRaw(host.service.url);
  await client.send('GET / HTTP/1.1\r\nHost: x\r\n');
  const received = await dribble(client, 'X-More: x\r\n');
  expect(problemIn(await client.answer())).toMatchObject({
    status: 408,
    code: 'service/tooSlow',
    detail: 'The headers of the request did not arrive within 1\u00A0s. Nothing was stored; try again.',
  });
  expect(received).toContain('\r\nConnection: close\r\n');
});

test('a connection that sends no request receives a 408', async () => {
  const host = await startSmall({ headersMs: 1_000 });
  const client = await openRaw(host.service.url);
  await client.ended();
  expect(problemIn(await client.answer()).status).toBe(408);
});

test('the header timeout also applies to the next request of a connection', async () => {
  const host = await startSmall({ headersMs: 1_000 });
  const client = await openRaw(host.service.url);
  await client.send(head('GET', '/', {}));
  expect((await client.answer()).status).toBe(200);
  await client.send('GET / HTTP/1.1\r\nHost: x\r\n');
  const received = await dribble(client, 'X-More: x\r\n');
  expect(received).toMatch(/^HTTP\/1\.1 200 [\s\S]*HTTP\/1\.1 408 Request Timeout\r\n/);
});

test('a slow JSON body is rejected with 408', async () => {
  const host = await startSmall({ bodyMs: 1_000 });
  const client = await openRaw(host.service.url);
  const headers = { ...bearer(host), 'Content-Type': 'application/json', 'Content-Length': 100_000 };
  await client.send(head('POST', `${applications}/items/1/activate`, headers));
  await dribble(client, ' ');
  expect(problemIn(await client.answer())).toMatchObject({ status: 408, code: 'service/tooSlow' });
});

test('a slow body at the token endpoint is rejected with an OAuth error', async () => {
  const host = await startSmall({ bodyMs: 1_000 });
  const client = await openRaw(host.service.url);
  const type = 'application/x-www-form-urlencoded';
  await client.send(
    head('POST', '/identity/connect/token', { 'Content-Type': type, 'Transfer-Encoding': 'chunked' }),
  );
  await dribble(client, '1\r\nx\r\n');
  const answer = await client.answer();
  expect(answer.status).toBe(408);
  expect(JSON.parse(answer.body)).toMatchObject({ error: 'invalid_request' });
});

test('a slow multipart update is rejected with 408', async () => {
  const host = await startSmall({ bodyMs: 1_000 });
  const made = await host.upload('/api/v3/appstore/profiles', await sampleApk());
  const { id } = (await made.json()) as { id: number };
  const client = await openRaw(host.service.url);
  const headers = { ...bearer(host), 'Content-Type': formType, 'Content-Length': 100_000 };
  await client.send(head('PUT', `/api/v3/appstore/profiles/${id}`, headers));
  await client.send('--the-boundary\r\nContent-Disposition: form-data; name="Name"\r\n\r\n');
  await dribble(client, 'x');
  expect(problemIn(await client.answer())).toMatchObject({ status: 408, code: 'service/tooSlow' });
});

test('an upload has no total timeout while it makes progress', async () => {
  const host = await startSmall({ headersMs: 500, bodyMs: 500, lingerMs: 500, keepAliveMs: 500 });
  const client = await openRaw(host.service.url);
  const apk = await sampleApk();
  const form = fileForm(apk);
  const headers = { ...bearer(host), 'Content-Type': formType, 'Content-Length': form.length };
  await client.send(head('POST', applications, headers));
  const bytes = Buffer.concat([form.before, form.file, form.after]);
  const piece = Math.ceil(bytes.length / 20);
  for (let at = 0; at < bytes.length; at += piece) {
    await client.send(bytes.subarray(at, at + piece));
    await new Promise((resolve) => setTimeout(resolve, 75));
  }
  expect((await client.answer()).status).toBe(201);
});

test('a stalled upload fails with 408, leaves no files and frees its slot', async () => {
  const host = await startSmall({ idleMs: 1_500, maxParallelUploads: 1 });
  const client = await openRaw(host.service.url);
  const form = fileForm(await sampleApk());
  const headers = { ...bearer(host), 'Content-Type': formType, 'Content-Length': form.length };
  await client.send(head('POST', applications, headers));
  await client.send(Buffer.concat([form.before, form.file.subarray(0, 1_000)]));
  await client.ended();
  const answer = await client.answer();
  expect(problemIn(answer)).toMatchObject({ status: 408, code: 'service/idleTimeout' });
  expect(answer.headers.connection).toBe('close');
  expect(await readdir(join(host.dataDir, 'incoming'))).toEqual([]);
  expect(await host.json('GET', applications)).toEqual([]);
  expect((await host.upload(applications, await sampleApk())).status).toBe(201);
});

test('a client that waits for a slow response stays connected', async () => {
  const inspect: InspectBuild = async (build) => {
    // Takes three times as long as the idle timeout.
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    return inspectBuild(build);
  };
  const host = await startHost({ limits: { idleMs: 1_000 }, inspect });
  const { before, file, after, length } = fileForm(await sampleApk());
  const client = await openRaw(host.service.url);
  const headers = { ...bearer(host), 'Content-Type': formType, 'Content-Length': length };
  await client.send(Buffer.concat([Buffer.from(head('POST', applications, headers)), before, file, after]));
  expect((await client.answer()).status).toBe(201);
});

test('a client that never reads its response is disconnected', async () => {
  const host = await startHost();
  const made = await host.upload(applications, await sampleApk({ padding: 32_000_000 }));
  const { profiles } = (await made.json()) as Application;
  await host.json('POST', `${applications}/items/${profiles[0].id}/activate`);
  const path = new URL(profiles[0].profileFiles[0].downloadUrl).pathname;
  await host.service.stop();

  const tolerant = await startHost({
    dataDir: host.dataDir,
    limits: { idleMs: 500, keepAliveMs: 200, maxConnections: 1 },
  });
  const isServed = async (): Promise<boolean> => (await askAlone(tolerant)) === 200;
  await expect.poll(isServed).toBe(true);
  const deaf = await openRaw(tolerant.service.url, { reads: false });
  await deaf.send(head('GET', path, {}));
  await once(deaf.socket, 'readable');
  expect(await isServed()).toBe(false);
  await expect.poll(isServed).toBe(true);
});

type Application = {
  readonly profiles: readonly [
    { readonly id: number; readonly profileFiles: readonly [{ downloadUrl: string }] },
  ];
};

/** Returns the status of a request on a new connection, or null if it is closed without a response. */
async function askAlone(host: ServiceHost): Promise<number | null> {
  const client = await openRaw(host.service.url);
  await client.send(head('GET', '/', { Connection: 'close' }));
  const [answer] = readAnswers(await client.ended());
  client.socket.destroy();
  return answer?.status ?? null;
}
