import { readApk } from './android/apk.ts';
import { readIpa } from './apple/ipa.ts';
import { openBuild, withBuildFile } from './open-build.ts';
import type { PackageInfo } from './package-info.ts';
import type { BuildReader } from './zip/byte-source.ts';

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
  return withBuildFile(path, (reader) => inspectBuild(reader, options));
}

/** As `inspectPackage`, for a build that may lie anywhere. What its `read` throws comes through unchanged. */
export async function inspectBuild(
  reader: BuildReader,
  options: { readonly signal?: AbortSignal } = {},
): Promise<PackageInfo> {
  const build = await openBuild(reader, options.signal);
  const { source, directory } = build;
  return build.kind === 'apk' ? readApk(source, directory) : readIpa(source, directory, build.places);
}
