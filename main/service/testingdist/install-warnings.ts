import { buffer } from 'node:stream/consumers';
import { CodedError } from '../../base/errors.ts';
import type { PackageInfo } from '../../packages/package-info.ts';
import type { ServiceContext } from '../service-context.ts';

type InstallWarnings = NonNullable<PackageInfo['installWarnings']>;

/** Inspects the stored build of a version and returns its install warnings; none if the version is unknown. */
export async function installWarnings(
  { storage, inspect }: Pick<ServiceContext, 'storage' | 'inspect'>,
  versionId: number,
): Promise<InstallWarnings> {
  const version = await storage.testing.versionFacts(versionId);
  if (!version) return [];
  const { sha256, fileName: file, fileSize: size } = version;
  const read = async (position: number, length: number): Promise<Buffer> => {
    const bytes =
      length === 0 ? null : await storage.blobs.read(sha256, { start: position, end: position + length - 1 });
    return bytes ? buffer(bytes) : Buffer.alloc(0);
  };
  try {
    return (await inspect({ file, size, read })).installWarnings ?? [];
  } catch (error) {
    // The build was removed, or an earlier version of Slipway accepted it with weaker checks.
    if (error instanceof CodedError && error.code.startsWith('package/')) return [];
    throw error;
  }
}
