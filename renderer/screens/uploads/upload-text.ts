import type {
  AccountView,
  Failure,
  FolderView,
  People,
  Recipients,
  UploadView,
} from '../../../preload/page.ts';
import type { Format } from '../../format.ts';
import { isCopy, parentName } from '../../logic/file-path.ts';
import { audience } from '../../logic/people/recipients.ts';
import { isRetriedReason } from '../../logic/retried-reason.ts';
import { displayName, isSentAgain, obstacleOf } from '../../logic/uploads.ts';
import { t } from '../../messages.ts';

/** Returns text such as `QA and 2 others`; null if there are no recipients. */
export function recipientsText(recipients: Recipients, people: People | null, format: Format): string | null {
  const { names, unknown } = audience(recipients, people);
  const all = names.length + unknown;
  if (all === 0) return null;
  const named = names.slice(0, all === 2 ? 2 : 1);
  const rest = all - named.length;
  return format.list(rest > 0 ? [...named, t('recipients.andMore', { count: rest })] : named);
}

export function stateText(upload: UploadView, people: People | null, format: Format): string {
  switch (upload.state) {
    case 'uploading':
      return upload.stall ? waitingText(upload, upload.stall, format) : upload.stateLabel;
    case 'retrying':
      return retryText(upload, format);
    case 'sending': {
      const names = recipientsText(upload.recipients, people, format);
      return names ? t('uploads.sendingTo', { names }) : upload.stateLabel;
    }
    case 'asking':
      return questionText(upload, people, format);
    case 'done':
      return doneText(upload, people, format);
    default:
      return upload.stateLabel;
  }
}

/** Returns the text of a failure. Omits the advice to try again while Slipway retries automatically. */
export const reasonText = ({ state }: UploadView, { code, message }: Failure): string =>
  state === 'retrying' && isRetriedReason(code) ? t(`uploads.retriedReasons.${code}`) : message;

/** Returns the warning and the question, such as `Profile expired. Send to 2 people?` */
function questionText(upload: UploadView, people: People | null, format: Format): string {
  const { people: count } = audience(upload.recipients, people);
  const names = recipientsText(upload.recipients, people, format);
  if (names === null) return upload.stateLabel;
  const question = count > 1 ? t('uploads.sendToCount', { count }) : t('uploads.sendToPeople', { names });
  return [upload.sendWarningLabel, question].filter(Boolean).join(' ');
}

function doneText(upload: UploadView, people: People | null, format: Format): string {
  const { mail, stateLabel } = upload;
  const what = recipientsText(upload.recipients, people, format);
  if (mail === null || what === null || obstacleOf(upload) === 'inactive') return stateLabel;
  return t('common.labelled', { label: t(`common.mail.${mail}`), text: what });
}

/** Returns text such as `Out · 4 people`; only `Out` until a mail server has accepted all mail. */
export function justOutText(upload: UploadView, people: People | null): string {
  const count = isSentAgain(upload) ? audience(upload.recipients, people).people : 0;
  return t('uploads.justOut', { count });
}

function retryText({ retryAt, retryStep, failure, stateLabel }: UploadView, format: Format): string {
  if (retryAt === null) return stateLabel;
  const time = format.time(retryAt);
  if (retryStep === 'confirm') return t('uploads.lookingAgainAt', { time });
  return failure?.remedy === 'check-network'
    ? t('uploads.retryingOnceBack', { time })
    : t('uploads.retryingAt', { time });
}

function waitingText(
  { stateLabel }: UploadView,
  waiting: NonNullable<UploadView['stall']>,
  format: Format,
): string {
  if (waiting.seconds < 1) return stateLabel;
  const time = format.duration(waiting.seconds);
  return waiting.reason === 'acknowledgement'
    ? t('uploads.noAnswerFor', { time })
    : t('uploads.serviceWorking', { time });
}

export function originText(
  upload: UploadView,
  folders: readonly FolderView[],
  accounts: readonly AccountView[],
  format: Format,
): string {
  const { provisioning = 'none', platform } = upload.package ?? {};
  const origin = [
    platform && t(`common.platform.${platform}`),
    provisioning === 'none' || provisioning === 'unknown' ? null : t(`uploads.profiles.${provisioning}`),
    fromText(upload, folders),
  ]
    .filter(Boolean)
    .join(' · ');
  const way = [origin, targetText(upload, accounts)].filter(Boolean).join(' ');
  return upload.deltaBytes === null ? way : [way, sizeText(upload, format)].filter(Boolean).join(' · ');
}

/** Returns text such as `65 MB, 3.1 MB sent`; only the size if the whole file was sent. */
export function sizeText({ totalBytes, deltaBytes }: UploadView, format: Format): string {
  const size = format.bytes(totalBytes);
  return deltaBytes === null ? size : t('uploads.sizeSent', { size, sent: format.bytes(deltaBytes) });
}

/** Returns the watched folder, else the last folders of the path. Null for a file from a browser tab. */
export function fromText(upload: UploadView, folders: readonly FolderView[]): string | null {
  const folder = folders.find((each) => each.id === upload.folderId);
  if (folder) return t('uploads.fromFolder', { name: folder.name });
  return isCopy(upload.path) ? null : parentName(upload.path, 3);
}

function targetText(upload: UploadView, accounts: readonly AccountView[]): string | null {
  const account = accounts.find((each) => each.id === upload.accountId)?.name;
  const isNamedAlike = upload.target?.applicationName === displayName(upload);
  const application = isNamedAlike ? undefined : upload.target?.applicationName;
  const name = application ?? account;
  if (name === undefined) return null;
  const store = upload.area === 'appstore';
  if (application === undefined || account === undefined || accounts.length < 2)
    return store ? t('uploads.toStore', { name }) : t('uploads.toTest', { name });
  return store ? t('uploads.toStoreOf', { name, account }) : t('uploads.toTestOf', { name, account });
}
