/** One upload in words. Pure. */
import type { AccountView, FolderView, People, Recipients, UploadView } from '../../../preload/contract.ts';
import type { Format } from '../../format.ts';
import { baseName, isCopy, parentName } from '../../logic/file-path.ts';
import { audience } from '../../logic/recipients.ts';
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
    case 'retrying':
      return upload.retryAt === null ? upload.stateWords : words.retryingAt(format.time(upload.retryAt));
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
    default:
      return upload.stateWords;
  }
}

/** Second line of a row: platform, where from, where to. */
export function originText(
  upload: UploadView,
  folders: readonly FolderView[],
  accounts: readonly AccountView[],
): string {
  const folder = folders.find((each) => each.id === upload.folderId);
  const account = accounts.length > 1 ? accounts.find((each) => each.id === upload.accountId) : undefined;
  const from = isCopy(upload.path) ? null : parentName(upload.path);
  const place = upload.area === 'appstore' ? common.area.appstore : null;
  return [
    upload.package ? common.platform[upload.package.platform] : null,
    folder ? words.fromFolder(baseName(folder.path)) : from,
    ...(account || place ? [words.to([account?.name, place].filter(Boolean).join(', '))] : []),
  ]
    .filter(Boolean)
    .join(' · ');
}
