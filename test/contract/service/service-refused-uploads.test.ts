import { lookup } from 'node:dns/promises';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ServiceLimits } from '../../../main/service/service.ts';
import { knowsLocalhost } from '../../fakes/systems.ts';
import { boundary, fileForm, formType, head, openRaw, problemIn } from '../api/raw-client.ts';
import { type ServiceHost, sampleApk, startHost } from './service-host.ts';

const applications = '/api/v3/testingdist/profiles';
const bearer = (host: ServiceHost) => ({ Authorization: `Bearer ${host.token}` });

type Refusal = {
  readonly rule: string;
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly limits?: Partial<ServiceLimits>;
  readonly status: number;
  readonly code: string;
};

const refusals: readonly Refusal[] = [
  { rule: 'a wrong token', headers: { Authorization: 'Bearer no' }, status: 401, code: 'token' },
  { rule: 'an unknown path', path: '/nowhere', status: 404, code: 'noRoute' },
  { rule: 'a wrong method', method: 'PUT', status: 405, code: 'method' },
  {
    rule: 'an unsupported Accept header',
    headers: { Accept: 'text/csv' },
    status: 406,
    code: 'notAcceptable',
  },
  { rule: 'an invalid id', path: `${applications}/x/items`, status: 400, code: 'badId' },
  {
    rule: 'an unknown application',
    path: `${applications}/7/items`,
    status: 404,
    code: 'noApplication',
  },
  {
    rule: 'an unknown profile',
    path: '/api/v3/appstore/profiles/7',
    status: 404,
    code: 'noProfile',
  },
  {
    rule: 'a body that is not a form',
    headers: { 'Content-Type': 'application/zip' },
    status: 415,
    code: 'mediaType',
  },
  {
    rule: 'an unsupported content type',
    headers: { 'Content-Type': 'text/plain' },
    status: 415,
    code: 'mediaType',
  },
  {
    rule: 'a form without a boundary',
    headers: { 'Content-Type': 'multipart/form-data' },
    status: 400,
    code: 'badUpload',
  },
  {
    rule: 'a build over the size limit',
    limits: { maxBuildBytes: 1_000, maxBodyBytes: 1_000 },
    status: 413,
    code: 'tooLarge',
  },
  { rule: 'a full disk', limits: { reservedSpace: Number.MAX_SAFE_INTEGER }, status: 507, code: 'full' },
  { rule: 'too many uploads', limits: { maxParallelUploads: 0 }, status: 503, code: 'busy' },
  {
    rule: 'JSON over the size limit',
    headers: { 'Content-Type': 'application/json' },
    status: 413,
    code: 'bodyTooLarge',
  },
];

test.each(refusals)('an upload is rejected before its body is requested: $rule', async (refusal) => {
  const { path = applications, method = 'POST', limits = {}, status, code } = refusal;
  const host = await startHost({ limits });
  const client = await openRaw(host.service.url);
  const length = { 'Content-Type': formType, 'Content-Length': 5_000_000, Expect: '100-continue' };
  await client.send(head(method, path, { ...bearer(host), ...length, ...refusal.headers }));
  const answer = await client.answer();
  expect(problemIn(answer)).toMatchObject({ status, code: `service/${code}` });
  expect(client.received()).not.toContain('100 Continue');
  if (status === 503) expect(answer.headers['retry-after']).toBe('5');
  expect(await readdir(join(host.dataDir, 'incoming'))).toEqual([]);
});

test.runIf(knowsLocalhost)('an upload is rejected early at every address of the host name', async () => {
  const host = await startHost({ host: 'localhost' });
  const { port } = new URL(host.service.url);
  for (const { address, family } of await lookup('localhost', { all: true })) {
    const client = await openRaw(`http://${family === 6 ? `[${address}]` : address}:${port}`);
    await client.send(head('POST', applications, { 'Content-Length': 5_000_000, Expect: '100-continue' }));
    expect(problemIn(await client.answer()).status).toBe(401);
    expect(client.received()).not.toContain('100 Continue');
  }
});

test('a valid upload receives 100 Continue before its body', async () => {
  const host = await startHost();
  const form = fileForm(await sampleApk());
  const client = await openRaw(host.service.url);
  const asking = { 'Content-Type': formType, 'Content-Length': form.length, Expect: '100-continue' };
  await client.send(head('POST', applications, { ...bearer(host), ...asking }));
  await expect.poll(client.received).toBe('HTTP/1.1 100 Continue\r\n\r\n');
  await client.send(Buffer.concat([form.before, form.file, form.after]));
  expect((await client.answer()).status).toBe(201);
});

test('the only supported expectation is 100-continue', async () => {
  const host = await startHost();
  await host.upload(applications, await sampleApk());
  const activate = `${applications}/items/1/activate`;
  const json = { ...bearer(host), 'Content-Type': 'application/json', 'Content-Length': 2 };
  const asking = await openRaw(host.service.url);
  await asking.send(head('POST', activate, { ...json, Expect: '100-continue' }));
  await expect.poll(asking.received).toBe('HTTP/1.1 100 Continue\r\n\r\n');
  await asking.send('{}');
  expect((await asking.answer()).status).toBe(200);
  const strange = await openRaw(host.service.url);
  await strange.send(`${head('POST', activate, { ...json, Expect: 'wonders' })}{}`);
  expect((await strange.answer()).status).toBe(200);
});

