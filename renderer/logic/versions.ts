import type { ListedApplicationView, MailState, RecipientView, VersionView } from '../../preload/page.ts';
import { matches } from './uploads.ts';

const at = (version: VersionView | null): number =>
  version ? Date.parse(version.uploadDateTimeUtc) || 0 : 0;

/** Returns text such as `2.4.1 (1187)`. Omits a build number that is unknown or equal to the version. */
export const versionLabel = ({ version, build }: Pick<VersionView, 'version' | 'build'>): string =>
  build && build !== version ? `${version} (${build})` : version;

/** Returns matching applications, sorted by their newest version, newest first. */
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

export type RecipientGroup = { readonly state: MailState; readonly people: readonly RecipientView[] };

/** Order in which states are shown. */
const stateOrder = ['refused', 'not-mailed', 'waiting', 'downloaded', 'opened', 'mailed'] as const;

/** Returns the states that any recipient is in, the most urgent first. */
export const shownStates = (mail: VersionView['mail']): readonly MailState[] =>
  stateOrder.filter((state) => mail[state] > 0);

/** Returns the number of recipients whose message a mail server accepted, or who opened the link. */
export const mailedCount = ({ mailed, opened, downloaded }: VersionView['mail']): number =>
  mailed + opened + downloaded;

/** Returns true if messages of the version still wait. Only the built-in service reports this. */
export const isMailing = ({ mail }: Pick<VersionView, 'mail'>): boolean => mail.waiting > 0;

/** Groups recipients by state and sorts each group by name. */
export function groupRecipients(recipients: readonly RecipientView[]): readonly RecipientGroup[] {
  const groups = Map.groupBy(recipients, ({ mail }) => mail);
  const nameOf = ({ name, email }: RecipientView): string => name ?? email;
  return stateOrder.flatMap((state) => {
    const people = groups.get(state) ?? [];
    return people.length === 0
      ? []
      : [{ state, people: people.toSorted((a, b) => nameOf(a).localeCompare(nameOf(b))) }];
  });
}
