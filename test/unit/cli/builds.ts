import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildSampleApk } from '../../fixtures/builds/sample-apk.ts';
import { buildSampleIpa } from '../../fixtures/builds/sample-ipa.ts';

export function sampleApk(versionCode = 7): Buffer {
  return buildSampleApk({
    id: 'org.example.notes',
    label: 'Notes',
    versionName: '1.2.0',
    versionCode,
    minSdk: 26,
    targetSdk: 35,
    paddingBytes: 50_000,
  });
}

export async function writeApk(folder: string, name = 'notes.apk', versionCode = 7): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, sampleApk(versionCode));
  return path;
}

export async function writeIpa(folder: string): Promise<string> {
  const path = join(folder, 'notes.ipa');
  const ipa = buildSampleIpa({
    id: 'org.example.notes',
    name: 'Notes',
    versionName: '1.2.0',
    build: '7',
    minOs: '16.0',
    paddingBytes: 50_000,
  });
  await writeFile(path, ipa);
  return path;
}
