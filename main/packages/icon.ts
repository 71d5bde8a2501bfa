import { readApkParts } from './android/apk.ts';
import { readApkIcon } from './android/icon-apk.ts';
import { readIpaIcon } from './apple/icon-ipa.ts';
import { readAppParts } from './apple/ipa.ts';
import type { PackageIcon } from './images/image.ts';
import { openBuild, withBuildFile } from './open-build.ts';
import type { BuildReader } from './zip/byte-source.ts';

/**
 * Returns the icon that looks best at 128 to 192 pixels: a PNG, WebP or JPEG with sides up to 2048 pixels;
 * null if none is intact. Throws like `inspectPackage` for a file that is not a build, but never because of
 * an icon.
 */
export async function readIcon(
  path: string,
  options: { readonly signal?: AbortSignal } = {},
): Promise<PackageIcon | null> {
  options.signal?.throwIfAborted();
  return withBuildFile(path, (reader) => readBuildIcon(reader, options));
}

/** Like `readIcon`, for any reader. Rethrows errors of its `read` unchanged. */
export async function readBuildIcon(
  reader: BuildReader,
  options: { readonly signal?: AbortSignal } = {},
): Promise<PackageIcon | null> {
  const build = await openBuild(reader, options.signal);
  const { source, directory } = build;
  if (build.kind === 'apk') return readApkIcon(source, directory, await readApkParts(source, directory));
  return readIpaIcon(source, directory, await readAppParts(source, directory, build.appPaths));
}
