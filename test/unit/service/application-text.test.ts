import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { messageOf } from '../../../main/messages/message.ts';
import {
  linkedApplications,
  listedApplication,
  serviceApplication,
} from '../../../main/service/description/testing-schemas.ts';
import type { ApplicationRecord, VersionRecord } from '../../../main/service/storage/records.ts';
import {
  applicationJson,
  applicationsJson,
  versionJson,
} from '../../../main/service/testingdist/application-json.ts';
import {
  applicationLinks,
  itemsLinks,
  linkVersion,
} from '../../../main/service/testingdist/testing-links.ts';
import { toTestVersion } from '../../../main/service/testingdist/testing-schema.ts';

const id = fc.integer({ min: 1, max: 2 ** 31 - 1 });
const time = fc.integer({ min: 0, max: Date.UTC(9999, 11, 31) });
/** Any characters, including those that JSON must escape. */
const text = fc.string({ unit: 'binary', maxLength: 12 });
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null, freq: 2 });
const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length });
const token = fc.string({ unit: fc.constantFrom(...'azAZ09-_'), minLength: 22, maxLength: 22 });

const team = fc.record({ id, name: text, ownerId: id, ungrouped: fc.boolean() });
const member = fc.record({
  id,
  name: maybe(text),
  email: text,
  isDeleted: fc.boolean(),
  teams: fc.array(team, { maxLength: 2 }),
});
const share = fc.record({
  id,
  versionId: id,
  status: fc.constantFrom(0, 1, 2, 3),
  lastShareAt: maybe(time),
  mail: maybe(
    fc.record({
      state: fc.constantFrom('waiting', 'refused'),
      failure: maybe(text.map((value) => messageOf('text/plain', { text: value }))),
    }),
  ),
  member,
  downloads: fc.array(fc.record({ id, at: time, userAgent: maybe(text), count: id }), { maxLength: 2 }),
});
const version = fc.record({
  kind: fc.constantFrom('apk', 'ipa'),
  platform: fc.constantFrom('android', 'ios', 'tvos', 'watchos', 'visionos', 'macos'),
  packageId: text,
  versionName: maybe(text),
  build: maybe(text),
  minOs: maybe(text),
  fileName: text,
  fileSize: fc.integer({ min: 1, max: 2 ** 42 }),
  sha256: hex(64),
  id,
  linkToken: token,
  isActive: fc.boolean(),
  releaseNote: maybe(text),
  releaseNoteHtml: maybe(text),
  lastSendAt: maybe(time),
  uploadedAt: time,
  updatedAt: time,
  members: fc.array(share, { maxLength: 2 }),
});
type Application = ApplicationRecord & { readonly versions: readonly VersionRecord[] };
const application = fc
  .record({ id, name: text, createdAt: time, versions: fc.array(version, { maxLength: 3 }) })
  .map(
    (made): Application => ({
      ...made,
      versions: made.versions.map((one) => ({
        ...one,
        applicationId: made.id,
        applicationName: made.name,
      })),
    }),
  );
const address = fc.constantFrom('http://127.0.0.1:4321', 'https://builds.example/sub/"path');

/** Builds the expected value as an object. */
function objectOf({ id, name, versions }: Application, address: string, linked: boolean) {
  const one = (record: VersionRecord) => {
    const plain = toTestVersion(record, address, false);
    return linked ? linkVersion(plain, address) : plain;
  };
  const profiles = versions.map(one);
  return {
    id,
    name,
    profiles: linked ? { _value: profiles, _links: itemsLinks(id, address) } : profiles,
    lastProfile: versions[0] ? one(versions[0]) : null,
    ...(linked ? { _links: applicationLinks(id, address) } : {}),
  };
}

const textOf = (pieces: Iterable<Buffer>): string => Buffer.concat([...pieces]).toString();

test('applicationsJson returns the same text as JSON.stringify', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(application, { maxLength: 3 }), address, async (applications, address) => {
      const plain = textOf(applicationsJson(applications, { address, linked: false }));
      expect(plain).toBe(JSON.stringify(applications.map((one) => objectOf(one, address, false))));
      const linked = textOf(applicationsJson(applications, { address, linked: true }));
      const { _value: value } = JSON.parse(linked) as { _value: unknown };
      const objects = applications.map((one) => objectOf(one, address, true));
      expect(JSON.stringify(value)).toBe(JSON.stringify(objects));
      expect(linked.startsWith(`{"_value":${JSON.stringify(objects)},"_links":[`)).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test('applicationJson returns the fields of the list except lastProfile', async () => {
  await fc.assert(
    fc.asyncProperty(application, address, fc.boolean(), async (application, address, linked) => {
      const { lastProfile: _, ...whole } = objectOf(application, address, linked);
      expect(textOf(applicationJson(application, { address, linked }))).toBe(JSON.stringify(whole));
    }),
    { numRuns: 300 },
  );
});

test('versionJson returns the same text as JSON.stringify', async () => {
  await fc.assert(
    fc.asyncProperty(
      application,
      address,
      fc.boolean(),
      fc.boolean(),
      async ({ versions }, address, named, linked) => {
        for (const one of versions) {
          const plain = toTestVersion(one, address, named);
          const text = JSON.stringify(linked ? linkVersion(plain, address) : plain);
          expect(textOf(versionJson(one, named, { address, linked }))).toBe(text);
        }
      },
    ),
    { numRuns: 300 },
  );
});

test('applicationsJson output with 5,000 versions matches the schemas', async () => {
  const [made] = fc.sample(application, { numRuns: 1, seed: 7 });
  const [record] = fc.sample(version, { numRuns: 1, seed: 7 });
  if (!made || !record) throw new Error('nothing was drawn');
  const own = { applicationId: made.id, applicationName: made.name };
  const versions = Array.from({ length: 5_000 }, (_, at) => ({ ...record, ...own, id: at + 1 }));
  const style = { address: 'http://127.0.0.1:4321', linked: false };
  const list = [
    { ...made, versions },
    { ...made, versions: [] },
  ];
  const read = z.array(listedApplication.strict()).parse(JSON.parse(textOf(applicationsJson(list, style))));
  expect(read.map(({ profiles }) => profiles.length)).toEqual([5_000, 0]);
  expect(read[0]?.profiles.every((one, at) => one.id === at + 1)).toBe(true);
  expect(read[1]?.lastProfile).toBeNull();
  const one = JSON.parse(textOf(applicationJson({ ...made, versions }, style)));
  expect(serviceApplication.strict().parse(one).profiles).toEqual(read[0]?.profiles);
  const linked = JSON.parse(textOf(applicationsJson(list, { ...style, linked: true })));
  expect(linkedApplications.parse(linked)._value[0]?.profiles._value).toHaveLength(5_000);
});
