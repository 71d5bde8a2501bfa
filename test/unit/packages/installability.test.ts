/** Each installability rule, with a build that breaks the rule and a build that follows it. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { messageOf } from '../../../main/messages/message.ts';
import { inspectBuild } from '../../../main/packages/inspect.ts';
import { installability, installWarnings } from '../../../main/packages/installability.ts';
import type { PackageInfo } from '../../../main/packages/package-info.ts';
import { writeBinaryXml, type XmlElement } from '../../fixtures/builds/binary-xml.ts';
import { sharedObject } from '../../fixtures/builds/shared-object.ts';
import { writeZip, type ZipEntry } from '../../fixtures/builds/zip-writer.ts';
import { ipaEntries, listOf, type Profile, signed } from './profiles.ts';
import { classes, releaseSignature } from './signed-apk.ts';

type Apk = {
  readonly id?: string;
  readonly target?: number | string;
  readonly application?: XmlElement['android'] | null;
  readonly components?: readonly XmlElement[];
  readonly permissions?: readonly string[];
  readonly entries?: readonly ZipEntry[];
};

const jar = { name: 'META-INF/CERT.RSA', data: releaseSignature };

/** Builds an apk that targets API level 29 by default, which does not require a v2 signature. */
function apk({
  id = 'dev.example.app',
  target = 29,
  application = {},
  components = [],
  permissions = [],
  entries = [classes],
}: Apk): Buffer {
  const data = writeBinaryXml({
    tag: 'manifest',
    plain: { package: id },
    children: [
      { tag: 'uses-sdk', android: { minSdkVersion: 21, targetSdkVersion: target } },
      ...permissions.map((name) => ({ tag: 'uses-permission', android: { name } })),
      ...(application === null ? [] : [{ tag: 'application', android: application, children: components }]),
    ],
  });
  return writeZip([{ name: 'AndroidManifest.xml', data }, ...entries, jar]);
}

function ipa(
  changes: Profile,
  change: (entries: readonly ZipEntry[]) => readonly ZipEntry[] = (all) => all,
): Buffer {
  return writeZip(change(ipaEntries(signed(listOf({ ProvisionsAllDevices: true, ...changes })))));
}

function withLibrary(entry: Partial<ZipEntry>, align = 16_384): readonly ZipEntry[] {
  return [classes, { name: 'lib/arm64-v8a/libapp.so', data: sharedObject(align), ...entry }];
}

const filter = { tag: 'intent-filter', children: [{ tag: 'action', android: { name: 'dev.example.OPEN' } }] };
const component = (tag: string, android: XmlElement['android']): XmlElement => ({
  tag,
  android: { name: `dev.example.${tag}`, ...android },
  children: [filter],
});
const guarded = (permission: string): XmlElement => ({
  tag: 'service',
  android: { name: 'dev.example.Guard', exported: true, permission: `android.permission.${permission}` },
  children: [filter],
});
/** Returns a signed list of files. Long lines break in the middle of a character, as signing tools do. */
function listed(...names: readonly string[]): ZipEntry {
  const sections = ['AndroidManifest.xml', 'classes.dex', ...names].flatMap((name) => {
    const line = Buffer.from(`Name: ${name}`);
    const rest = line.length > 70 ? [Buffer.from('\r\n '), line.subarray(70)] : [];
    return [line.subarray(0, 70), ...rest, Buffer.from('\r\n\r\n')];
  });
  const data = Buffer.concat([Buffer.from('Manifest-Version: 1.0\r\n\r\n'), ...sections]);
  return { name: 'META-INF/MANIFEST.MF', data };
}
const longName = `assets/${'ä'.repeat(70)}.txt`;
const asset = (name: string): ZipEntry => ({ name, data: Buffer.from('x') });
/** Replaces each `ä` in UTF-8 with `ää` in Latin-1, in which some zip tools write names. Keeps the length. */
const inLatin1 = (bytes: Buffer): Buffer =>
  Buffer.from(bytes.toString('latin1').replaceAll('\u00c3\u00a4', '\u00e4\u00e4'), 'latin1');
