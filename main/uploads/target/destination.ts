import type { PackageInfo } from '../../packages/package-info.ts';
import type { Journal } from '../journal/journal.ts';
import type { ApplicationChoice, UploadRecord, UploadTask } from '../record/record.ts';

export type Destination =
  /**
   * `applicationId`: application of the package's last upload; null if unknown. `ofFolders`: applications
   * that were created for one folder. They are chosen only if no other application matches.
   */
  | { readonly kind: 'found'; readonly applicationId: number | null; readonly ofFolders: ReadonlySet<number> }
  | { readonly kind: 'chosen'; readonly id: number }
  /** `applicationId`: application created for earlier builds of the folder. */
  | { readonly kind: 'new'; readonly applicationId: number | null };

export function destinationOf(record: UploadRecord, info: PackageInfo, journal: Journal): Destination {
  const choice = choiceOf(record);
  if (choice.kind === 'chosen') return choice;
  if (choice.kind === 'found') {
    const folderApplications = journal.folderApplications(record);
    return { kind: 'found', applicationId: journal.application(record, info), ofFolders: folderApplications };
  }
  const { folderId } = record;
  return {
    kind: 'new',
    applicationId: folderId === null ? null : journal.application(record, info, folderId),
  };
}

export function isDestination(destination: Destination, applicationId: number): boolean {
  if (destination.kind === 'found') return true;
  return applicationId === (destination.kind === 'chosen' ? destination.id : destination.applicationId);
}

/** Stores a package's application for later builds; null removes it. A chosen application is not stored. */
export function learnApplication(
  record: UploadRecord,
  info: PackageInfo,
  applicationId: number | null,
  journal: Journal,
): void {
  const { kind } = choiceOf(record);
  if (kind === 'found') journal.learnApplication(record, info, applicationId);
  if (kind === 'new' && record.folderId !== null) {
    journal.learnApplication(record, info, applicationId, record.folderId);
  }
}

export function sameChoice(a: Pick<UploadTask, 'application'>, b: Pick<UploadTask, 'application'>): boolean {
  const [one, other] = [choiceOf(a), choiceOf(b)];
  if (one.kind === 'chosen' && other.kind === 'chosen') return one.id === other.id;
  return one.kind === other.kind;
}

function choiceOf({ application }: Pick<UploadTask, 'application'>): ApplicationChoice {
  return application ?? { kind: 'found' };
}
