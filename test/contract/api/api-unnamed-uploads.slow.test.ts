/** Builds that a service takes without saying which version they became: found all the same. */
import { describe, expect, test } from 'vitest';
import { until } from '../uploads/uploads-world.ts';
import type { Manner } from './other-manners.ts';
import { otherWorld } from './other-world.ts';

const untold = { recipients: { teamIds: [], memberIds: [], emails: [] } };
const modes: readonly ('plain' | 'link')[] = ['plain', 'link'];
const unnamed: readonly Partial<Manner>[] = [
  { creates: '204' },
  { creates: '202' },
  { creates: 'blank' },
  { creates: 'location' },
  { creates: '204', links: 'moved' },
];
const ways = modes.flatMap((mode) => unnamed.map((manner) => [mode, manner] as const));

describe.each(ways)('in %s mode, answered like %j', (mode, manner) => {
  test.each([
    ['a version of a known application', {}],
    ['a new application', { id: 'org.example.fresh', label: 'Fresh' }],
  ])('%s is found, activated, and sent only once', async (_, build) => {
    const { uploads, request, posts, versions } = await otherWorld(manner, mode);
    const before = versions().length;
    const { id } = await uploads.add(await request(build, untold));
    const view = await until(uploads, id, ({ finishedAt }) => finishedAt !== null);
    expect(view).toMatchObject({ state: 'done', failure: null });
    expect(versions()).toHaveLength(before + 1);
    expect(versions().find((version) => version.id === view.target?.versionId)?.isActive).toBe(true);
    expect(posts()).toBe(1);
  });

  test('an item of the store is found, and sent only once', async () => {
    const { other, uploads, request, posts } = await otherWorld(manner, mode);
    const { id } = await uploads.add(await request({}, { ...untold, area: 'appstore' }));
    const view = await until(uploads, id, ({ finishedAt }) => finishedAt !== null);
    expect(view).toMatchObject({ state: 'done', target: { applicationId: 11 } });
    expect(other.profiles.flatMap((profile) => profile.items)).toHaveLength(2);
    expect(posts()).toBe(1);
  });
});

test('what was taken but never shows is said, and sent again only when somebody asks for it', async () => {
  const { uploads, request, posts } = await otherWorld({ creates: 'swallowed' });
  const { id } = await uploads.add(await request({}, untold));
  const view = await until(uploads, id, ({ finishedAt }) => finishedAt !== null);
  expect(view).toMatchObject({ state: 'failed', failure: { code: 'api/unconfirmed', remedy: 'none' } });
  expect(posts()).toBe(1);
  uploads.retry(id);
  await until(uploads, id, ({ state }) => state !== 'failed');
  await until(uploads, id, ({ finishedAt }) => finishedAt !== null);
  expect(posts()).toBe(2);
});
