/** Malformed requests, rejected before their operation runs. */
import { expect, test } from 'vitest';
import type { StoreItem, StoreProfile, TestApplication, TestVersion } from '../../../main/api/wire.ts';
import { head, openRaw, problemIn } from '../api/raw-client.ts';
import { withActiveVersion } from './active-version.ts';
import { describeService } from './described-service.ts';
import { requestToken, type ServiceHost, sampleApk, startHost } from './service-host.ts';

const testing = '/api/v3/testingdist/profiles';
const store = '/api/v3/appstore/profiles';
const json = { 'content-type': 'application/json' };

async function refusal(response: Response) {
  expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  expect(response.headers.get('x-request-id')).toMatch(/./);
  const { status, code, detail } = (await response.json()) as Record<string, unknown>;
  expect(status).toBe(response.status);
  return { status, code, detail };
}

async function raw(host: ServiceHost, request: string) {
  const client = await openRaw(host.service.url);
  await client.send(request);
  const answer = await client.answer();
  client.socket.destroy();
  return answer;
}

/** Latin-1, half a sequence, an overlong sequence, a surrogate, a code point above Unicode. */
const notUtf8 = [[0xfc], [0xc3], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80]];

test('JSON that is not UTF-8 is rejected before any mail is sent', async () => {
  const { host, path } = await withActiveVersion();
  const send = (body: BodyInit, type = 'application/json') =>
    fetch(`${host.service.url}${path}/send`, {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${host.token}`, 'content-type': type },
    });
  const around = (bytes: readonly number[]) =>
    Buffer.concat([Buffer.from('{"emails":["j'), Buffer.from(bytes), Buffer.from('rg@example.com"]}')]);
  for (const bytes of notUtf8) {
    expect(await refusal(await send(around(bytes)))).toMatchObject({ status: 400, code: 'service/badBody' });
  }
  for (const text of ['{"emails":["j\\ud800rg@example.com"]}', '{"emails":[],"\\udfff":1}']) {
    expect(await refusal(await send(text))).toMatchObject({ status: 400, code: 'service/badBody' });
  }
  const latin = await send('{"emails":["jörg@example.com"]}', 'application/json; charset=iso-8859-1');
  expect(await refusal(latin)).toMatchObject({
    code: 'service/badBody',
    detail: expect.stringContaining('iso-8859-1'),
  });
  const lost = await send('{"emails":["j\ufffdrg@example.com"]}');
  expect(await refusal(lost)).toMatchObject({ status: 422, code: 'service/badAddress' });
  expect(await host.service.outbox.list()).toEqual([]);
  expect((await host.service.people.list()).members).toEqual([]);
  const good = await send('\ufeff{"emails":["j\\u00f6rg@example.com","\\ud83d\\ude00@example.com"]}');
  expect(good.status).toBe(200);
  const utf8 = await send('{"emails":["ü@example.com"]}', 'application/json; charset="UTF-8"');
  expect(utf8.status).toBe(200);
  expect((await host.service.outbox.list()).map(({ to }) => to).toSorted()).toEqual([
    'jörg@example.com',
    'ü@example.com',
    '😀@example.com',
  ]);
});

test('form text that is not UTF-8 is rejected, raw or percent-encoded', async () => {
  const host = await startHost();
  const made = await host.add<StoreProfile>(store, await sampleApk());
  const put = (body: BodyInit, type = 'application/x-www-form-urlencoded') =>
    fetch(`${host.service.url}${store}/${made.id}`, {
      method: 'PUT',
      body,
      headers: { authorization: `Bearer ${host.token}`, 'content-type': type },
    });
  for (const bytes of notUtf8) {
    const encoded = bytes.map((byte) => `%${byte.toString(16)}`).join('');
    for (const body of [Buffer.concat([Buffer.from('Name='), Buffer.from(bytes)]), `Name=${encoded}`]) {
      expect(await refusal(await put(body))).toMatchObject({ status: 400, code: 'service/badBody' });
    }
    const form = Buffer.concat([
      Buffer.from('--b\r\nContent-Disposition: form-data; name="Name"\r\n\r\n'),
      Buffer.from(bytes),
      Buffer.from('\r\n--b--\r\n'),
    ]);
    expect(await refusal(await put(form, 'multipart/form-data; boundary=b'))).toMatchObject({
      status: 400,
      code: 'service/badBody',
    });
  }
  expect((await host.json<StoreProfile>('GET', `${store}/${made.id}`)).name).toBe(made.name);
  expect(((await (await put('Name=S%C3%B6hne+%26+%F0%9F%98%80')).json()) as StoreProfile).name).toBe(
    'Söhne & 😀',
  );
  const token = await fetch(`${host.service.url}/identity/connect/token`, {
    method: 'POST',
    body: 'username=%fc&password=x&client_id=x&client_secret=x&grant_type=password&scope=x',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect([token.status, await token.json()]).toMatchObject([400, { error: 'invalid_request' }]);
});

test.each(['%', '%zz', '%e0%a4%a', '%ff', '%c0%af'])(
  'a path that contains %s is rejected with 400',
  async (part) => {
    const host = await startHost();
    const headers = { Authorization: `Bearer ${host.token}` };
    for (const path of [
      `${testing}/${part}`,
      `${store}/items/${part}`,
      `/api/v3/${part}`,
      `/install/${part}`,
    ]) {
      const answer = await raw(host, head(path.includes('items') ? 'DELETE' : 'GET', path, headers));
      expect(problemIn(answer), path).toMatchObject({ status: 400, code: 'service/badPath' });
      expect(answer.headers['x-request-id'], path).toMatch(/./);
    }
    await expect.poll(() => host.service.accessLog.list()[0]).toMatchObject({ method: 'GET', status: 400 });
  },
);

test('an id or token of excessive length is rejected', async () => {
  const host = await startHost();
  for (const length of [11, 201, 20_000]) {
    const { code, detail } = await refusal(await host.call('GET', `${testing}/${'7'.repeat(length)}`));
    expect([code, String(detail).length < 200]).toEqual(['service/badId', true]);
    const page = await fetch(`${host.service.url}/install/${'x'.repeat(length)}/file`);
    expect((await refusal(page)).code).toBe('service/noLink');
  }
});

test.each([
  ['none', '1.1', [], 400],
  ['two different', '1.1', ['Host: service.test', 'Host: other.test'], 400],
  ['the same twice', '1.1', ['Host: service.test', 'host: service.test'], 400],
  ['two values in one', '1.1', ['Host: service.test, other.test'], 400],
  ['a URL', '1.1', ['Host: http://service.test/'], 400],
  ['user information', '1.1', ['Host: ann@service.test'], 400],
  ['two in HTTP/1.0', '1.0', ['Host: service.test', 'Host: other.test'], 400],
  ['none in HTTP/1.0', '1.0', [], 200],
  ['IPv6', '1.1', ['Host: [::1]:8080'], 200],
  ['a port', '1.1', ['Host: service.test:8080'], 200],
  ['empty', '1.1', ['Host:'], 200],
] as const)('the Host header is validated: %s', async (_name, version, hosts, status) => {
  const host = await startHost();
  const lines = [`Authorization: Bearer ${host.token}`, ...hosts].join('\r\n');
  const answer = await raw(host, `GET /api/v3/root HTTP/${version}\r\n${lines}\r\n\r\n`);
  expect(answer.status).toBe(status);
  if (status === 400) {
    expect(problemIn(answer)).toMatchObject({
      code: 'service/badHost',
      detail: expect.stringContaining('exactly one Host header'),
    });
  }
  const form = 'a=b';
  const token = await raw(
    host,
    `POST /identity/connect/token HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${form.length}\r\n\r\n${form}`,
  );
  expect([token.status, JSON.parse(token.body)]).toMatchObject([400, { error: 'invalid_request' }]);
});

test('an unsupported content type is rejected with the supported types', async () => {
  const host = await startHost();
  const { paths } = (await describeService()) as {
    paths: Record<string, Record<string, { requestBody?: { content: object }; responses: object }>>;
  };
  const checked: string[] = [];
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, { requestBody, responses }] of Object.entries(methods)) {
      if (!('415' in responses)) continue;
      const taken = Object.keys(requestBody?.content ?? {});
      for (const type of ['text/plain', 'application/xml', 'nonsense']) {
        const answer = await host.call(method.toUpperCase(), path.replace('{id}', '1'), {
          body: 'x',
          headers: { 'content-type': type },
        });
        const wanted = taken.length === 0 ? 'no body' : taken.join(', ');
        expect(await refusal(answer), `${method} ${path}`).toEqual({
          status: 415,
          code: 'service/mediaType',
          detail: `The content type ${type} is not supported here. Send ${wanted}.`,
        });
      }
      checked.push(`${method} ${path}`);
    }
  }
  expect(checked.length).toBeGreaterThan(10);
  const token = await fetch(`${host.service.url}/identity/connect/token`, {
    method: 'POST',
    body: 'x',
    headers: { 'content-type': 'text/plain' },
  });
  expect(((await token.json()) as { error_description: string }).error_description).toContain(
    'Send application/x-www-form-urlencoded.',
  );
});

test('unknown paths and methods are rejected before the body is checked', async () => {
  const host = await startHost();
  const bodies = [
    { body: 'x', headers: { 'content-type': 'text/plain' } },
    { body: '{"broken', headers: json },
    { body: 'x'.repeat(1_100_000), headers: json },
  ];
  for (const options of bodies) {
    expect(await refusal(await host.call('POST', '/nowhere', options))).toMatchObject({ status: 404 });
    expect(await refusal(await host.call('PATCH', store, options))).toMatchObject({ status: 405 });
  }
  for (const method of ['PROPFIND', 'QUERY', 'LOCK', 'TRACE', 'OPTIONS']) {
    const answer = await raw(host, head(method, store, { Authorization: `Bearer ${host.token}` }));
    expect([method, answer.status, answer.headers['allow']]).toEqual([method, 405, 'GET, POST']);
  }
});

test('a JSON body that is not an object is rejected', async () => {
  const { host, path } = await withActiveVersion();
  const made = await host.add<StoreProfile>(store, await sampleApk());
  for (const body of ['null', ' null\n', '[]', '0', '"text"', 'true']) {
    for (const [method, address] of [
      ['POST', `${path}/send`],
      ['PUT', `${store}/${made.id}`],
    ] as const) {
      const answer = await host.call(method, address, { body, headers: json });
      expect(await refusal(answer), body).toMatchObject({ status: 400, code: 'service/badBody' });
    }
    // This operation needs no body, but some clients send a body by default.
    expect((await host.call('POST', `${path}/activate`, { body, headers: json })).status).toBe(200);
  }
});

test('both form encodings limit the number and length of fields', async () => {
  const host = await startHost({ limits: { maxFormFields: 5, maxFieldBytes: 100 } });
  const made = await host.add<StoreProfile>(store, await sampleApk());
  const forms = (fields: readonly (readonly [string, string])[]) => {
    const multipart = new FormData();
    for (const [name, value] of fields) multipart.append(name, value);
    return [multipart, new URLSearchParams(fields.map(([name, value]) => [name, value]))];
  };
  const many = Array.from({ length: 100 }, (_, at) => [`field${at}`, 'x'] as const);
  for (const body of forms(many)) {
    expect(await refusal(await host.call('PUT', `${store}/${made.id}`, { body }))).toMatchObject({
      status: 400,
      code: 'service/badBody',
    });
  }
  for (const body of forms([['ShortDescription', 'ü'.repeat(51)]])) {
    expect(await refusal(await host.call('PUT', `${store}/${made.id}`, { body }))).toMatchObject({
      status: 413,
      code: 'service/bodyTooLarge',
    });
  }
  for (const body of forms([...many.slice(0, 4), ['Name', 'Kept']])) {
    expect((await host.call('PUT', `${store}/${made.id}`, { body })).status).toBe(200);
  }
  const token = await requestToken(host.service.url, Object.fromEntries(many));
  expect([token.status, await token.json()]).toMatchObject([400, { error: 'invalid_request' }]);
});

test.each([
  ['releaseNote', 'releaseNote'],
  ['releaseNote', 'RELEASENOTE'],
])('an upload with the fields %s and %s is rejected', async (first, second) => {
  const host = await startHost();
  for (const text of ['one', '']) {
    const form = new FormData();
    form.append(first, text);
    form.append('file', new Blob([await sampleApk()]), 'a.apk');
    form.append(second, 'two');
    expect(await refusal(await host.call('POST', testing, { body: form }))).toMatchObject({
      status: 400,
      code: 'service/badBody',
      detail: expect.stringContaining('releaseNote'),
    });
  }
  expect(await host.json('GET', testing)).toEqual([]);
});

test('a created resource is returned with its Location', async () => {
  const host = await startHost();
  const { url } = host.service;
  const made = async <Made>(path: string) => {
    const answer = await host.upload(path, await sampleApk());
    return { location: answer.headers.get('location') ?? '', body: (await answer.json()) as Made };
  };
  const application = await made<TestApplication>(testing);
  expect(application.location).toBe(`${url}${testing}/${application.body.id}`);
  const version = await made<TestVersion>(`${testing}/${application.body.id}/items`);
  expect(version.location).toBe(`${url}${testing}/items/${version.body.id}`);
  const profile = await made<StoreProfile>(store);
  expect(profile.location).toBe(`${url}${store}/${profile.body.id}`);
  const item = await made<StoreItem>(`${store}/${profile.body.id}`);
  expect(item.location).toBe(`${url}${store}/items/${item.body.id}`);
  for (const { location, body } of [application, version, profile]) {
    expect(await host.json('GET', location.slice(url.length))).toMatchObject({ id: body.id });
  }
  expect((await host.call('DELETE', item.location.slice(url.length))).status).toBe(204);
});
