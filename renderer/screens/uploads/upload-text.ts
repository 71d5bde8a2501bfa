/** One upload in words. Pure. */
import type { AccountView, FolderView, People, Recipients, UploadView } from '../../../preload/contract.ts';
import type { Format } from '../../format.ts';
import { baseName, isCopy, parentName } from '../../logic/file-path.ts';
import { audience } from '../../logic/recipients.ts';
import { shortReason } from '../../logic/short-reason.ts';
import { recipientWords } from '../../words/apps.ts';
import { words as common } from '../../words/common.ts';
import { words } from '../../words/uploads.ts';

/** `QA and 2 others`; null when nobody is told. */
export function recipientsText(recipients: Recipients, people: People | null, format: Format): string | null {
  const { names, unknown } = audience(recipients, people);
  const all = names.length + unknown;
  if (all === 0) return null;
  const named = names.slice(0, all === 2 ? 2 : 1);
  const rest = all - named.length;
  return format.list(rest > 0 ? [...named, recipientWords.andMore(rest)] : named);
}

/** The state in words, with the reason or the time that belongs to it. */
export function stateText(upload: UploadView, people: People | null, format: Format): string {
  switch (upload.state) {
    case 'uploading':
      return upload.waiting ? waitingText(upload, upload.waiting, format) : upload.stateWords;
    case 'retrying':
      return retryText(upload, format);
    case 'sending': {
      const names = recipientsText(upload.recipients, people, format);
      return names ? words.sendingTo(names) : upload.stateWords;
    }
    case 'asking': {
      const names = recipientsText(upload.recipients, people, format);
      return names ? words.tellPeople(names) : upload.stateWords;
    }
    case 'done': {
      const wasSent = upload.timeline.some((entry) => entry.event === 'sent');
      const names = wasSent ? recipientsText(upload.recipients, people, format) : null;
      if (names) return words.sentTo(names);
      return upload.activate && upload.area === 'testingdist' ? words.active : words.uploaded;
    }
    case 'failed': {
      const reason = upload.failure && shortReason(upload.failure.code);
      return reason ? words.failedBecause(words.reasons[reason]) : upload.stateWords;
    }
    default:
      return upload.stateWords;
  }
}

function retryText({ retryAt, retryStep, failure, stateWords }: UploadView, format: Format): string {
  if (retryAt === null) return stateWords;
  const time = format.time(retryAt);
  if (retryStep === 'confirm') return words.lookingAgainAt(time);
  return failure?.remedy === 'check-network' ? words.retryingOnceBack(time) : words.retryingAt(time);
}

/** From a second on with how long. */
function waitingText(
  { stateWords }: UploadView,
  waiting: NonNullable<UploadView['waiting']>,
  format: Format,
): string {
  if (waiting.seconds < 1) return stateWords;
  const time = format.duration(waiting.seconds);
  return waiting.for === 'line' ? words.noAnswerFor(time) : words.serviceWorking(time);
}

/** Second line of a row: platform, how an iOS build is signed, where from, where to. */
export function originText(
  upload: UploadView,
  folders: readonly FolderView[],
  accounts: readonly AccountView[],
): string {
  const { provisioning = 'none', platform } = upload.package ?? {};
  return [
    platform && common.platform[platform],
    provisioning === 'none' || provisioning === 'unknown' ? null : words.profiles[provisioning],
    fromText(upload, folders),
    targetText(upload, accounts),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** The watched folder, else the last folders of the path; null for the copy of a file from a browser tab. */
export function fromText(upload: UploadView, folders: readonly FolderView[]): string | null {
  const folder = folders.find((each) => each.id === upload.folderId);
  if (folder) return words.fromFolder(baseName(folder.path));
  return isCopy(upload.path) ? null : parentName(upload.path, 3);
}

/** The application once it is known, else the account; both where there are several accounts. */
function targetText(upload: UploadView, accounts: readonly AccountView[]): string | null {
  const account = accounts.find((each) => each.id === upload.accountId)?.name;
  const application = upload.target?.applicationName;
  const name = application ?? account;
  if (name === undefined) return null;
  const store = upload.area === 'appstore';
  if (application === undefined || account === undefined || accounts.length < 2)
    return store ? words.toStore(name) : words.toTest(name);
  return store ? words.toStoreOf(name, account) : words.toTestOf(name, account);
}
