/** Uploads that a service accepts without returning the new version. */
import { describe, expect, test } from 'vitest';
import { until } from '../uploads/uploads-world.ts';
import type { ResponseFormat } from './other-formats.ts';
import { otherWorld } from './other-world.ts';

const noRecipients = { recipients: { teamIds: [], memberIds: [], emails: [] } };
const modes: readonly ('plain' | 'link')[] = ['plain', 'link'];
const unnamed: readonly Partial<ResponseFormat>[] = [
  { creates: '204' },
  { creates: '202' },
  { creates: 'blank' },
  { creates: 'location' },
  { creates: '204', links: 'moved' },
];
const ways = modes.flatMap((mode) => unnamed.map((format) => [mode, format] as const));

describe.each(ways)('an upload in %s mode whose response lacks the version (%j)', (mode, format) => {
  test.each([
    ['a version of an existing application', {}],
    ['a new application', { id: 'org.example.fresh', label: 'Fresh' }],
  ])('%s is found and activated without a second upload', async (_, build) => {
    const { uploads, request, posts, versions } = await otherWorld(format, mode);
    const before = versions().length;
    const { id } = await uploads.add(await request(build, noRecipients));
    const view = await until(uploads, id, ({ finishedAt }) => finishedAt !== null);
    expect(view).toMatchObject({ state: 'done', failure: null });
    expect(versions()).toHaveLength(before + 1);
    expect(versions().find((version) => version.id === view.target?.versionId)?.isActive).toBe(true);
    expect(posts()).toBe(1);
  });

  test('a store item is found without a second upload', async () => {
    const { other, uploads, request, posts } = await otherWorld(format, mode);
    const { id } = await uploads.add(await request({}, { ...noRecipients, area: 'appstore' }));
    const view = await until(uploads, id, ({ finishedAt }) => finishedAt !== null);
    expect(view).toMatchObject({ state: 'done', target: { applicationId: 11 } });
    expect(other.profiles.flatMap((profile) => profile.items)).toHaveLength(2);
    expect(posts()).toBe(1);
  });
});

test('only a manual retry repeats an upload that is never listed', async () => {
  const { uploads, request, posts } = await otherWorld({ creates: 'swallowed' });
  const { id } = await uploads.add(await request({}, noRecipients));
  const view = await until(uploads, id, ({ finishedAt }) => finishedAt !== null);
  expect(view).toMatchObject({ state: 'failed', failure: { code: 'api/unconfirmed', remedy: 'none' } });
  expect(posts()).toBe(1);
  uploads.retry(id);
  await until(uploads, id, ({ state }) => state !== 'failed');
  await until(uploads, id, ({ finishedAt }) => finishedAt !== null);
  expect(posts()).toBe(2);
});
