import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Api } from '../../../main/api/client.ts';
import { clientAt } from '../../unit/api/api-world.ts';
import { otherBuild } from './other-calls.ts';
import { pascal, type ResponseFormat, referenceFormat, timeForms } from './other-formats.ts';
import { type OtherService, startOther } from './other-service.ts';

const recipients = { teamIds: [2], memberIds: [5], emails: ['tester@example.org'] };

async function start(changes: Partial<ResponseFormat>, mode: 'plain' | 'link') {
  const other = await startOther({ ...referenceFormat, ...changes });
  return { other, ...clientAt(other.url, { account: { mode } }) };
}

/** Calls every operation of the reference API and compares each result with the records of the service. */
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

async function testStory({ testingdist }: Api, { expected, applications }: OtherService): Promise<void> {
  const file = await otherBuild();
  expect(await testingdist.list()).toEqual(expected.applications());
  const { resource: application } = await testingdist.create(file);
  expect(application).toEqual(expected.application(application.id));
  const { resource: version } = await testingdist.createVersion(application.id, file);
  expect({ ...version, fileName: 'shop.apk' }).toEqual(expected.version(version.id));
  expect(version.fileSize).toBe(file.size);
  expect(await testingdist.get(application.id)).toEqual(expected.application(application.id));
  expect(await testingdist.activate(version.id)).toEqual(expected.version(version.id));
  await testingdist.send(version.id, recipients);
  const sent = await testingdist.getVersion(version.id);
  expect(sent).toEqual(expected.version(version.id));
  expect([sent.isActive, sent.profileMembers.length]).toEqual([true, 1]);
  expect(await testingdist.deactivate(version.id)).toEqual(expected.version(version.id));
  await testingdist.removeVersion(version.id);
  expect((await testingdist.get(application.id)).profiles).toHaveLength(1);
  await testingdist.remove(application.id);
  expect(applications.map(({ id }) => id)).toEqual([3, 4]);
}

async function storeStory({ appstore }: Api, { expected, profiles }: OtherService): Promise<void> {
  const file = await otherBuild();
  expect(await appstore.list()).toEqual(expected.profiles());
  const { resource: profile } = await appstore.create(file);
  expect(profile).toEqual(expected.profile(profile.id));
  const { resource: item } = await appstore.createItem(profile.id, file);
  expect(item).toEqual(expected.item(item.id));
  const renamed = await appstore.update(profile.id, { Name: 'Bäckerei & Söhne', LongDescription: 'Long' });
  expect(renamed).toEqual(expected.profile(profile.id));
  expect(renamed).toMatchObject({
    name: 'Bäckerei & Söhne',
    shortDescription: null,
    longDescription: 'Long',
  });
  expect(await appstore.get(profile.id)).toEqual(expected.profile(profile.id));
  await appstore.removeItem(item.id);
  expect((await appstore.get(profile.id)).items).toHaveLength(1);
  await appstore.remove(profile.id);
  expect(profiles.map(({ id }) => id)).toEqual([11]);
}

const rotating = (time: Date, turn: number): unknown => timeForms[turn % timeForms.length]?.(time);
const snake = (name: string): string => name.replace(/(?<=[a-z])([A-Z])/g, '_$1').toUpperCase();

const formats: readonly (readonly [string, Partial<ResponseFormat>])[] = [
  ['exactly like the reference', {}],
  ['in Pascal case', { name: pascal }],
  ['in capitals', { name: (name) => name.toUpperCase() }],
  ['in lower case', { name: (name) => name.toLowerCase() }],
  ['with underscores', { name: snake }],
  ['with times in every form', { time: rotating }],
  ['with numbers as strings', { number: String }],
  ['with flags as strings', { flag: (value) => (value ? 'True' : 'False') }],
  ['with flags as numbers', { flag: Number }],
  ['with unknown properties', { addsUnknown: true }],
  ['without empty properties', { omitsEmpty: true }],
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
  ['compressed', { gzip: true }],
  ['in chunks', { chunked: true }],
];

describe.each(['plain', 'link'] as const)('the client of a third-party service in %s mode', (mode) => {
  // Without links the client always activates with POST.
  const fitting = formats.filter(([, { activation }]) => mode === 'link' || activation === undefined);

  test.each(fitting)('completes every call if the service responds %s', async (_, changes) => {
    const { other, api } = await start(changes, mode);
    await story(api, other);
  });

  test('completes every call if the service mixes the response formats', async () => {
    const mixed = fc.record({
      name: fc.constantFrom(referenceFormat.name, pascal, snake),
      time: fc.constantFrom(referenceFormat.time, rotating),
      number: fc.constantFrom(referenceFormat.number, String),
      flag: fc.constantFrom(referenceFormat.flag, String, Number),
      omitsEmpty: fc.boolean(),
      addsUnknown: fc.boolean(),
      lists: fc.constantFrom('asked', 'never', 'always', 'inverse'),
      links: fc.constantFrom('reference', 'moved', 'relative', 'null', 'none', 'foreign'),
      changes: fc.constantFrom('whole', '204', '202', 'blank', 'null', 'word'),
      creates: fc.constantFrom('whole', 'location', 'pointer', 'bare'),
      updates: fc.constantFrom('json', 'form'),
      byteOrderMark: fc.boolean(),
      type: fc.constantFrom('application/json', 'text/plain', 'text/html', ''),
      gzip: fc.boolean(),
      chunked: fc.boolean(),
      packageName: fc.constant(referenceFormat.packageName),
      sizeUnit: fc.constant(referenceFormat.sizeUnit),
      nextId: fc.constantFrom(
        referenceFormat.nextId,
        (turn: number) => 900_000 - turn,
        (turn: number) => -turn,
      ),
      listedAfter: fc.constant(0),
    } satisfies Record<Exclude<keyof ResponseFormat, 'activation'>, unknown>);
    await fc.assert(
      fc.asyncProperty(mixed, async (changes) => {
        const { other, api } = await start(changes as Partial<ResponseFormat>, mode);
        await story(api, other);
      }),
      { numRuns: 40 },
    );
  });
});