const libraryOf = (abi: string, name: string, entry: Partial<ZipEntry> = {}): ZipEntry => ({
  ...{ name: `lib/${abi}/${name}.so`, data: sharedObject(16_384), stored: true, align: 16_384 },
  ...entry,
});
const numbered = Array.from({ length: 100 }, (_, index) => libraryOf('arm64-v8a', `lib${index}`));
const stored = { stored: true, align: 4096 };
const inside = { application: { extractNativeLibs: false } };

/** Returns a Mach-O file for 64-bit ARM with one LC_ENCRYPTION_INFO_64. */
function executable(cryptid: number): Buffer {
  const file = Buffer.alloc(32 + 24);
  file.writeUInt32LE(0xfeedfacf, 0);
  file.writeUInt32LE(1, 16);
  file.writeUInt32LE(0x2c, 32);
  file.writeUInt32LE(24, 36);
  file.writeUInt32LE(cryptid, 48);
  return file;
}

const withExecutable = (data: Buffer) => (entries: readonly ZipEntry[]) =>
  entries.map((entry) => (entry.name.endsWith('/Sample') ? { ...entry, data } : entry));
/** Declares a different executable name, and renames the file of the executable. */
const named = (declared: string, file: string) => (entries: readonly ZipEntry[]) =>
  entries.map((entry) => {
    if (entry.name.endsWith('/Sample')) return { ...entry, name: `Payload/A.app/${file}` };
    if (!entry.name.endsWith('/Info.plist')) return entry;
    const xml = entry.data.toString().replace('<string>Sample</string>', `<string>${declared}</string>`);
    return { ...entry, data: Buffer.from(xml) };
  });
const without = (end: string) => (entries: readonly ZipEntry[]) =>
  entries.filter(({ name }) => !name.endsWith(end));
const withExtension =
  (changes: Profile, parent = 'Payload/A.app') =>
  (entries: readonly ZipEntry[]) => [
    ...entries,
    { name: `${parent}/PlugIns/Share.appex/Info.plist`, data: Buffer.from('<plist/>') },
    {
      name: `${parent}/PlugIns/Share.appex/embedded.mobileprovision`,
      data: signed(listOf({ ProvisionsAllDevices: true, ...changes })),
    },
  ];
/** Returns the entry with a name that starts with `./`, as some tools write it. */
const dotted = (entry: ZipEntry): ZipEntry => ({ ...entry, name: `./${entry.name}` });
const past = new Date('2020-01-31T12:00:00Z');
const appId = (id: string): Profile => ({ Entitlements: { 'application-identifier': `ABCDE12345.${id}` } });

type Case = readonly [rule: string, broken: Buffer, intact: Buffer];

