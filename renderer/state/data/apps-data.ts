/** Versions of test applications that were read, changed where they are shown without reading the lists again. */
import type { QueryClient } from '@tanstack/react-query';
import type { ApplicationView, ListedApplicationView, VersionView } from '../../../preload/page.ts';

/** `change` gives each version as it is now; the same one when nothing about it changed. */
export function changeShownVersions(
  queries: QueryClient,
  accountId: string,
  change: (version: VersionView) => VersionView,
): void {
  queries.setQueriesData<ApplicationView>(
    { queryKey: ['apps', accountId, 'one'] },
    (application) => application && { ...application, versions: application.versions.map(change) },
  );
  queries.setQueryData<readonly ListedApplicationView[]>(['apps', accountId, 'list'], (applications) =>
    applications?.map((each) => (each.last ? { ...each, last: change(each.last) } : each)),
  );
}

/** Main says what these versions are now. Who got them is read again where it is shown. */
export function putVersions(queries: QueryClient, accountId: string, versions: readonly VersionView[]): void {
  const changed = new Map(versions.map((version) => [version.id, version]));
  changeShownVersions(queries, accountId, (version) => changed.get(version.id) ?? version);
  for (const id of changed.keys())
    void queries.invalidateQueries({ queryKey: ['apps', accountId, 'version', id] });
}
