import type { SourceBuild } from './compiler.ts';
import { buildSampleApk } from './sample-apk.ts';
import { buildSampleIpa } from './sample-ipa.ts';

const megabyte = 1_000_000;
/** 2020-01-01, so that a build number made of seconds stays short. */
const epoch = Date.UTC(2020, 0, 1);

/** One apk and one ipa of the same imaginary product. Each second gives another build number, so a kept service sees a new version. */
export function sampleBuilds(now: number): readonly SourceBuild[] {
  const build = Math.floor((now - epoch) / 1000);
  const shared = { id: 'org.example.fieldnotes', versionName: '2.4.1' };
  const apk = buildSampleApk({
    ...shared,
    label: 'Field Notes',
    versionCode: build,
    minSdk: 26,
    targetSdk: 35,
    paddingBytes: 12 * megabyte,
  });
  const ipa = buildSampleIpa({
    ...shared,
    name: 'Field Notes',
    build: String(build),
    minOs: '16.0',
    paddingBytes: 8 * megabyte,
  });
  return [
    { fileName: 'field-notes.apk', bytes: apk },
    { fileName: 'field-notes.ipa', bytes: ipa },
  ];
}