const cases: readonly Case[] = [
  ['badPackageId', apk({ id: 'example' }), apk({ id: 'e.x_1' })],
  ['badPackageId', apk({ id: 'dev.my-app' }), apk({ id: 'dev.myApp' })],
  ['badPackageId', apk({ id: 'dev.1app' }), apk({ id: 'dev.app1' })],
  ['badPackageId', apk({ id: 'dév.app' }), apk({ id: 'dev.app' })],
  ['noApplication', apk({ target: 30, application: null }), apk({ target: 30 })],
  ['noCode', apk({ entries: [] }), apk({ entries: [], application: { hasCode: false } })],
  ...['activity', 'activity-alias', 'service', 'receiver'].map(
    (tag): Case => [
      'notExported',
      apk({ target: 31, components: [component(tag, {})] }),
      apk({ target: 31, components: [component(tag, { exported: false })] }),
    ],
  ),
  [
    'notExported',
    apk({ target: 31, components: [component('service', {})] }),
    apk({ target: 30, components: [component('service', {})] }),
  ],
  [
    'notExported',
    apk({ target: 31, components: [component('receiver', {})] }),
    apk({ target: 31, components: [component('provider', {})] }),
  ],
  [
    'librariesPacked',
    apk({ ...inside, entries: withLibrary({}) }),
    apk({ ...inside, entries: withLibrary(stored) }),
  ],
  [
    'librariesPacked',
    apk({ ...inside, entries: withLibrary({ stored: true, align: 16 }) }),
    apk({ entries: withLibrary({}) }),
  ],
  [
    'smallPages',
    apk({ ...inside, entries: withLibrary(stored) }),
    apk({ ...inside, entries: withLibrary({ stored: true, align: 16_384 }) }),
  ],
  ['smallPages', apk({ entries: withLibrary({}, 4096) }), apk({ entries: withLibrary({}, 65_536) })],
  [
    'smallPages',
    apk({ ...inside, entries: [classes, ...numbered, libraryOf('arm64-v8a', 'libZ', { align: 4096 })] }),
    apk({ ...inside, entries: [classes, ...numbered] }),
  ],
  [
    'otherAbiPacked',
    apk({
      ...inside,
      entries: withLibrary(stored).concat(libraryOf('armeabi-v7a', 'libapp', { stored: false })),
    }),
    apk({
      ...inside,
      entries: withLibrary(stored).concat(libraryOf('x86_64', 'libapp', { stored: false })),
    }),
  ],
  [
    'only32Bit',
    apk({ entries: [classes, libraryOf('armeabi-v7a', 'libapp')] }),
    apk({ entries: [classes, libraryOf('armeabi-v7a', 'fake')] }),
  ],
  [
    'noPhoneAbi',
    apk({ application: { debuggable: true }, entries: [classes, libraryOf('x86_64', 'fake')] }),
    apk({ entries: [classes, libraryOf('x86_64', 'fake')] }),
  ],
  [
    'signedFileMissing',
    apk({ entries: [classes, listed(longName)] }),
    apk({ entries: [classes, asset(longName), listed(longName)] }),
  ],
  [
    'unsignedFile',
    apk({ entries: [classes, asset(longName), listed()] }),
    apk({ entries: [classes, asset(longName), asset('assets/'), listed(longName)] }),
  ],
  [
    'duplicateEntry',
    apk({ entries: [classes, asset('assets/a'), asset('assets/a')] }),
    apk({ entries: [classes, asset('assets/a'), asset('assets/A')] }),
  ],
  [
    'invalidName',
    inLatin1(apk({ entries: [classes, asset('assets/ä')] })),
    apk({ entries: [classes, asset('assets/ä\ufffd')] }),
  ],
  ['invalidName', apk({ entries: [classes, asset('assets/\0')] }), apk({})],
  ['previewLevel', apk({ target: 'VanillaIceCream' }), apk({ target: 10_000 })],
  ['previewLevel', apk({ target: '29' }), apk({ target: 29 })],
  [
    'playProtect',
    apk({ permissions: ['android.permission.READ_SMS'] }),
    apk({ permissions: ['android.permission.SEND_SMS'] }),
  ],
  ['playProtect', apk({ permissions: ['android.permission.RECEIVE_SMS'] }), apk({})],
  [
    'playProtect',
    apk({ components: [guarded('BIND_ACCESSIBILITY_SERVICE')] }),
    apk({ components: [guarded('BIND_JOB_SERVICE')] }),
  ],
  ['playProtect', apk({ components: [guarded('BIND_NOTIFICATION_LISTENER_SERVICE')] }), apk({})],
  [
    'registrationBuild',
    apk({ entries: [classes, { name: 'assets/adi-registration.properties', data: Buffer.from('x') }] }),
    apk({}),
  ],
  ['nestedProfile', ipa({}, withExtension({ ExpirationDate: past })), ipa({}, withExtension({}))],
  ['nestedProfile', ipa({}, (all) => withExtension({ ExpirationDate: past })(all).map(dotted)), ipa({})],
  ['nestedProfile', ipa({}, withExtension({ ProvisionsAllDevices: false })), ipa({})],
  ['nestedProfile', ipa({}, (all) => withExtension({})(all).slice(0, -1)), ipa({})],
  [
    'nestedProfile',
    ipa({}, withExtension({ ExpirationDate: past }, 'Payload/A.app/Watch/W.app')),
    ipa({}, withExtension({}, 'Payload/A.app/Watch/W.app')),
  ],
  ['otherAppId', ipa(appId('com.other')), ipa(appId('dev.example.*'))],
  ['otherAppId', ipa(appId('com.*')), ipa(appId('dev.example.sample'))],
  ['noExecutable', ipa({}, without('/Sample')), ipa({})],
  [
    'noExecutable',
    ipa({}, named('Größe', 'Grösse')),
    ipa({}, named('Größe'.normalize('NFC'), 'Größe'.normalize('NFD'))),
  ],
  ['notCodeSigned', ipa({}, without('/CodeResources')), ipa({})],
  ['encrypted', ipa({}, withExecutable(executable(1))), ipa({}, withExecutable(executable(0)))],
];

