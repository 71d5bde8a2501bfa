import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { clientAt, plainVersion, reply, serverOf, withToken } from './api-world.ts';

type Answer = readonly [number, unknown];
type Answers = Readonly<Record<string, Answer>>;

const self = '/api/v3/testingdist/profiles/items/7';
const list = '/api/v3/testingdist/profiles';
const root = '/api/v3/root';

/** Creates a client in link mode. The service returns these responses, and 404 for other paths. */
async function start(answers: Answers) {
  const requests: string[] = [];
  const url = await serverOf(
    withToken((request, response) => {
      request.resume();
      requests.push(`${request.method} ${request.url}`);
      const [status, body] = answers[request.url ?? ''] ?? [404, { title: 'Not found' }];
      reply(response, status, body);
    }),
  );
  return { requests, api: clientAt(url, { account: { mode: 'link' } }).api };
}

test.each<[string, Answers]>([
  ['no root and no list', {}],
  ['a root that is forbidden', { [root]: [403, {}] }],
  ['a root that does not allow GET', { [root]: [405, {}] }],
  ['a root in another format', { [root]: [200, { hello: 'there' }] }],
  ['a root and a list in another format', { [root]: [200, 7], [list]: [200, { id: 7, _links: 'x' }] }],
  ['a list that is forbidden', { [root]: [200, { testingDist: [] }], [list]: [403, {}] }],
  ['a list that is not acceptable', { [root]: [200, { testingDist: [] }], [list]: [406, {}] }],
])('a client of a service with %s uses default paths after one lookup', async (_, answers) => {
  const { requests, api } = await start({ ...answers, [self]: [200, plainVersion] });
  await expect(api.testingdist.getVersion(7)).resolves.toEqual(plainVersion);
  await expect(api.testingdist.getVersion(7)).resolves.toEqual(plainVersion);
  expect(requests).toEqual([`GET ${root}`, `GET ${list}`, `GET ${self}`, `GET ${self}`]);
});

test.each<[string, Answers, string]>([
  ['root', { [root]: [500, {}] }, 'api/serverError'],
  ['root', { [root]: [503, {}] }, 'api/busy'],
  ['list', { [root]: [200, { testingDist: [] }], [list]: [502, {}] }, 'api/serverError'],
  ['list', { [root]: [200, { testingDist: [] }], [list]: [429, {}] }, 'api/busy'],
])('a failed %s request fails the call, and the next call repeats it', async (_, answers, code) => {
  const { requests, api } = await start({ ...answers, [self]: [200, plainVersion] });
  await expect(api.testingdist.activate(7)).rejects.toMatchObject({ code });
  const before = requests.length;
  await expect(api.testingdist.activate(7)).rejects.toMatchObject({ code });
  expect(requests.length).toBeGreaterThan(before);
  expect(requests).not.toContain(`POST ${self}/activate`);
});

test('a link missing from the list is fetched once from the resource', async () => {
  const link = { rel: 'activate_profile_item', method: 'POST', href: '/on/7' };
  const short = { ...plainVersion, _links: [{ rel: 'self', method: 'GET', href: '/seven' }] };
  const { requests, api } = await start({
    [root]: [200, { testingDist: [] }],
    [list]: [200, { _value: [{ id: 3, name: 'Shop', lastProfile: short }] }],
    '/seven': [200, { ...short, _links: [...short._links, link] }],
    '/on/7': [204, null],
    [`${self}/activate`]: [200, plainVersion],
  });
  await api.testingdist.deactivate(7);
  await expect(api.testingdist.activate(7)).resolves.toEqual(plainVersion);
  expect(requests).toEqual([
    `GET ${root}`,
    `GET ${list}`,
    'GET /seven',
    `DELETE ${self}/activate`,
    'POST /on/7',
    'GET /seven',
  ]);
});

test('a client looks up links again after the service moved them', async () => {
  let prefix = '/old';
  const requests: string[] = [];
  const links = (): object[] => [
    { rel: 'self', method: 'GET', href: `${prefix}/7` },
    { rel: 'activate_profile_item', method: 'POST', href: `${prefix}/7/on` },
    { rel: 'create_profile_item', method: 'POST', href: `${prefix}/more` },
  ];
  const url = await serverOf(
    withToken(async (request, response) => {
      for await (const _ of request);
      const path = request.url ?? '';
      requests.push(`${request.method} ${path}`);
      if (path === root) {
        const get = { rel: 'get_profiles', method: 'GET', href: `${prefix}/list` };
        return reply(response, 200, { testingDist: [get] });
      }
      if (!path.startsWith(prefix)) return reply(response, 404, { title: 'Moved away' });
      const version = { ...plainVersion, _links: links() };
      if (path !== `${prefix}/list`) return reply(response, 200, version);
      reply(response, 200, [{ id: 3, name: 'Shop', lastProfile: version, _links: links() }]);
    }),
  );
  const { api } = clientAt(url, { account: { mode: 'link' } });
  await api.testingdist.getVersion(7);
  prefix = '/new';
  await expect(api.testingdist.activate(7)).resolves.toEqual(plainVersion);
  prefix = '/newer';
  const path = join(await temporaryFolder(), 'a.apk');
  await writeFile(path, 'content');
  const file = { path, fileName: 'a.apk', size: 7 };
  const { resource } = await api.testingdist.createVersion(3, file);
  expect(resource).toEqual(plainVersion);
  expect(requests.filter((line) => line.startsWith('POST'))).toEqual([
    'POST /old/7/on',
    'POST /new/7/on',
    'POST /new/more',
    'POST /newer/more',
  ]);
});

test('a version missing at its link is requested only once', async () => {
  const links = [{ rel: 'self', method: 'GET', href: '/seven' }];
  const { requests, api } = await start({
    [root]: [200, { testingDist: [] }],
    [list]: [200, { _value: [{ id: 3, name: 'Shop', lastProfile: { ...plainVersion, _links: links } }] }],
  });
  await expect(api.testingdist.getVersion(7)).rejects.toMatchObject({ code: 'api/missing' });
  expect(requests.filter((line) => line === 'GET /seven')).toHaveLength(1);
});

test('removing a version evicts its cached links', async () => {
  const links = [{ rel: 'self', method: 'GET', href: '/seven' }];
  const { requests, api } = await start({
    [root]: [200, { testingDist: [] }],
    [list]: [200, { _value: [{ id: 3, name: 'Shop', lastProfile: { ...plainVersion, _links: links } }] }],
    '/seven': [200, { ...plainVersion, _links: links }],
    [self]: [204, null],
  });
  await api.testingdist.removeVersion(7);
  requests.length = 0;
  await expect(api.testingdist.getVersion(7)).rejects.toMatchObject({ code: 'api/unexpectedResponse' });
  expect(requests).toEqual([`GET ${self}`]);
});
