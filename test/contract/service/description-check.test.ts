import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { type Exchange, recordResponses } from '../api/response-recorder.ts';
import { describeService } from './described-service.ts';
import { createDescriptionCheck } from './description-check.ts';
import { linkType, sampleApk, startHost } from './service-host.ts';

const base = '/api/v3/testingdist/profiles';
const check = createDescriptionCheck(await describeService());

const json = (value: unknown) => Buffer.from(JSON.stringify(value));
const headers = { 'content-type': 'application/json; charset=utf-8', 'x-request-id': 'one' };
const problemHeaders = { ...headers, 'content-type': 'application/problem+json; charset=utf-8' };
const emptyList: Exchange = { method: 'GET', path: base, status: 200, headers, body: json([]) };
const missing = {
  title: 'Not Found',
  status: 404,
  detail: 'There is no version 7.',
  code: 'service/noVersion',
};
const noVersion: Exchange = {
  method: 'GET',
  path: `${base}/items/7`,
  status: 404,
  headers: problemHeaders,
  body: json(missing),
};

test('a response that matches the OpenAPI document passes the check', () => {
  expect(check(emptyList)).toEqual([]);
  expect(check(noVersion)).toEqual([]);
});

test.each<[string, Exchange, string]>([
  ['a body of another shape', { ...emptyList, body: json({ _value: [] }) }, 'must be array'],
  ['a missing field', { ...emptyList, body: json([{ id: 1 }]) }, "must have required property 'name'"],
  ['a body that is not JSON', { ...emptyList, body: Buffer.from('<html>') }, 'must be array'],
  [
    'a plain body with the link content type',
    { ...emptyList, headers: { ...headers, 'content-type': linkType } },
    'must be object',
  ],
  [
    'an undocumented content type',
    { ...emptyList, headers: { ...headers, 'content-type': 'text/html' } },
    'the content type text/html is not described',
  ],
  ['an undocumented status', { ...emptyList, status: 202 }, 'this status is not described'],
  [
    'a missing header',
    { ...emptyList, headers: { 'content-type': 'application/json' } },
    'the header X-Request-Id is described as always there',
  ],
  ['an undocumented path', { ...emptyList, path: '/api/v3/else' }, 'is not described, and answered with 200'],
  ['an undocumented method', { ...emptyList, method: 'PATCH' }, 'is not described, and answered with 200'],
  [
    'a failure that the operation does not declare',
    { ...noVersion, body: json({ ...missing, code: 'service/noItem' }) },
    'the failure service/noItem is not described',
  ],
  [
    'a status in the body that differs from the response',
    { ...noVersion, body: json({ ...missing, status: 410 }) },
    'the body says status 410',
  ],
  [
    'an undocumented body',
    { ...emptyList, method: 'DELETE', path: `${base}/7`, status: 204 },
    'a body is not',
  ],
  [
    'a 405 response with an incomplete Allow header',
    {
      ...emptyList,
      method: 'PATCH',
      status: 405,
      headers: { ...problemHeaders, allow: 'GET' },
      body: json({ title: 'Method Not Allowed', status: 405, code: 'service/method' }),
    },
    'Allow names get',
  ],
  [
    'an undocumented OAuth error',
    {
      ...emptyList,
      method: 'POST',
      path: '/identity/connect/token',
      status: 400,
      body: json({ error: 'other' }),
    },
    'the failure other is not described',
  ],
])('the check reports %s', (_name, exchange, complaint) => {
  expect(check(exchange).join('\n')).toContain(complaint);
});

test('the check reports an undocumented field at any depth', async () => {
  const host = await startHost();
  await host.upload(base, await sampleApk());
  const [application] = await host.json<{ profiles: [{ profileFiles: [object] }] }[]>('GET', base);
  const exchange = host.answers.at(-1);
  if (!application || !exchange) throw new Error('The service recorded no response.');
  expect(check(exchange)).toEqual([]);
  Object.assign(application.profiles[0].profileFiles[0], { path: '/secret' });
  expect(check({ ...exchange, body: json([application]) }).join('\n')).toMatch(
    /\/0\/profiles\/0\/profileFiles\/0 must NOT have additional properties .*"path"/,
  );
});

test('watchAnswers reports every response with its complete body', async () => {
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/at-once')) {
      response.writeHead(201, { 'X-Way': 'at once' }).end('whole');
      return;
    }
    response.statusCode = 404;
    response.setHeader('X-Way', 'in parts');
    response.write('wh');
    response.end(Buffer.from('ole'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const url = `http://127.0.0.1:${address.port}`;
  const seen: unknown[] = [];
  const forget = recordResponses(url, ({ method, path, status, headers: { 'x-way': way }, body }) =>
    seen.push([method, path, status, way, body.toString()]),
  );
  for (const path of ['/at-once?query', '/in/parts']) await (await fetch(url + path)).text();
  forget();
  await (await fetch(`${url}/unheard`)).text();
  expect(seen).toEqual([
    ['GET', '/at-once', 201, 'at once', 'whole'],
    ['GET', '/in/parts', 404, 'in parts', 'whole'],
  ]);
});
