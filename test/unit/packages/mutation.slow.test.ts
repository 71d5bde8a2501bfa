import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { buildBinary } from 'plist';
import { describe, expect, test } from 'vitest';
import { CodedError } from '../../../main/base/errors.ts';
import { readIcon } from '../../../main/packages/icon.ts';
import { inspectPackage } from '../../../main/packages/inspect.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { writeZip, type ZipEntry } from '../../fixtures/builds/zip-writer.ts';
import { budget, isFuzzing } from '../../fuzz-budget.ts';
import { sampleApk, sampleIpa } from './builds.ts';
import { contentOf } from './zip-surgery.ts';

/** Values that are more likely to break arithmetic than random values. */
const nastyBytes = fc.oneof(
  fc.uint8Array({ minLength: 1, maxLength: 8 }),
  fc.constantFrom(
    [0xff, 0xff, 0xff, 0xff],
    [0, 0, 0, 0],
    [0, 0, 0, 0x80],
    [0xff, 0xff],
    [1],
    [0xfe, 0xff, 0xff, 0x7f],
  ),
);
const changes = fc.array(fc.tuple(fc.nat(), nastyBytes), { minLength: 1, maxLength: 6 });

function changed(bytes: Buffer, list: readonly (readonly [number, ArrayLike<number>])[]): Buffer {
  const copy = Buffer.from(bytes);
  for (const [offset, values] of list)
    copy.set(Array.from(values).slice(0, copy.length - (offset % copy.length)), offset % copy.length);
  return copy;
}

/** Expects a description or a coded error for each modified build, but no crash. */
async function neverCrashes(
  make: (list: readonly (readonly [number, ArrayLike<number>])[]) => Buffer,
  runs: number,
): Promise<void> {
  const path = join(await temporaryFolder(), 'build.apk');
  await fc.assert(
    fc.asyncProperty(changes, async (list) => {
      await writeFile(path, make(list));
      await expectDescriptionOrCode(path);
    }),
    budget(runs),
  );
}

async function expectDescriptionOrCode(path: string): Promise<void> {
  try {
    expect((await inspectPackage(path)).id).not.toBe('');
    await readIcon(path);
  } catch (error) {
    if (!(error instanceof CodedError)) throw error;
  }
}

const apk = sampleApk({ paddingBytes: 0 });
const ipa = sampleIpa({ paddingBytes: 0 });
const binaryPlist = Buffer.from(
  buildBinary({ CFBundleIdentifier: 'a.b', CFBundleName: 'ü', UIDeviceFamily: [1, 2], CFBundleVersion: '1' }),
);
const stored = (name: string, data: Buffer): ZipEntry => ({ name, data, stored: true });

describe('package readers', () => {
  test('read a corrupted apk or throw a coded error', () => neverCrashes((list) => changed(apk, list), 400));
  test('read a corrupted ipa or throw a coded error', () => neverCrashes((list) => changed(ipa, list), 400));

  test('read a corrupted manifest or throw a coded error', () => {
    const manifest = contentOf(apk, 'AndroidManifest.xml');
    return neverCrashes((list) => writeZip([stored('AndroidManifest.xml', changed(manifest, list))]), 800);
  });

  test('read a corrupted resource table or throw a coded error', () => {
    const manifest = stored('AndroidManifest.xml', contentOf(apk, 'AndroidManifest.xml'));
    const table = contentOf(apk, 'resources.arsc');
    return neverCrashes((list) => writeZip([manifest, stored('resources.arsc', changed(table, list))]), 800);
  });

  test('read a corrupted binary property list or throw a coded error', () =>
    neverCrashes((list) => writeZip([stored('Payload/A.app/Info.plist', changed(binaryPlist, list))]), 800));

  test('read a corrupted XML property list or throw a coded error', () => {
    const list = contentOf(ipa, 'Payload/Sample.app/Info.plist');
    return neverCrashes((spots) => writeZip([stored('Payload/A.app/Info.plist', changed(list, spots))]), 400);
  });
});

const findings = resolve(import.meta.dirname, '../../fixtures/findings');
const found = existsSync(findings) ? readdirSync(findings).filter((name) => name !== 'README.md') : [];

describe.skipIf(found.length === 0)('package readers on stored fuzzing inputs', () => {
  test.for(found)('read %s or throw a coded error', async (name) => {
    await neverCrashes(() => readFileSync(join(findings, name)), 1);
  });
});

const real = resolve(import.meta.dirname, '../../../../shared/fixtures');
const realNames =
  isFuzzing && existsSync(real) ? readdirSync(real).filter((name) => !name.endsWith('.json')) : [];

describe.skipIf(realNames.length === 0)('mutated builds of real compilers (fuzz tool only)', () => {
  test('are read or rejected with a coded error', async () => {
    const builds = realNames
      .map((name) => readFileSync(join(real, name)))
      .filter((bytes) => bytes.length > 0);
    const path = join(await temporaryFolder(), 'build.apk');
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...builds), changes, async (build, list) => {
        await writeFile(path, changed(build, list));
        await expectDescriptionOrCode(path);
      }),
      budget(1),
    );
  });
});
