import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CodedError } from '../../../main/base/errors.ts';
import type { Localised } from '../../../main/messages/localised.ts';
import { inspectPackage } from '../../../main/packages/inspect.ts';
import type { PackageInfo } from '../../../main/packages/package-info.ts';
import { inEnglish } from '../../english.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { buildSampleApk, type SampleApk } from '../../fixtures/builds/sample-apk.ts';
import { buildSampleIpa, type SampleIpa } from '../../fixtures/builds/sample-ipa.ts';

export function sampleApk(changes: Partial<SampleApk> = {}): Buffer {
  return buildSampleApk({
    id: 'dev.example.sample',
    label: 'Größe & “日本語”',
    versionName: '1.2.3-rc.1',
    versionCode: 77,
    minSdk: 24,
    targetSdk: 35,
    paddingBytes: 1000,
    ...changes,
  });
}

export function sampleIpa(changes: Partial<SampleIpa> = {}): Buffer {
  return buildSampleIpa({
    id: 'dev.example.sample',
    name: 'Größe & <日本語>',
    versionName: '1.2.3',
    build: '77.1',
    minOs: '15.0',
    paddingBytes: 1000,
    ...changes,
  });
}

/** Writes the bytes to a temporary file and inspects it. */
export async function inspectBytes(bytes: Buffer, name = 'build.apk'): Promise<Localised<PackageInfo>> {
  const path = join(await temporaryFolder(), name);
  await writeFile(path, bytes);
  return inEnglish(await inspectPackage(path));
}

/** Inspects the bytes and returns the error code, or `accepted`. Rethrows errors without a code. */
export async function refusal(bytes: Buffer, name = 'build.apk'): Promise<string> {
  try {
    await inspectBytes(bytes, name);
    return 'accepted';
  } catch (error) {
    if (error instanceof CodedError) return error.code;
    throw error;
  }
}
