import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../../main/base/clock.ts';
import { Redactor } from '../../../main/base/log/redact.ts';
import { startService } from '../../../main/service/service.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { fileForm, formType, head, openRaw, problemIn, readAnswers } from '../api/raw-client.ts';
import { type ServiceHost, sampleApk, startHost } from './service-host.ts';

const applications = '/api/v3/testingdist/profiles';
const bearer = (host: ServiceHost) => ({ Authorization: `Bearer ${host.token}` });

test('headers over the limit are rejected with 431', async () => {
  const host = await startHost({ limits: { maxHeaderBytes: 8_192 } });
  const client = await openRaw(host.service.url);
  await client.send(head('GET', '/', { 'X-Long': 'x'.repeat(500_000) }));
  expect(problemIn(await client.answer())).toMatchObject({
    status: 431,
    code: 'service/headersTooLarge',
    detail: expect.stringMatching(/^The headers of the request are larger than the limit of \d+ bytes\./),
  });
  await client.ended();
});

test('headers within the limit are accepted', async () => {
  const host = await startHost({ limits: { maxHeaderBytes: 8_192 } });
  const response = await host.call('GET', applications, { headers: { 'x-long': 'x'.repeat(7_000) } });
  expect(response.status).toBe(200);
});

test('a body over the limit is rejected with or without Content-Length', async () => {
  const host = await startHost({ limits: { maxBodyBytes: 1_000 } });
  const activate = `${applications}/items/1/activate`;
  const announced = await host.call('POST', activate, { body: { long: 'x'.repeat(2_000) } });
  expect([announced.status, await announced.json()]).toMatchObject([
    413,
    {
      code: 'service/bodyTooLarge',
      detail: 'The body of the request is larger than the limit of 1000 bytes. Send less data.',
    },
  ]);
  const client = await openRaw(host.service.url);
  const headers = { ...bearer(host), 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' };
  await client.send(head('POST', activate, headers));
  await client.send(`7d0\r\n${' '.repeat(2_000)}\r\n`);
  expect(problemIn(await client.answer())).toMatchObject({ status: 413, code: 'service/bodyTooLarge' });
});

test('an idle keep-alive connection is closed', async () => {
  const host = await startHost({ limits: { keepAliveMs: 100 } });
  const client = await openRaw(host.service.url);
  await client.send(head('GET', '/', {}));
  expect((await client.answer()).headers.connection).toBe('keep-alive');
  await client.ended();
});

test('pipelined requests receive their responses in order', async () => {
  const host = await startHost();
  const client = await openRaw(host.service.url);
  const last = { ...bearer(host), Connection: 'close' };
  await client.send(
    head('GET', applications, bearer(host)) + head('GET', '/nowhere', {}) + head('GET', '/api/v3/root', last),
  );
  const answers = readAnswers(await client.ended());
  expect(answers.map(({ status }) => status)).toEqual([200, 404, 200]);
  expect(JSON.parse(answers[2]?.body ?? '')).toHaveProperty('testingDist');
});

/** Request smuggling: requests whose length a proxy and the service could interpret differently. */
test.each([
  [
    'Content-Length and Transfer-Encoding',
    { 'Content-Length': 5, 'Transfer-Encoding': 'chunked' },
    '0\r\n\r\n',
  ],
  ['two Content-Length headers', { 'Content-Length': '5\r\nContent-Length: 6' }, 'hello'],
  ['a Content-Length that is not a number', { 'Content-Length': '+5' }, 'hello'],
  ['an encoding that does not end in chunked', { 'Transfer-Encoding': 'chunked, identity' }, '0\r\n\r\n'],
  ['a chunk without a length', { 'Transfer-Encoding': 'chunked' }, 'xyz\r\n\r\n'],
  ['a space before the colon', { 'Content-Length ': 5 }, 'hello'],
  ['a folded header line', { 'X-Folded': 'a\r\n b\r\nContent-Length: 5' }, 'hello'],
])('a request with %s is rejected and closes the connection', async (_name, headers, body) => {
  const host = await startHost();
  await host.upload(applications, await sampleApk());
  const client = await openRaw(host.service.url);
  await client.send(
    head('POST', `${applications}/items/1/activate`, { ...bearer(host), ...headers }) +
      body +
      head('DELETE', `${applications}/1`, bearer(host)),
  );
  const [answer, ...others] = readAnswers(await client.ended());
  expect(others).toEqual([]);
  expect(answer && problemIn(answer)).toMatchObject({ status: 400, code: 'service/badRequest' });
  const after = await host.json<{ profiles: unknown[] }>('GET', `${applications}/1`);
  expect(after).toMatchObject({ profiles: [{ isActive: false }] });
});

test('a request with bare line feeds is rejected', async () => {
  const host = await startHost();
  const client = await openRaw(host.service.url);
  await client.send('GET / HTTP/1.1\nHost: x\n\n');
  expect(problemIn(await client.answer()).code).toBe('service/badRequest');
  await client.ended();
});

test('invalid bytes after a request close the connection after its response', async () => {
  const host = await startHost();
  const client = await openRaw(host.service.url);
  await client.send(`${head('GET', applications, bearer(host))}nonsense\r\n\r\n`);
  expect(readAnswers(await client.ended()).map(({ status }) => status)).toEqual([200]);
});

test('a chunked upload is accepted', async () => {
  const host = await startHost();
  const apk = await sampleApk({ padding: 300_000 });
  const client = await openRaw(host.service.url);
  const headers = { ...bearer(host), 'Content-Type': formType, 'Transfer-Encoding': 'chunked' };
  await client.send(head('POST', applications, headers));
  const form = fileForm(apk);
  for (const piece of [form.before, form.file.subarray(0, 70_001), form.file.subarray(70_001), form.after]) {
    await client.send(
      Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')]),
    );
  }
  await client.send('0\r\n\r\n');
  const answer = await client.answer();
  expect([answer.status, JSON.parse(answer.body)]).toMatchObject([
    201,
    { profiles: [{ fileSize: apk.length }] },
  ]);
});

test('a malformed chunked upload is rejected and leaves no files', async () => {
  const host = await startHost();
  const client = await openRaw(host.service.url);
  const headers = { ...bearer(host), 'Content-Type': formType, 'Transfer-Encoding': 'chunked' };
  await client.send(head('POST', applications, headers));
  const { before } = fileForm(new Uint8Array());
  await client.send(`${before.length.toString(16)}\r\n${before}\r\nno chunk\r\n`);
  expect(problemIn(await client.answer())).toMatchObject({ status: 400, code: 'service/badRequest' });
  await client.ended();
  await expect.poll(() => readdir(join(host.dataDir, 'incoming'))).toEqual([]);
});

test('an upload longer than its Content-Length is rejected', async () => {
  const host = await startHost();
  const form = fileForm(await sampleApk());
  const client = await openRaw(host.service.url);
  const headers = { ...bearer(host), 'Content-Type': formType, 'Content-Length': form.length - 500 };
  await client.send(head('POST', applications, headers));
  await client.send(Buffer.concat([form.before, form.file, form.after]));
  const [answer, ...others] = readAnswers(await client.ended());
  expect(answer && problemIn(answer)).toMatchObject({ status: 400, code: 'service/badUpload' });
  expect(others).toEqual([]);
  await expect.poll(() => readdir(join(host.dataDir, 'incoming'))).toEqual([]);
  expect(await host.json('GET', applications)).toEqual([]);
});

test('an upload interrupted when the service stops leaves no files', async () => {
  const host = await startHost();
  const client = await openRaw(host.service.url);
  const { before } = fileForm(new Uint8Array());
  await client.send(
    head('POST', applications, { ...bearer(host), 'Content-Type': formType, 'Content-Length': 9_999 }),
  );
  await client.send(Buffer.concat([before, Buffer.from('BUILD')]));
  await expect.poll(() => readdir(join(host.dataDir, 'incoming'))).toHaveLength(1);
  await Promise.all([client.ended(), host.service.stop(), host.service.stop()]);
  const second = await startHost({ dataDir: host.dataDir });
  expect(await readdir(join(host.dataDir, 'incoming'))).toEqual([]);
  expect(await second.json('GET', applications)).toEqual([]);
});

test('an unencrypted service on a network address logs a warning', async () => {
  const { log, lines } = collectedLog();
  const options = { dataDir: await temporaryFolder(), clock: systemClock, log, redactor: new Redactor() };
  const notOfThisComputer = '192.0.2.1';
  await expect(startService({ ...options, host: notOfThisComputer })).rejects.toMatchObject({
    code: 'service/listen',
  });
  expect(lines.join('\n')).toContain(
    'can be reached by other computers and its connections are not encrypted',
  );
  const closed = await startHost();
  expect(closed.lines.join('\n')).not.toContain('can be reached by other computers');
});
