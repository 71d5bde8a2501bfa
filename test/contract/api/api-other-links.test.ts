import { describe, expect, test } from 'vitest';
import { clientAt } from '../../unit/api/api-world.ts';
import { everyCall, otherBuild } from './other-calls.ts';
import { type Manner, proper } from './other-manners.ts';
import { startOther } from './other-service.ts';

async function start(changes: Partial<Manner>) {
  const other = await startOther({ ...proper, ...changes });
  return { other, ...clientAt(other.url, { account: { mode: 'link' } }) };
}

const hasNoLink = (line: string): boolean => line === 'GET /api/v3/root' || /^POST .*\/send$/.test(line);

describe.each(['moved', 'relative'] as const)(
  'a service whose %s links lead to other addresses than the reference has',
  (links) => {
    test.each(everyCall)('%s is found from the root down, whatever is asked first', async (_, call) => {
      const { other, api } = await start({ links });
      await call(api);
      expect(other.requests.filter((line) => line.includes('/api/v3/') && !hasNoLink(line))).toEqual([]);
    });

    test('what is on none of its lists is asked for by the address of the reference, and missing', async () => {
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

    test('what others have made meanwhile is found as well', async () => {
      const { other, api } = await start({ links });
      await api.testingdist.list();
      const neighbour = clientAt(other.url, { account: { mode: 'link' } }).api;
      const { resource } = await neighbour.testingdist.createVersion(3, await otherBuild());
      await expect(api.testingdist.activate(resource.id)).resolves.toMatchObject({ isActive: true });
    });
  },
);

describe.each(['reference', 'null', 'none', 'foreign'] as const)(
  'a service with links of the kind “%s”',
  (links) => {
    test.each(everyCall)('%s goes by the address of the reference', async (_, call) => {
      const { other, api } = await start({ links });
      await call(api);
      expect(other.requests.every((line) => line.includes('/api/v3/'))).toBe(true);
    });
  },
);

test('the root and each list are read once to learn their links', async () => {
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

test('a version that is no application’s newest is found in its application', async () => {
  const { other, api } = await start({ links: 'moved' });
  await expect(api.testingdist.activate(7)).resolves.toMatchObject({ id: 7, isActive: true });
  expect(other.requests).toEqual([
    'GET /api/v3/root',
    'GET /shop/apps',
    'GET /shop/apps/3',
    'POST /shop/builds/7/on',
  ]);
});

test('in plain mode no link is followed', async () => {
  const other = await startOther({ ...proper, links: 'foreign', lists: 'always' });
  const { api } = clientAt(other.url, { account: { mode: 'plain' } });
  await api.testingdist.list();
  await api.testingdist.activate(7);
  expect(other.requests).toEqual([
    'GET /api/v3/testingdist/profiles',
    'POST /api/v3/testingdist/profiles/items/7/activate',
  ]);
});
