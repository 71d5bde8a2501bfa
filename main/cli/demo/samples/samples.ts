import type { SourceBuild } from '../compiler.ts';
import { buildSampleApk } from './sample-apk.ts';
import { buildSampleIpa } from './sample-ipa.ts';

const megabyte = 1_000_000;
/** No demo is over sooner, so that one on a kept service brings new versions; the number stays as short as people know it. */
const eachMs = 5_000;

/** One apk and one ipa of the same imaginary product. Every few seconds gives another build number, of five digits. */
export function sampleBuilds(now: number): readonly SourceBuild[] {
  const build = 10_000 + (Math.floor(now / eachMs) % 90_000);
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
