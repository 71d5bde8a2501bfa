import { readApk } from './android/apk.ts';
import { readIpa, readIpaDevices } from './apple/ipa.ts';
import { withFallback } from './errors.ts';
import { type Build, openBuild, withBuildFile } from './open-build.ts';
import type { PackageInfo } from './package-info.ts';
import type { BuildReader } from './zip/byte-source.ts';

/**
 * Returns the facts about a build file, detected by its content. Reads only the end of the file and a few
 * entries, each up to a size limit. Throws `package/…` if the file is not an installable build, `file/…`, and
 * the signal's reason when aborted.
 */
export async function inspectPackage(
  path: string,
  options: { readonly signal?: AbortSignal } = {},
): Promise<PackageInfo> {
  options.signal?.throwIfAborted();
  return withBuildFile(path, (reader) => inspectBuild(reader, options));
}

/** Like `inspectPackage`, for any reader. Rethrows errors of its `read` unchanged. */
export async function inspectBuild(
  reader: BuildReader,
  options: { readonly signal?: AbortSignal } = {},
): Promise<PackageInfo> {
  return readBuild(await openBuild(reader, options.signal));
}

/** Like `inspectBuild`, for a build that is already open. */
export function readBuild(build: Build): Promise<PackageInfo> {
  const { source, directory } = build;
  return build.kind === 'apk' ? readApk(source, directory) : readIpa(source, directory, build.appPaths);
}

/**
 * Returns the `deviceKey`s that a build's profiles list; null if none or unreadable. Rethrows errors of
 * `read`.
 */
export async function listedDevicesOf(reader: BuildReader): Promise<ReadonlySet<string> | null> {
  return withFallback(async () => {
    const build = await openBuild(reader, undefined);
    if (build.kind === 'apk') return null;
    return readIpaDevices(build.source, build.directory, build.appPaths);
  }, null);
}
