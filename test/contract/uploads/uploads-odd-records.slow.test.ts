/** Unusual records in the lists of a service do not stop an upload. */
import { expect, test } from 'vitest';
import { type OtherWorld, otherWorld } from '../api/other-world.ts';

const oddities: readonly (readonly [string, object])[] = [
  ['a date of null', { uploadedAt: null, updatedAt: null }],
  ['an empty date', { uploadedAt: '' }],
  ['no version', { version: null }],
  ['no name', { label: null, packageName: null }],
  ['no size', { fileSize: null }],
  ['no id', { id: null }],
];

function makeOdd(world: OtherWorld, oddity: object): void {
  const version = world.other.applications[0]?.versions[0];
  if (version) Object.assign(version, oddity);
}

test.each(oddities)('an upload succeeds if the service lists a version with %s', async (_, oddity) => {
  const world = await otherWorld();
  makeOdd(world, oddity);
  world.proxy.fault(/^POST .*items$/, { kind: 'cut-after' });
  const view = await world.upload(await world.request({ versionName: '2' }));
  expect(view).toMatchObject({ state: 'done', failure: null, target: { applicationId: 3 } });
  expect(world.posts()).toBe(1);
  expect(world.lines.join('\n')).toContain('Could not read part of a response');
});

test('an upload succeeds if the service lists applications without a name', async () => {
  const world = await otherWorld();
  for (const application of world.other.applications) Object.assign(application, { name: null });
  expect(await world.upload(await world.request())).toMatchObject({ state: 'done', failure: null });
});
