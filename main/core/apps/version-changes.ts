import pLimit from 'p-limit';
import { toFailure } from '../../base/errors.ts';
import type { VersionChanges } from '../view.ts';

/** Few enough that a service stays quick for others. */
const changedAtOnce = 4;

/** Changes one version after the other, each on its own: what fails keeps the others from nothing. Each id counts once. */
export async function changeVersions(
  versionIds: readonly number[],
  change: (versionId: number) => Promise<unknown>,
): Promise<VersionChanges> {
  const limit = pLimit(changedAtOnce);
  const ids = [...new Set(versionIds)];
  const failures = await Promise.all(
    ids.map((versionId) =>
      limit(() => change(versionId)).then(
        () => null,
        (error: unknown) => ({ versionId, failure: toFailure(error) }),
      ),
    ),
  );
  return {
    done: ids.filter((_, at) => failures[at] === null),
    failed: failures.filter((failure) => failure !== null),
  };
}
