import type { QueryClient } from '@tanstack/react-query';
import type { ApplicationView, ListedApplicationView, VersionView } from '../../../preload/page.ts';
import { invalidate, queryKeyOf } from './calls.ts';

export function changeShownVersions(
  queries: QueryClient,
  accountId: string,
  change: (version: VersionView) => VersionView,
): void {
  queries.setQueriesData<ApplicationView>(
    { queryKey: queryKeyOf('apps.get', { accountId }) },
    (application) => application && { ...application, versions: application.versions.map(change) },
  );
  queries.setQueryData<readonly ListedApplicationView[]>(
    queryKeyOf('apps.list', { accountId }),
    (applications) => applications?.map((each) => (each.last ? { ...each, last: change(each.last) } : each)),
  );
}

/** Replaces cached versions, and requests their recipients and the totals of applications. */
export function updateVersions(
  queries: QueryClient,
  accountId: string,
  versions: readonly VersionView[],
): void {
  const changed = new Map(versions.map((version) => [version.id, version]));
  changeShownVersions(queries, accountId, (version) => changed.get(version.id) ?? version);
  invalidate(queries, ['apps.list'], { accountId });
  for (const versionId of changed.keys()) invalidate(queries, ['apps.version'], { accountId, versionId });
}
