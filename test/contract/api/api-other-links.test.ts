import { describe, expect, test } from 'vitest';
import { clientAt } from '../../unit/api/api-world.ts';
import { everyCall, otherBuild } from './other-calls.ts';
import { type ResponseFormat, referenceFormat } from './other-formats.ts';
import { startOther } from './other-service.ts';

async function start(changes: Partial<ResponseFormat>) {
  const other = await startOther({ ...referenceFormat, ...changes });
  return { other, ...clientAt(other.url, { account: { mode: 'link' } }) };
}

const hasNoLink = (line: string): boolean => line === 'GET /api/v3/root' || /^POST .*\/send$/.test(line);

describe.each(['moved', 'relative'] as const)('a client of a service with %s links', (links) => {
  test.each(everyCall)('calls %s at the linked address', async (_, call) => {
    const { other, api } = await start({ links });
    await call(api);
    expect(other.requests.filter((line) => line.includes('/api/v3/') && !hasNoLink(line))).toEqual([]);
  });

  test('looks up an unlisted id at the documented address', async () => {
    const { other, api } = await start({ links });
    for (const call of [
      () => api.testingdist.getVersion(99),
      () => api.testingdist.get(99),
      () => api.appstore.get(99),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: 'api/wrongAddress', details: { status: 404 } });
    }
    expect(other.requests).toContain('GET /api/v3/testingdist/profiles/items/99');
  });

  test('finds resources that another client created', async () => {
    const { other, api } = await start({ links });
    await api.testingdist.list();
    const otherClient = clientAt(other.url, { account: { mode: 'link' } }).api;
    const { resource } = await otherClient.testingdist.createVersion(3, await otherBuild());
    await expect(api.testingdist.activate(resource.id)).resolves.toMatchObject({ isActive: true });
  });
});

describe.each(['reference', 'null', 'none', 'foreign'] as const)(
  'a client of a service with links of kind “%s”',
  (links) => {
    test.each(everyCall)('calls %s at the documented address', async (_, call) => {
      const { other, api } = await start({ links });
      await call(api);
      expect(other.requests.every((line) => line.includes('/api/v3/'))).toBe(true);
    });
  },
);

test('the client reads the root and each list once to learn links', async () => {
  const { other, api } = await start({ links: 'moved' });
  await api.testingdist.getVersion(8);
  await api.testingdist.getVersion(8);
  await api.testingdist.activate(8);
  await api.testingdist.get(3);
  expect(other.requests).toEqual([
    'GET /api/v3/root',
    'GET /shop/apps',
    'GET /shop/builds/8',
    'GET /shop/builds/8',
    'POST /shop/builds/8/on',
    'GET /shop/apps/3',
  ]);
});

test('the client finds the links of an older version in its application', async () => {
  const { other, api } = await start({ links: 'moved' });
  await expect(api.testingdist.activate(7)).resolves.toMatchObject({ id: 7, isActive: true });
  expect(other.requests).toEqual([
    'GET /api/v3/root',
    'GET /shop/apps',
    'GET /shop/apps/3',
    'POST /shop/builds/7/on',
  ]);
});

test('the client follows no links in plain mode', async () => {
  const other = await startOther({ ...referenceFormat, links: 'foreign', lists: 'always' });
  const { api } = clientAt(other.url, { account: { mode: 'plain' } });
  await api.testingdist.list();
  await api.testingdist.activate(7);
  expect(other.requests).toEqual([
    'GET /api/v3/testingdist/profiles',
    'POST /api/v3/testingdist/profiles/items/7/activate',
  ]);
});
