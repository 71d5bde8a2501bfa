import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Api } from '../../../main/api/client.ts';
import { clientAt } from '../../unit/api/api-world.ts';
import { otherBuild } from './other-calls.ts';
import { type Manner, pascal, proper, timeForms } from './other-formats.ts';
import { type OtherService, startOther } from './other-service.ts';

const recipients = { teamIds: [2], memberIds: [5], emails: ['tester@example.org'] };

async function start(changes: Partial<Manner>, mode: 'plain' | 'link') {
  const other = await startOther({ ...proper, ...changes });
  return { other, ...clientAt(other.url, { account: { mode } }) };
}

/** Makes every call of the reference and compares each result with the records of the service. */
async function story(api: Api, other: OtherService): Promise<void> {
  await api.signIn();
  const root = await api.root();
  for (const links of [root.appStore, root.testingDist]) {
    expect(links.map(({ rel, method }) => [rel, method])).toEqual([
      ['get_profiles', 'GET'],
      ['create_profile', 'POST'],
    ]);
  }
  await testStory(api, other);
  await storeStory(api, other);
}

async function testStory({ testingdist }: Api, { holds, applications }: OtherService): Promise<void> {
  const file = await otherBuild();
  expect(await testingdist.list()).toEqual(holds.applications());
  const { resource: application } = await testingdist.create(file);
  expect(application).toEqual(holds.application(application.id));
  const { resource: version } = await testingdist.createVersion(application.id, file);
  expect({ ...version, fileName: 'shop.apk' }).toEqual(holds.version(version.id));
  expect(version.fileSize).toBe(file.size);
  expect(await testingdist.get(application.id)).toEqual(holds.application(application.id));
  expect(await testingdist.activate(version.id)).toEqual(holds.version(version.id));
  await testingdist.send(version.id, recipients);
  const sent = await testingdist.getVersion(version.id);
  expect(sent).toEqual(holds.version(version.id));
  expect([sent.isActive, sent.profileMembers.length]).toEqual([true, 1]);
  expect(await testingdist.deactivate(version.id)).toEqual(holds.version(version.id));
  await testingdist.removeVersion(version.id);
  expect((await testingdist.get(application.id)).profiles).toHaveLength(1);
  await testingdist.remove(application.id);
  expect(applications.map(({ id }) => id)).toEqual([3, 4]);
}

async function storeStory({ appstore }: Api, { holds, profiles }: OtherService): Promise<void> {
  const file = await otherBuild();
  expect(await appstore.list()).toEqual(holds.profiles());
  const { resource: profile } = await appstore.create(file);
  expect(profile).toEqual(holds.profile(profile.id));
  const { resource: item } = await appstore.createItem(profile.id, file);
  expect(item).toEqual(holds.item(item.id));
  const renamed = await appstore.update(profile.id, { Name: 'Bäckerei & Söhne', LongDescription: 'Long' });
  expect(renamed).toEqual(holds.profile(profile.id));
  expect(renamed).toMatchObject({
    name: 'Bäckerei & Söhne',
    shortDescription: null,
    longDescription: 'Long',
  });
  expect(await appstore.get(profile.id)).toEqual(holds.profile(profile.id));
  await appstore.removeItem(item.id);
  expect((await appstore.get(profile.id)).items).toHaveLength(1);
  await appstore.remove(profile.id);
  expect(profiles.map(({ id }) => id)).toEqual([11]);
}

const rotating = (time: Date, turn: number): unknown => timeForms[turn % timeForms.length]?.(time);
const snake = (name: string): string => name.replace(/(?<=[a-z])([A-Z])/g, '_$1').toUpperCase();

