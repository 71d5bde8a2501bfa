import { CodedError } from '../../base/errors.ts';
import type { PackageInfo } from '../../packages/package-info.ts';
import type { ServiceContext } from '../service-context.ts';
import { storedBuild } from '../stored-build.ts';

/** Inspects a stored build again, because its profile may have expired. Null if missing or unreadable. */
export async function packageOf(
  { storage, inspect }: Pick<ServiceContext, 'storage' | 'inspect'>,
  versionId: number,
): Promise<PackageInfo | null> {
  const version = await storage.testing.versionFacts(versionId);
  if (!version) return null;
  try {
    return await inspect(storedBuild(storage, version));
  } catch (error) {
    // The build was removed, or an earlier version of Slipway accepted it with weaker checks.
    if (error instanceof CodedError && error.code.startsWith('package/')) return null;
    throw error;
  }
}
