/** Compares the readers with Android's tools, if installed. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CodedError } from '../../../main/base/errors.ts';
import { inspectPackage } from '../../../main/packages/inspect.ts';
import type { PackageInfo } from '../../../main/packages/package-info.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { sampleApk } from './builds.ts';

const real = resolve(import.meta.dirname, '../../../../shared/fixtures');
const realApks = existsSync(real) ? readdirSync(real).filter((name) => /\.apk$/i.test(name)) : [];
const own = resolve(import.meta.dirname, '../../fixtures');

const isInstalled = (command: string, question: string): boolean =>
  spawnSync(command, [question]).status === 0;

async function inspected(path: string): Promise<PackageInfo | null> {
  try {
    return await inspectPackage(path);
  } catch (error) {
    if (error instanceof CodedError) return null;
    throw error;
  }
}

describe.skipIf(!isInstalled('aapt2', 'version'))('aapt2 (skipped if not installed)', () => {
  test('returns the same facts as inspectPackage for the sample', async () => {
    const sample = join(await temporaryFolder(), 'sample.apk');
    writeFileSync(sample, sampleApk());
    expect(badging(sample)).toMatchObject(await factsOf(sample));
    expect(badging(sample).id).toBe('dev.example.sample');
  });

  test.each(['sample.apk', 'signed.apk'])(
    'returns the same facts as inspectPackage for the fixture %s',
    async (name) => {
      expect(badging(join(own, name))).toMatchObject(await factsOf(join(own, name)));
    },
  );

  test.skipIf(realApks.length === 0).for(realApks)(
    'returns the same facts as inspectPackage for %s if both accept it',
    async (name) => {
      const path = join(real, name);
      const theirs = badging(path);
      const ours = await factsOf(path);
      if (theirs.id === null || ours.id === null) return;
      for (const [key, value] of Object.entries(theirs)) {
        if (value !== null) expect(ours[key], key).toBe(value);
      }
    },
  );
});

type Facts = Readonly<Record<string, string | null>>;

async function factsOf(path: string): Promise<Facts> {
  const info = await inspected(path);
  return {
    id: info?.id ?? null,
    versionName: info?.versionName ?? null,
    versionCode: info?.build ?? null,
    minOs: info?.minOs ?? null,
    targetOs: info?.targetOs ?? null,
  };
}

/** Reads facts from `aapt2 dump badging`. Facts that aapt2 omits are null. */
function badging(path: string): Facts {
  const { stdout } = spawnSync('aapt2', ['dump', 'badging', path], { encoding: 'utf8' });
  const found = (pattern: RegExp): string | null => pattern.exec(stdout)?.[1] || null;
  return {
    id: found(/^package: name='([^']*)'/m),
    versionName: found(/^package: .*? versionName='([^']*)'/m),
    versionCode: found(/^package: .*? versionCode='([^']*)'/m),
    minOs: found(/^(?:minS|s)dkVersion:'([^']*)'/m),
    targetOs: found(/^targetSdkVersion:'([^']*)'/m),
  };
}

/** A few apks of each kind only, because apksigner takes a second for each. */
const signedApks = [
  'DeployGateSample.apk',
  'cts-two-signers.apk',
  'cts-golden-aligned-v1v2v3.apk',
  'cts-v1-only-rsa1024.apk',
].filter((name) => realApks.includes(name));

/** Valid apks, and apks whose signatures cause install warnings. */
const verifiedApks = [
  'api35-adaptive-png-fallback.apk',
  'aosp-NetworkStack-210000000.apk',
  'automotive-unsigned.apk',
  'cts-golden-aligned-v2-only.apk',
  'cts-v1-only-rsa1024.apk',
  'cts-v2-stripped.apk',
  'jadx-app-with-fake-dex.apk',
  'my app (1) [beta] & co.apk',
].filter((name) => realApks.includes(name));

describe.skipIf(signedApks.length === 0 || !isInstalled('apksigner', '--version'))(
  'apksigner (skipped if not installed or without apks)',
  () => {
    test.for(signedApks)('returns the same certificates as inspectPackage for %s', async (name) => {
      const path = join(real, name);
      const { stdout } = spawnSync('apksigner', ['verify', '--print-certs', path], { encoding: 'utf8' });
      const theirs = [...stdout.matchAll(/certificate SHA-256 digest: ([0-9a-f]{64})/g)].map(
        (match) => match[1],
      );
      const info = await inspected(path);
      expect(theirs.length).toBeGreaterThan(0);
      expect(info?.signing?.certificates.map((certificate) => certificate.sha256)).toEqual(theirs);
    });

    test.for(verifiedApks)('rejects %s if and only if it has install warnings', async (name) => {
      const path = join(real, name);
      const { status } = spawnSync('apksigner', ['verify', path]);
      const info = await inspected(path);
      // apksigner does not check whether a device accepts the target SDK level.
      const warnings = info?.installWarnings?.filter(({ code }) => code !== 'warning/oldTarget');
      expect(warnings?.length === 0).toBe(status === 0);
    });
  },
);
