/** Parses builds uploaded to `other-service.ts`, the independent implementation of the service. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inspectPackage } from '../../../main/packages/inspect.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import type { ResponseFormat } from './other-formats.ts';
import type { OtherBuild } from './other-records.ts';
import { firstBuild } from './other-store.ts';

/** Reads the build from a form decoded as Latin-1. Returns `firstBuild` for a file that is not a build. */
export async function buildIn(
  body: string,
  type: string,
  format: ResponseFormat,
): Promise<{ readonly field: string | null; readonly build: OtherBuild }> {
  const head = /name="(\w+)"; filename="([^"]*)"\r\n.*?\r\n\r\n/s.exec(body);
  if (!type.startsWith('multipart/') || !head) return { field: null, build: firstBuild };
  const [whole, field = null, fileName = ''] = head;
  const start = head.index + whole.length;
  const bytes = Buffer.from(body.slice(start, body.lastIndexOf('\r\n--')), 'latin1');
  const fileSize = format.sizeUnit === null ? 0 : Math.round(bytes.length / format.sizeUnit);
  const fallback = { ...firstBuild, fileSize, packageName: format.packageName(firstBuild.packageName) };
  if (bytes.subarray(0, 2).toString() !== 'PK') return { field, build: fallback };
  const path = join(await temporaryFolder(), 'build.apk');
  await writeFile(path, bytes);
  const { id, name, versionName } = await inspectPackage(path, {});
  const packageName = format.packageName(id);
  return { field, build: { packageName, label: name ?? id, version: versionName ?? '', fileSize, fileName } };
}
