/** Which application or profile an upload is to go to, from what it asks for and what the journal remembers. */
import type { PackageInfo } from '../../packages/package-info.ts';
import type { ApplicationChoice, UploadRecord } from '../machine/record.ts';
import type { Journal } from '../store/journal-types.ts';

export type Destination =
  /** `known`: where this package went last time. `ofFolders`: made for one folder's builds, so taken last. */
  | { readonly kind: 'found'; readonly known: number | null; readonly ofFolders: ReadonlySet<number> }
  | { readonly kind: 'chosen'; readonly id: number }
  /** `known`: the one made for earlier builds of the same folder. */
  | { readonly kind: 'new'; readonly known: number | null };

export function destinationOf(record: UploadRecord, info: PackageInfo, journal: Journal): Destination {
  const choice = choiceOf(record);
  switch (choice.kind) {
    case 'found':
      return {
        kind: 'found',
        known: journal.application(record, info),
        ofFolders: journal.folderApplications(record),
      };
    case 'chosen':
      return choice;
    case 'new':
      return { kind: 'new', known: ownApplication(record, info, journal) };
  }
}

/** True when a build in this application is where `destination` wants it. */
export function isAt(destination: Destination, applicationId: number): boolean {
  if (destination.kind === 'found') return true;
  return applicationId === (destination.kind === 'chosen' ? destination.id : destination.known);
}

/**
 * Remembers where a package went, for what comes next; null forgets. A chosen application is nobody else's business: a
 * build that is to be found by its package goes on to where such builds went before.
 */
export function learnApplication(
  record: UploadRecord,
  info: PackageInfo,
  applicationId: number | null,
  journal: Journal,
): void {
  const { kind } = choiceOf(record);
  if (kind === 'found') journal.learnApplication(record, info, applicationId);
  if (kind === 'new' && record.folderId !== null) {
    journal.learnFolderApplication(record, record.folderId, info, applicationId);
  }
}

/** True when both ask for the same application. */
export function sameChoice(
  a: Pick<UploadRecord, 'application'>,
  b: { readonly application?: ApplicationChoice | undefined },
): boolean {
  const [one, other] = [choiceOf(a), choiceOf(b)];
  if (one.kind === 'chosen' && other.kind === 'chosen') return one.id === other.id;
  return one.kind === other.kind;
}

function choiceOf({
  application,
}: {
  readonly application?: ApplicationChoice | undefined;
}): ApplicationChoice {
  return application ?? { kind: 'found' };
}

function ownApplication(record: UploadRecord, info: PackageInfo, journal: Journal): number | null {
  return record.folderId === null ? null : journal.folderApplication(record, record.folderId, info);
}