function inspect(bytes: Buffer): Promise<PackageInfo> {
  const read = async (position: number, length: number) => bytes.subarray(position, position + length);
  return inspectBuild({ file: 'app.build', size: bytes.length, read });
}

const codesOf = ({ warnings }: Pick<PackageInfo, 'warnings'>): readonly string[] =>
  warnings.map(({ code }) => code);

describe('inspectPackage', () => {
  test.for(cases)('reports %s only for a build that breaks the rule', async ([rule, broken, intact]) => {
    expect(codesOf(await inspect(broken))).toContain(`warning/${rule}`);
    expect(codesOf(await inspect(intact))).not.toContain(`warning/${rule}`);
  });
});

const debuggable = messageOf('warning/debuggable');
const listedOnly = messageOf('warning/adhoc', { count: 3 });
const split = messageOf('warning/split', { name: 'de' });
const oldTarget = messageOf('warning/oldTarget', { target: '22', system: 14, minimum: 23 });

describe('installability', () => {
  test('returns fine when there are no obstacles', () => {
    expect(installability([debuggable])).toEqual({ kind: 'fine', reasons: [] });
  });

  test('returns the worst kind and lists the worst reasons first', () => {
    expect(installability([oldTarget, debuggable, listedOnly, split])).toEqual({
      kind: 'no-device',
      reasons: [
        { kind: 'no-device', text: split },
        { kind: 'few-devices', text: listedOnly },
        { kind: 'may-be-refused', text: oldTarget, androidFrom: 14 },
      ],
    });
  });
});

describe('installWarnings', () => {
  test('lists obstacles to confirm, but no ad hoc profile that lists devices', () => {
    expect(installWarnings([debuggable, listedOnly, split])).toEqual([split]);
  });

  test('includes an ad hoc profile that lists no devices', () => {
    const noDevice = messageOf('warning/adhoc', { count: 0 });
    expect(installWarnings([noDevice])).toEqual([noDevice]);
  });
});

describe('the table of rules in the README', () => {
  const root = resolve(import.meta.dirname, '../../..');
  const readme = readFileSync(join(root, 'main/packages/README.md'), 'utf8');
  const rows = [...readme.matchAll(/^\| `(\w+)` \| ([\w-]+) \|/gm)].map(([, rule = '', kind]) => [
    rule,
    kind,
  ]);
  const builds = JSON.parse(readFileSync(join(root, 'assets/locales/en/main/builds.json'), 'utf8')) as {
    readonly warning: Readonly<Record<string, string>>;
  };

  test('contains each rule with its kind', () => {
    const rules = new Set(Object.keys(builds.warning).map((key) => key.replace(/_(one|other)$/, '')));
    const expected = [...rules].flatMap((rule) => {
      const text = { code: `warning/${rule}`, values: { count: 0, system: 14 } };
      const { kind } = installability([text]);
      return kind === 'fine' && installWarnings([text]).length === 0 ? [] : [[rule, kind]];
    });
    expect(rows.toSorted()).toEqual(expected.toSorted());
  });
});
