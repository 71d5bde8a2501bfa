import { buffer } from 'node:stream/consumers';
import { CodedError } from '../../base/errors.ts';
import type { PackageInfo } from '../../packages/package-info.ts';
import type { ServiceParts } from '../parts.ts';

type InstallWarnings = NonNullable<PackageInfo['installWarnings']>;

/** Why few or no devices install a version, as its build says now; none where there is no such version. */
export async function installWarnings(
  { storage, inspect }: Pick<ServiceParts, 'storage' | 'inspect'>,
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
    // Removed meanwhile, or taken in by an earlier Slipway that asked less of a build.
    if (error instanceof CodedError && error.code.startsWith('package/')) return [];
    throw error;
  }
}
