/** Writes a valid apk of about BYTES bytes to PATH. A separate process, because it uses much memory. */
import { writeFile } from 'node:fs/promises';
import { buildSampleApk } from '../fixtures/builds/sample-apk.ts';

const [path = '', bytes = ''] = process.argv.slice(2);
const apk = buildSampleApk({
  id: 'com.example.large',
  label: 'Large',
  versionName: '1.0',
  versionCode: 1,
  minSdk: 24,
  targetSdk: 36,
  paddingBytes: Number(bytes),
});
await writeFile(path, apk);
