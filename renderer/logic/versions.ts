import type { ListedApplicationView, RecipientView, VersionView } from '../../preload/page.ts';
import { matches } from './uploads.ts';

const at = (version: VersionView | null): number =>
  version ? Date.parse(version.uploadDateTimeUtc) || 0 : 0;

/** Returns text such as `2.4.1 (1187)`. Omits the build number if the service does not report it. */
export const versionLabel = ({ version, build }: Pick<VersionView, 'version' | 'build'>): string =>
  build && build !== version ? `${version} (${build})` : version;

/** Returns matching applications, the one with the newest version first. */
export function arrangeApplications(
  applications: readonly ListedApplicationView[],
  search: string,
): readonly ListedApplicationView[] {
  return applications
    .filter((each) => matches(search, [each.name, each.last?.version, each.last?.uniqueName]))
    .toSorted((a, b) => at(b.last) - at(a.last) || b.id - a.id);
}

export function orderVersions(versions: readonly VersionView[]): readonly VersionView[] {
  return versions
    .map((version) => [at(version), version] as const)
    .sort(([timeA, a], [timeB, b]) => timeB - timeA || b.id - a.id)
    .map(([, version]) => version);
}

export function findVersions(versions: readonly VersionView[], search: string): readonly VersionView[] {
  if (search.trim() === '') return versions;
  return versions.filter((each) =>
    matches(search, [each.version, each.uniqueName, each.platformTypeName, each.releaseNote]),
  );
}

export type RecipientGroup = {
  /** Status on the service. `undelivered` or `written` if the service did not mail the message. */
  readonly status: number | 'undelivered' | 'written';
  readonly people: readonly RecipientView[];
};

/**
 * Groups recipients by status and sorts each group by name. Undelivered messages come first, then
 * messages that are only in the outbox.
 */
export function groupRecipients(recipients: readonly RecipientView[]): readonly RecipientGroup[] {
  const groups = Map.groupBy(recipients, ({ status, mail }) =>
    mail?.state === 'failed' ? 'undelivered' : mail?.state === 'written' ? 'written' : status,
  );
  const rank = (status: RecipientGroup['status']): number =>
    status === 'undelivered'
      ? Number.POSITIVE_INFINITY
      : status === 'written'
        ? Number.MAX_SAFE_INTEGER
        : status;
  const nameOf = ({ name, email }: RecipientView): string => name ?? email;
  return [...groups]
    .sort(([a], [b]) => rank(b) - rank(a))
    .map(([status, people]) => ({
      status,
      people: people.toSorted((a, b) => nameOf(a).localeCompare(nameOf(b))),
    }));
}
