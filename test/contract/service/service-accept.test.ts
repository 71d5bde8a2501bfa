import { expect, test } from 'vitest';
import type { StoreItem, StoreProfile, TestApplication, TestVersion } from '../../../main/api/wire.ts';
import { head, openRaw, problemIn } from '../api/raw-client.ts';
import { type ServiceHost, sampleApk, sampleIpa, startHost } from './service-host.ts';

const testing = '/api/v3/testingdist/profiles';
const store = '/api/v3/appstore/profiles';

/** Requests every kind of API response with this `Accept` header. */
async function requestEverything(host: ServiceHost, accept: string): Promise<void> {
  const read = async <Result>(response: Promise<Response>): Promise<Result> =>
    (await (await response).json()) as never;
  const get = (path: string) => host.json('GET', path, { accept });
  const application = await read<TestApplication>(host.upload(testing, await sampleApk(), { accept }));
  const versions = `${testing}/${application.id}/items`;
  const version = await read<TestVersion>(host.upload(versions, await sampleIpa(), { accept }));
  const item = `${testing}/items/${version.id}`;
  await host.json('POST', `${item}/activate`, { accept });
  await host.json('POST', `${item}/send`, { accept, body: { emails: ['ann@example.com'] } });
  for (const path of ['/api/v3/root', testing, `${testing}/${application.id}`, item]) await get(path);
  await host.json('DELETE', `${item}/activate`, { accept });
  const profile = await read<StoreProfile>(host.upload(store, await sampleApk(), { accept }));
  await read<StoreItem>(host.upload(`${store}/${profile.id}`, await sampleIpa(), { accept }));
  await host.json('PUT', `${store}/${profile.id}`, { accept, body: { Name: 'Shop' } });
  for (const path of [store, `${store}/${profile.id}`]) await get(path);
  await host.call('GET', `${testing}/99`, { accept });
}

/** Returns the names of all properties, including nested ones. */
function namesIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(namesIn);
  return Object.entries(value).flatMap(([name, inner]) => [name, ...namesIn(inner)]);
}

const bodiesOf = (host: ServiceHost) =>
  host.answers
    .filter(({ path }) => path.startsWith('/api/'))
    .map(({ body }) => JSON.parse(body.toString()) as unknown);

test('plain mode returns links only in the root and wraps no lists', async () => {
  const host = await startHost();
  await requestEverything(host, 'application/json');
  const bodies = bodiesOf(host);
  expect(bodies.length).toBeGreaterThan(12);
  const names = new Set(bodies.flatMap(namesIn));
  // These deeply nested names prove that `namesIn` covers the whole body.
  for (const nested of ['profileMembers', 'teamMembers', 'sha256', 'profile', 'lastProfile'])
    expect(names).toContain(nested);
  expect([...names].filter((name) => /^_|^href$|^rel$/.test(name)).toSorted()).toEqual(['href', 'rel']);
  const withLinks = host.answers.filter(({ body }) => /"(href|rel)":/.test(body.toString()));
  expect([...new Set(withLinks.map(({ path }) => path))]).toEqual(['/api/v3/root']);
});

test('link mode returns the exact content type of the Accept header', async () => {
  const host = await startHost();
  const accept = 'application/vnd.Some-Vendor.x.hateaos+json';
  await requestEverything(host, accept);
  const answers = host.answers.filter(({ path, status }) => path.startsWith('/api/') && status < 300);
  expect(new Set(answers.map(({ headers }) => headers['content-type']))).toEqual(
    new Set([`${accept}; charset=utf-8`]),
  );
  for (const { path, body } of answers) {
    const read: unknown = JSON.parse(body.toString());
    if (path !== '/api/v3/root') expect(read).toHaveProperty('_links');
  }
});

test('a request is rejected with 406 when no format matches its Accept', async () => {
  const host = await startHost();
  const accept = 'text/html, application/json;q=0';
  const refused = await host.call('GET', testing, { accept });
  expect(refused.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  expect([refused.status, await refused.json()]).toMatchObject([
    406,
    {
      code: 'service/notAcceptable',
      detail: `No available format matches Accept: ${accept}. Use application/json or application/vnd.<vendor>.hateaos+json.`,
    },
  ]);
  expect((await host.upload(testing, await sampleApk(), { accept })).status).toBe(406);
  expect(await host.json('GET', testing)).toEqual([]);
});

test('several Accept headers are combined into one list', async () => {
  const host = await startHost();
  const ask = async (...accept: readonly string[]) => {
    const client = await openRaw(host.service.url);
    const lines = accept.join('\r\nAccept: ');
    await client.send(head('GET', testing, { Authorization: `Bearer ${host.token}`, Accept: lines }));
    return client.answer();
  };
  const link = 'application/vnd.acme.hateaos+json';
  expect((await ask('application/json;q=0.4', `${link};q=0.5`)).headers['content-type']).toContain(link);
  expect((await ask('text/html', 'application/json')).status).toBe(200);
  expect(problemIn(await ask('text/html', 'application/json;q=0')).status).toBe(406);
});
