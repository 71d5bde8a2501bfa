import { CodedError } from '../../base/errors.ts';
import type { PackageInfo } from '../../packages/package-info.ts';
import type { ServiceContext } from '../service-context.ts';
import { storedBuild } from '../stored-build.ts';

type InstallWarnings = NonNullable<PackageInfo['installWarnings']>;

/** Inspects the stored build of a version and returns its install warnings; none if the version is unknown. */
export async function installWarnings(
  { storage, inspect }: Pick<ServiceContext, 'storage' | 'inspect'>,
  versionId: number,
): Promise<InstallWarnings> {
  const version = await storage.testing.versionFacts(versionId);
  if (!version) return [];
  try {
    return (await inspect(storedBuild(storage, version))).installWarnings ?? [];
  } catch (error) {
    // The build was removed, or an earlier version of Slipway accepted it with weaker checks.
    if (error instanceof CodedError && error.code.startsWith('package/')) return [];
    throw error;
  }
}