test.each([
  ['with keep-alive', {}],
  ['without keep-alive', { Connection: 'close' }],
])('a client that sends everything before reading receives the error %s', async (_name, wish) => {
  const host = await startHost();
  const client = await openRaw(host.service.url, { reads: false });
  const form = fileForm(new Uint8Array(16_000_000));
  const length = { 'Content-Type': formType, 'Content-Length': form.length };
  await client.send(head('POST', applications, { ...length, ...wish }));
  await client.send(Buffer.concat([form.before, form.file, form.after]));
  client.read();
  expect(problemIn(await client.answer())).toMatchObject({ status: 401, code: 'service/token' });
});

test('a connection stays usable after the body of a rejected request', async () => {
  const host = await startHost();
  const client = await openRaw(host.service.url);
  await client.send(head('POST', applications, { 'Content-Type': formType, 'Content-Length': 300_000 }));
  expect((await client.answer()).status).toBe(401);
  await client.send(Buffer.alloc(300_000));
  await client.send(head('GET', '/', { Connection: 'close' }));
  expect(await client.ended()).toContain('HTTP/1.1 200 OK');
});

test('a connection is closed if a rejected client sends too many bytes', async () => {
  const host = await startHost({ limits: { lingerBytes: 1_000_000, lingerMs: 3_600_000 } });
  const client = await openRaw(host.service.url);
  await client.send(head('POST', applications, { 'Content-Type': formType, 'Transfer-Encoding': 'chunked' }));
  expect((await client.answer()).status).toBe(401);
  const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(0x10000), Buffer.from('\r\n')]);
  let isOpen = true;
  const ended = client.ended().then(() => {
    isOpen = false;
  });
  while (isOpen) await client.send(chunk);
  await ended;
});

test('a connection is closed if a rejected client sends too slowly', async () => {
  const host = await startHost({ limits: { lingerMs: 200 } });
  const client = await openRaw(host.service.url);
  await client.send(head('POST', applications, { 'Content-Type': formType, 'Content-Length': 1_000_000 }));
  const timer = setInterval(() => client.socket.write('x'), 20);
  expect((await client.answer()).status).toBe(401);
  await client.ended();
  clearInterval(timer);
});

test('a build over the size limit is rejected while it is being sent', async () => {
  const host = await startHost({ limits: { maxBuildBytes: 100_000 } });
  const client = await openRaw(host.service.url);
  const headers = { ...bearer(host), 'Content-Type': formType, 'Transfer-Encoding': 'chunked' };
  await client.send(head('POST', applications, headers));
  const { before } = fileForm(new Uint8Array());
  const begun = Buffer.concat([before, Buffer.alloc(200_000)]);
  await client.send(
    Buffer.concat([Buffer.from(`${begun.length.toString(16)}\r\n`), begun, Buffer.from('\r\n')]),
  );
  expect(problemIn(await client.answer())).toMatchObject({ status: 413, code: 'service/tooLarge' });
  expect(await readdir(join(host.dataDir, 'incoming'))).toEqual([]);
});

test.each([
  ['before the first part', 'x'.repeat(60_000)],
  ['in an unexpected file', part('name="icon"; filename="i.png"', 'x'.repeat(60_000))],
  ['in part headers', `--${boundary}\r\nX: ${'x'.repeat(60_000)}`],
])('form data over the body limit is rejected %s', async (_where, text) => {
  const host = await startHost({ limits: { maxBodyBytes: 50_000 } });
  const client = await openRaw(host.service.url);
  const length = { 'Content-Type': formType, 'Content-Length': 5_000_000 };
  await client.send(head('POST', applications, { ...bearer(host), ...length }) + text);
  expect(problemIn(await client.answer())).toMatchObject({
    status: 413,
    code: 'service/bodyTooLarge',
    detail: 'The form data around the file is larger than the limit of 50000 bytes. Send less data.',
  });
});

test('a large build does not count toward the body limit', async () => {
  const host = await startHost({ limits: { maxBodyBytes: 2_000 } });
  expect((await host.upload(applications, await sampleApk({ padding: 3_000_000 }))).status).toBe(201);
});

test('an aborted upload frees its slot', async () => {
  const host = await startHost({ limits: { maxParallelUploads: 1 } });
  for (let count = 0; count < 20; count += 1) {
    const client = await openRaw(host.service.url);
    const length = { 'Content-Type': formType, 'Content-Length': 5_000_000 };
    await client.send(head('POST', applications, { ...bearer(host), ...length }));
    client.socket.destroy();
  }
  const apk = await sampleApk();
  await expect.poll(async () => (await host.upload(applications, apk)).status).toBe(201);
  expect(await readdir(join(host.dataDir, 'incoming'))).toEqual([]);
});

function part(disposition: string, content: string): string {
  return `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}`;
}

describe('upload', () => {
  const post = async (body: BodyInit, headers: Record<string, string> = {}) => {
    const host = await startHost();
    const response = await fetch(`${host.service.url}${applications}`, {
      method: 'POST',
      headers: { ...bearer(host), ...headers },
      body,
    });
    return { status: response.status, body: (await response.json()) as { code: string; detail: string } };
  };

  test.each([100, 200_000])('rejects text of %i bytes in the file field', async (size) => {
    const form = new FormData();
    form.append('file', 'x'.repeat(size));
    expect(await post(form)).toMatchObject({
      status: 400,
      body: { code: 'service/badBody', detail: expect.stringContaining("-F 'file=@app.apk'") },
    });
  });

  test('rejects a compressed body and names its encoding', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=b', 'content-encoding': 'gzip' };
    expect(await post('--b--', headers)).toMatchObject({
      status: 415,
      body: { code: 'service/mediaType', detail: expect.stringContaining('gzip') },
    });
  });
});
