import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { CodedError } from '../../../main/base/errors.ts';
import { createHashing } from '../../../main/base/hashing/hashing.ts';
import { inspectPackage } from '../../../main/packages/inspect.ts';
import type { PackageInfo } from '../../../main/packages/package-info.ts';
import { contentCheckOf } from '../../../main/packages/zip/content-check.ts';
import { hashFile } from '../../../main/uploads/steps/hash.ts';

const own = resolve(import.meta.dirname, '../../fixtures');
const shared = resolve(import.meta.dirname, '../../../../shared/fixtures');

const hashing = createHashing();
afterAll(() => hashing.close());

type Facts = Readonly<Record<string, unknown>>;
type Fixture = {
  readonly file: string;
  readonly verdict: 'accept' | 'reject' | 'tolerant';
  readonly expected: Facts;
};

function fixturesIn(folder: string): readonly Fixture[] {
  const manifest = join(folder, 'manifest.json');
  return existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')) : [];
}

/** Facts that must equal the ground truth exactly. */
const checkedKeys = [
  'platform',
  'id',
  'name',
  'versionName',
  'versionCode',
  'build',
  'minOs',
  'targetOs',
  'debuggable',
  'split',
  'simulator',
  'localizedNames',
  'launcherLabel',
  'launchers',
  'leanbackLaunchers',
  'versionCodeMajor',
  'longVersionCode',
  'instrumentation',
  'formFactor',
  'targetSandboxVersion',
  'deviceFamily',
  'plistFormat',
  'nestedBundles',
  'provisioning',
  'profileName',
  'profileTeam',
  'profileExpires',
  'profileDevices',
  'icon',
  'iconRaster',
  'iconKinds',
  'iconFiles',
  'iconDeclared',
  'iconAsset',
  'assetsCar',
  'layout',
] as const;

function factsOf(info: PackageInfo): Facts {
  return info.kind === 'apk' ? { ...info, versionCode: info.build } : { ...info };
}

/** Compares only which schemes are present. Devices verify the signatures. */
function expectSigning(facts: Facts, expected: Facts): void {
  if ('signing' in expected) {
    const { schemesPresent } = expected['signing'] as Facts;
    expect(facts['signing']).toMatchObject({ schemesPresent });
  }
}

function expectFacts(facts: Facts, expected: Facts): void {
  expectSigning(facts, expected);
  for (const key of checkedKeys) {
    const choices = expected[`${key}AnyOf`];
    if (Array.isArray(choices)) expect(choices, key).toContainEqual(facts[key]);
    else if (key in expected && expected[key] !== 'any')
      expect(sorted(facts[key]), key).toEqual(sorted(expected[key]));
  }
}

function sorted(value: unknown): unknown {
  return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value.toSorted() : value;
}

async function inspected(path: string): Promise<PackageInfo | CodedError> {
  try {
    return await inspectPackage(path);
  } catch (error) {
    if (error instanceof CodedError) return error;
    throw error;
  }
}

function expectAccepted({ expected }: Fixture, info: PackageInfo): void {
  const whole = expected['anyOf'];
  if (!Array.isArray(whole)) {
    expectFacts(factsOf(info), expected);
    return;
  }
  expect(whole).toContainEqual(expect.objectContaining({ id: info.id }));
  expectFacts(factsOf(info), whole.find((one: Facts) => one['id'] === info.id) as Facts);
}

/** Returns the text that must not leak. The fixture may refer to a file: `<contents of /etc/hostname>`. */
function leakedText(leak: string): string {
  const path = /^<contents of (.+)>$/.exec(leak)?.[1];
  return path ? readFileSync(path, 'utf8').trim() : leak;
}

const folders = existsSync(shared) ? [own, shared] : [own];

describe.each(folders)('builds of %s', (folder) => {
  const fixtures = fixturesIn(folder);

  test.for(fixtures.map((fixture) => [fixture.verdict, fixture.file, fixture] as const))(
    'match the verdict “%s”: %s',
    async ([verdict, file, fixture]) => {
      const result = await inspected(join(folder, file));
      if (result instanceof CodedError) {
        expect(verdict, result.message).not.toBe('accept');
        expect(result.code).toMatch(/^package\//);
        expect(result.message).toMatch(/^[^\n]{20,400}[.]$/);
        return;
      }
      expect(verdict).not.toBe('reject');
      expectAccepted(fixture, result);
      const leak = fixture.expected['mustNotContain'];
      if (leak !== undefined) expect(JSON.stringify(result)).not.toContain(leakedText(String(leak)));
    },
  );

  /** Builds with a damaged entry, whose size, checksum and v1 digest are all wrong. */
  const damaged: Readonly<Record<string, string>> = { 'redex-test-no-arsc.apk': 'classes.dex' };

  test.for(fixtures.filter(({ verdict }) => verdict === 'accept').map(({ file }) => file))(
    'are hashed only if their contents match their checksums: %s',
    async (file) => {
      const path = join(folder, file);
      const sent = hashFile(path, hashing, new AbortController().signal, await contentCheckOf(path));
      const part = damaged[file];
      if (part === undefined) expect(await sent).toMatch(/^[0-9a-f]{64}$/);
      else await expect(sent).rejects.toMatchObject({ code: 'package/partDamaged', values: { part } });
    },
  );
});
