import { readApkParts } from './android/apk.ts';
import { readApkIcon } from './android/icon-apk.ts';
import { readIpaIcon } from './apple/icon-ipa.ts';
import { readAppParts } from './apple/ipa.ts';
import type { PackageIcon } from './images/image.ts';
import { openBuild, withBuildFile } from './open-build.ts';
import type { BuildReader } from './zip/byte-source.ts';

/**
 * The picture of a build that shows best at 128 to 192 pixels: a PNG, WebP or JPEG with sides up to 2048 pixels, as it is
 * in the build, Apple's PNGs turned into standard ones. Null when the build has none that is whole. Reads the directory,
 * the manifest and the pictures it needs, and writes nothing. Throws what `inspectPackage` throws for a file that is no
 * build, never for an icon.
 */
export async function readIcon(
  path: string,
  options: { readonly signal?: AbortSignal } = {},
): Promise<PackageIcon | null> {
  options.signal?.throwIfAborted();
  return withBuildFile(path, (reader) => readBuildIcon(reader, options));
}

/** As `readIcon`, for a build that may lie anywhere. What its `read` throws comes through unchanged. */
export async function readBuildIcon(
  reader: BuildReader,
  options: { readonly signal?: AbortSignal } = {},
): Promise<PackageIcon | null> {
  const build = await openBuild(reader, options.signal);
  const { source, directory } = build;
  if (build.kind === 'apk') return readApkIcon(source, directory, await readApkParts(source, directory));
  return readIpaIcon(source, directory, await readAppParts(source, directory, build.places));
}