const manners: readonly (readonly [string, Partial<Manner>])[] = [
  ['exactly like the reference', {}],
  ['in Pascal case', { name: pascal }],
  ['in capitals', { name: (name) => name.toUpperCase() }],
  ['in lower case', { name: (name) => name.toLowerCase() }],
  ['with underscores', { name: snake }],
  ['with times in every form', { time: rotating }],
  ['with numbers as strings', { number: String }],
  ['with flags as strings', { flag: (value) => (value ? 'True' : 'False') }],
  ['with flags as numbers', { flag: Number }],
  ['with unknown properties', { surplus: true }],
  ['without empty properties', { sparse: true }],
  ['without wrapped lists', { lists: 'never' }],
  ['with all lists wrapped', { lists: 'always' }],
  ['with lists wrapped the wrong way round', { lists: 'inverse' }],
  ['with links to other addresses', { links: 'moved' }],
  ['with relative links', { links: 'relative' }],
  ['with null hrefs', { links: 'null' }],
  ['without links', { links: 'none' }],
  ['with links to an internal host', { links: 'foreign' }],
  ['with activation as GET', { links: 'moved', activation: 'GET' }],
  ['with activation as PUT', { links: 'moved', activation: 'PUT' }],
  ['with 204 for every change', { changes: '204' }],
  ['with 202 for every change', { changes: '202' }],
  ['with an empty 200 for every change', { changes: 'blank' }],
  ['with null for every change', { changes: 'null' }],
  ['with a custom object for every change', { changes: 'word' }],
  ['with a Location for a created resource', { creates: 'location' }],
  ['with an id and a Location for a created resource', { creates: 'pointer' }],
  ['with a Location at another address', { creates: 'location', links: 'moved' }],
  ['with a created resource without its contents', { creates: 'bare' }],
  ['only to updates sent as forms', { updates: 'form' }],
  ['with a byte order mark', { byteOrderMark: true }],
  ['as plain text', { type: 'text/plain' }],
  ['as JSON with an HTML content type', { type: 'text/html' }],
  ['without a content type', { type: '' }],
  ['compressed', { packed: true }],
  ['in chunks', { inPieces: true }],
];

describe.each(['plain', 'link'] as const)('a different service in %s mode', (mode) => {
  // Only links can specify another method for activation.
  const fitting = manners.filter(([, { activation }]) => mode === 'link' || activation === undefined);

  test.each(fitting)('supports every call if it responds %s', async (_, changes) => {
    const { other, api } = await start(changes, mode);
    await story(api, other);
  });

  test('supports every call if it mixes these variations', async () => {
    const mixed = fc.record({
      name: fc.constantFrom(proper.name, pascal, snake),
      time: fc.constantFrom(proper.time, rotating),
      number: fc.constantFrom(proper.number, String),
      flag: fc.constantFrom(proper.flag, String, Number),
      sparse: fc.boolean(),
      surplus: fc.boolean(),
      lists: fc.constantFrom('asked', 'never', 'always', 'inverse'),
      links: fc.constantFrom('reference', 'moved', 'relative', 'null', 'none', 'foreign'),
      changes: fc.constantFrom('whole', '204', '202', 'blank', 'null', 'word'),
      creates: fc.constantFrom('whole', 'location', 'pointer', 'bare'),
      updates: fc.constantFrom('json', 'form'),
      byteOrderMark: fc.boolean(),
      type: fc.constantFrom('application/json', 'text/plain', 'text/html', ''),
      packed: fc.boolean(),
      inPieces: fc.boolean(),
      packageName: fc.constant(proper.packageName),
      sizeUnit: fc.constant(proper.sizeUnit),
      nextId: fc.constantFrom(
        proper.nextId,
        (turn: number) => 900_000 - turn,
        (turn: number) => -turn,
      ),
      shownAfter: fc.constant(0),
    } satisfies Record<Exclude<keyof Manner, 'activation'>, unknown>);
    await fc.assert(
      fc.asyncProperty(mixed, async (changes) => {
        const { other, api } = await start(changes as Partial<Manner>, mode);
        await story(api, other);
      }),
      { numRuns: 40 },
    );
  });
});
