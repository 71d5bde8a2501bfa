import { constants, type FileHandle, open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileError, readAt } from '../base/files.ts';
import { manifestName, readApk } from './apk.ts';
import { appPlaces } from './app-places.ts';
import { type BuildReader, type ByteSource, openByteSource } from './byte-source.ts';
import { packageErrors } from './errors.ts';
import { readIpa } from './ipa.ts';
import type { PackageInfo } from './package-info.ts';
import { refusalOfZip, refusalWithoutZip } from './what-it-is.ts';
import { readZipDirectory } from './zip.ts';

/** Enough to tell a file format by. */
const headBytes = 512;

/**
 * Says what a build file is, judged by its content and never by its name. Reads only the end of the file and the few
 * entries needed, each below a stated limit, and writes nothing. Throws `package/…` for what is no installable build,
 * `file/…` for what the file system says, and the signal's reason when aborted.
 */
export async function inspectPackage(
  path: string,
  options: { readonly signal?: AbortSignal } = {},
): Promise<PackageInfo> {
  options.signal?.throwIfAborted();
  const handle = await openFile(path);
  try {
    const { size } = await handle.stat();
    const read: BuildReader['read'] = (position, length) => readAt(handle, position, length);
    return await inspectBuild({ file: basename(path), size, read }, options);
  } catch (error) {
    throw isSystemError(error) ? fileError(error, path) : error;
  } finally {
    await handle.close();
  }
}

/** As `inspectPackage`, for a build that may lie anywhere. What its `read` throws comes through unchanged. */
export async function inspectBuild(
  build: BuildReader,
  options: { readonly signal?: AbortSignal } = {},
): Promise<PackageInfo> {
  return readBuild(await openByteSource(build, options.signal));
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

/** Opens regular files only: a pipe would wait for ever, a device never end. */
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

async function readBuild(source: ByteSource): Promise<PackageInfo> {
  const { file } = source;
  const directory = await readZipDirectory(source);
  if (!directory) throw refusalWithoutZip(file, await source.read(0, headBytes));
  const places = appPlaces(directory.names);
  const isApk = directory.names.includes(manifestName);
  if (isApk && places.main.length > 0) throw packageErrors.twoKinds({ file });
  if (isApk) return readApk(source, directory);
  if (places.hasPayload || places.elsewhere) return readIpa(source, directory, places);
  throw refusalOfZip(file, directory.names);
}
