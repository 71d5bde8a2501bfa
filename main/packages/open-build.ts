import { constants, type FileHandle, open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileError, readAt } from '../base/files/files.ts';
import { manifestName } from './android/apk.ts';
import { type AppPaths, findApps } from './apple/bundle-paths.ts';
import { notAZipError, otherZipError } from './detect-format.ts';
import { packageErrors } from './errors.ts';
import { type BuildReader, type ByteSource, openByteSource } from './zip/byte-source.ts';
import { readZipDirectory, type ZipDirectory } from './zip/zip.ts';

/** Build whose kind is detected by its entries, never by its file name. */
export type Build = { readonly source: ByteSource; readonly directory: ZipDirectory } & (
  | { readonly kind: 'apk' }
  | { readonly kind: 'ipa'; readonly appPaths: AppPaths }
);

const headBytes = 512;

/** Opens a build. Throws `package/…` for any other file, and the signal's reason when aborted. */
export async function openBuild(reader: BuildReader, signal: AbortSignal | undefined): Promise<Build> {
  const source = await openByteSource(reader, signal);
  const { file } = source;
  const directory = await readZipDirectory(source);
  if (!directory) throw notAZipError(file, await source.read(0, headBytes));
  const appPaths = findApps(directory.names);
  const isApk = directory.names.includes(manifestName);
  if (isApk && appPaths.main.length > 0) throw packageErrors.twoKinds({ file });
  if (isApk) return { kind: 'apk', source, directory };
  if (appPaths.hasPayload || appPaths.outsidePayload) return { kind: 'ipa', source, directory, appPaths };
  throw otherZipError(file, directory.names);
}

/** Opens a file for `work`. Throws `package/folder`, `package/notAFile`, and `file/…`. */
export async function withBuildFile<Result>(
  path: string,
  work: (reader: BuildReader) => Promise<Result>,
): Promise<Result> {
  const handle = await openFile(path);
  try {
    const { size } = await handle.stat();
    const read: BuildReader['read'] = (position, length) => readAt(handle, position, length);
    return await work({ file: basename(path), size, read });
  } catch (error) {
    throw isSystemError(error) ? fileError(error, path) : error;
  } finally {
    await handle.close();
  }
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

/** Opens regular files only: a pipe could block forever, and a device may be endless. */
async function openFile(path: string): Promise<FileHandle> {
  const file = basename(path);
  try {
    const found = await stat(path);
    if (found.isDirectory()) throw packageErrors.folder({ file });
    if (!found.isFile()) throw packageErrors.notAFile({ file });
    return await open(path, constants.O_RDONLY);
  } catch (error) {
    throw fileError(error, path);
  }
}
