import type { QueryClient } from '@tanstack/react-query';
import type { ApplicationView, ListedApplicationView, VersionView } from '../../../preload/page.ts';
import { answerKey, readAgain } from './calls.ts';

export function changeShownVersions(
  queries: QueryClient,
  accountId: string,
  change: (version: VersionView) => VersionView,
): void {
  queries.setQueriesData<ApplicationView>(
    { queryKey: answerKey('apps.get', { accountId }) },
    (application) => application && { ...application, versions: application.versions.map(change) },
  );
  queries.setQueryData<readonly ListedApplicationView[]>(
    answerKey('apps.list', { accountId }),
    (applications) => applications?.map((each) => (each.last ? { ...each, last: change(each.last) } : each)),
  );
}

/** Replaces cached versions and reads their recipients again. */
export function putVersions(queries: QueryClient, accountId: string, versions: readonly VersionView[]): void {
  const changed = new Map(versions.map((version) => [version.id, version]));
  changeShownVersions(queries, accountId, (version) => changed.get(version.id) ?? version);
  for (const versionId of changed.keys()) readAgain(queries, ['apps.version'], { accountId, versionId });
}
