/** Conditional requests for unchanged lists, to the built-in service and to others. */
import { describe, expect, test } from 'vitest';
import { createApi } from '../../../main/api/client.ts';
import { systemClock } from '../../../main/base/clock.ts';
import { Redactor } from '../../../main/base/log/redact.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { accountAt, clientAt, reply, serverOf, withToken } from '../../unit/api/api-world.ts';
import { sampleApk, startHost } from '../service/service-host.ts';

const reuse = [undefined, { reuse: true }] as const;

describe.each(['plain', 'link'] as const)('in %s mode', (mode) => {
  test('a list is sent again only if it has changed', async () => {
    const host = await startHost();
    const user = host.service.firstUser;
    if (!user) throw new Error('no first user');
    const redactor = new Redactor();
    const api = createApi({
      account: accountAt(host.service.url, { mode, userName: user.userName, clientId: user.clientId }),
      ...{ credentials: async () => user, clock: systemClock, redactor, log: collectedLog(redactor).log },
    });
    const app = await host.add<{ id: number; profiles: { id: number }[] }>(
      '/api/v3/testingdist/profiles',
      await sampleApk(),
    );
    const statuses = (): number[] =>
      host.answers.filter(({ method }) => method === 'GET').map(({ status }) => status);
    const first = await api.testingdist.list(...reuse);
    expect(first).toMatchObject([{ id: app.id, lastProfile: { isActive: false } }]);
    expect(await api.testingdist.list(...reuse)).toBe(first);
    expect(statuses().slice(-2)).toEqual([200, 304]);
    expect(await api.testingdist.list()).toEqual(first);
    expect(statuses().at(-1)).toBe(200);

    await api.testingdist.activate(app.profiles[0]?.id ?? 0);
    const changed = await api.testingdist.list(...reuse);
    expect(changed).toMatchObject([{ lastProfile: { isActive: true } }]);
    const one = await api.testingdist.get(app.id, ...reuse);
    expect(await api.testingdist.get(app.id, ...reuse)).toBe(one);
    const profiles = await api.appstore.list(...reuse);
    expect(await api.appstore.list(...reuse)).toBe(profiles);
    expect(statuses().slice(-4)).toEqual([200, 304, 200, 304]);
    await api.close();
  });
});

test('the client remembers the last four lists', async () => {
  const asked: (string | undefined)[] = [];
  const url = await serverOf(
    withToken((request, response) => {
      asked.push(request.headers['if-none-match']);
      const id = Number(request.url?.split('/').at(-1));
      response.setHeader('etag', `"${id}"`);
      reply(response, 200, { id, name: 'Shop', profiles: [] });
    }),
  );
  const { api } = clientAt(url);
  for (const id of [1, 2, 3, 4, 5, 2, 1]) await api.testingdist.get(id, ...reuse);
  expect(asked).toEqual([undefined, undefined, undefined, undefined, undefined, '"2"', undefined]);
});

test('a 304 that the client did not ask for is an error', async () => {
  const url = await serverOf(withToken((_request, response) => void response.writeHead(304).end()));
  const { api } = clientAt(url);
  await expect(api.testingdist.list(...reuse)).rejects.toMatchObject({ code: 'api/redirected' });
});

test('a list without an ETag is not cached', async () => {
  const asked: (string | undefined)[] = [];
  const url = await serverOf(
    withToken((request, response) => {
      asked.push(request.headers['if-none-match']);
      if (asked.length === 1) response.setHeader('etag', '"a"');
      reply(response, 200, []);
    }),
  );
  const { api } = clientAt(url);
  for (let count = 0; count < 3; count += 1) expect(await api.testingdist.list(...reuse)).toEqual([]);
  expect(asked).toEqual([undefined, '"a"', undefined]);
});
