/** Selects notifications and combines several into one. */

import type { AccountBlock, UploadView } from '../../../preload/page.ts';
import type { Failure } from '../../base/failure.ts';
import { byteSizeText } from '../../messages/byte-size.ts';
import { durationText } from '../../messages/duration-text.ts';
import { type Translator, translatorOf } from '../../messages/translator.ts';
import { isNotInstallable } from '../../packages/package-info.ts';
import { buildName, recipientText } from '../tray/build-text.ts';

type Remedy = Failure['remedy'];

export type Notice = {
  readonly title: string;
  readonly body: string;
  /** Upload to open on click; null opens the list (for summaries). */
  readonly uploadId: string | null;
  readonly buttons: readonly NoticeButton[];
};

export type NoticeButton = {
  readonly text: string;
  readonly act:
    | { readonly kind: 'answer'; readonly yes: boolean }
    | { readonly kind: 'retry' }
    | { readonly kind: 'copy'; readonly link: string };
};

export type NoticeKind = 'uploaded' | 'failed' | 'questions';

type ShownNotice = { readonly at: number; readonly kind: NoticeKind };

/** Recent notifications; `grouped` while one summary represents them. */
export type NoticeHistory = { readonly recent: readonly ShownNotice[]; readonly grouped: boolean };

export const noNotices: NoticeHistory = { recent: [], grouped: false };

const windowMs = 10_000;
const maxSingle = 3;

/** Returns the notification for an upload that has just stopped; null if its state has none. */
export function noticeOf(upload: UploadView, words: Translator = translatorOf('en')): Notice | null {
  const { translate } = words;
  const name = buildName(upload);
  const notice = (title: string, body: string, buttons: readonly NoticeButton[] = []): Notice => ({
    title,
    body,
    uploadId: upload.id,
    buttons,
  });
  switch (upload.state) {
    case 'done':
      return notice(
        (upload.area === 'testingdist' && !upload.activate) || isNotInstallable(upload.package)
          ? translate('notice/isThere', { name })
          : translate('notice/isOut', { name }),
        uploadedText(upload, words),
        copyButton(upload, words),
      );
    case 'ready': {
      const recipients = recipientText(upload.recipients, words);
      const body =
        recipients === null
          ? translate('notice/noRecipients')
          : translate('notice/recipients', { names: recipients });
      return notice(
        translate('notice/uploadIt', { name }),
        body,
        answerButtons(translate('notice/upload'), translate('notice/notNow')),
      );
    }
    case 'asking': {
      const [warning = ''] = upload.sendWarnings;
      return notice(
        translate('notice/sendQuestion', { name }),
        warning,
        answerButtons(translate('notice/sendAnyway'), translate('notice/doNotSend')),
      );
    }
    case 'failed': {
      const reason = upload.failure?.message ?? translate('notice/noReason');
      return notice(translate('notice/notUploaded', { name }), reason, retryButton(upload, words));
    }
    default:
      return null;
  }
}

function answerButtons(yes: string, no: string): readonly NoticeButton[] {
  return [
    { text: yes, act: { kind: 'answer', yes: true } },
    { text: no, act: { kind: 'answer', yes: false } },
  ];
}

function copyButton({ target }: UploadView, { translate }: Translator): readonly NoticeButton[] {
  const link = target?.installLink ?? null;
  return link === null ? [] : [{ text: translate('notice/copyLink'), act: { kind: 'copy', link } }];
}

/** Remedies for failures that a retry may resolve. Other failures need a user action first. */
const transientRemedies: readonly Remedy[] = ['retry', 'wait', 'check-network', 'free-space'];

function retryButton({ failure }: UploadView, { translate }: Translator): readonly NoticeButton[] {
  if (failure !== null && !transientRemedies.includes(failure.remedy)) return [];
  return [{ text: translate('notice/retry'), act: { kind: 'retry' } }];
}

export function kindOf({ state }: UploadView): NoticeKind {
  if (state === 'failed') return 'failed';
  return state === 'ready' || state === 'asking' ? 'questions' : 'uploaded';
}

export function blockNotice(
  { failure }: AccountBlock,
  { translate }: Translator = translatorOf('en'),
): Notice {
  return { title: translate('notice/uploadsWait'), body: failure.message, uploadId: null, buttons: [] };
}

function uploadedText(upload: UploadView, words: Translator): string {
  const names = recipientText(upload.recipients, words);
  const moments = upload.timeline.filter(
    (entry) => entry.event === 'uploading' || entry.event === 'uploaded',
  );
  const first = moments.find((entry) => entry.event === 'uploading');
  const last = moments.findLast((entry) => entry.event === 'uploaded');
  const size = byteSizeText(upload.totalBytes, words.locale);
  const speed =
    first && last
      ? words.translate('notice/sizeIn', {
          size,
          time: durationText((last.at - first.at) / 1000, words.locale),
        })
      : size;
  if (isNotInstallable(upload.package)) return `${upload.stateLabel} · ${speed}`;
  if (upload.area === 'testingdist' && !upload.activate)
    return `${words.translate('notice/notActive')} · ${speed}`;
  if (upload.mail === null || names === null) return speed;
  const state = words.translate(`mail-state/${upload.mail}`);
  return `${words.translate('notice/mail', { state, names })} · ${speed}`;
}

export type NoticeStep = {
  readonly history: NoticeHistory;
  readonly show: Notice;
  /** True if earlier notifications must be closed because `show` summarises them. */
  readonly replaceEarlier: boolean;
};

/** Combines more than three notifications within ten seconds, until ten seconds pass without another. */
export function nextNotice(
  history: NoticeHistory,
  notice: Notice,
  kind: NoticeKind,
  now: number,
  words: Translator = translatorOf('en'),
): NoticeStep {
  const shown: ShownNotice = { at: now, kind };
  const continues = history.grouped && now - (history.recent.at(-1)?.at ?? 0) < windowMs;
  const recentNotices = continues
    ? history.recent
    : history.grouped
      ? []
      : history.recent.filter((earlier) => now - earlier.at < windowMs);
  const recent = [...recentNotices, shown];
  const grouped = continues || recent.length > maxSingle;
  return {
    history: { recent, grouped },
    show: grouped ? summaryOf(recent, words) : notice,
    replaceEarlier: grouped,
  };
}

function summaryOf(notices: readonly ShownNotice[], { translate }: Translator): Notice {
  const many = (kind: NoticeKind): number => notices.filter((entry) => entry.kind === kind).length;
  const [uploaded, questions, failed] = [many('uploaded'), many('questions'), many('failed')];
  const [title = '', ...others] = [
    uploaded > 0 ? translate('notice/manyOut', { count: uploaded }) : '',
    questions > 0 ? translate('notice/manyAsk', { count: questions }) : '',
    failed > 0 ? translate('notice/manyFailed', { count: failed }) : '',
  ].filter((text) => text !== '');
  const open =
    questions > 0
      ? translate('notice/openToAnswer')
      : failed > 0
        ? translate('notice/openToSeeWhy')
        : translate('notice/openToSee');
  return { title, body: [...others.map((each) => `${each}.`), open].join(' '), uploadId: null, buttons: [] };
}
