/** Selects notifications and combines several into one. */

import type { AccountBlock, UploadView } from '../../../preload/page.ts';
import type { Failure } from '../../base/failure.ts';
import { byteSizeText } from '../../messages/byte-size.ts';
import { type Translator, translatorOf } from '../../messages/translator.ts';
import { buildName, durationWords, recipientWords } from '../tray/build-words.ts';

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

export type NoticeKind = 'out' | 'failed' | 'asks';

type Said = { readonly at: number; readonly kind: NoticeKind };

/** Recent notifications; `grouped` while one summary represents them. */
export type NoticeHistory = { readonly recent: readonly Said[]; readonly grouped: boolean };

export const noNotices: NoticeHistory = { recent: [], grouped: false };

const windowMs = 10_000;
const shownSingly = 3;

/** Returns the notification for an upload that has just stopped; null for states without one. */
export function noticeOf(upload: UploadView, words: Translator = translatorOf('en')): Notice | null {
  const { say } = words;
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
        upload.area === 'testingdist' && !upload.activate
          ? say('notice/isThere', { name })
          : say('notice/isOut', { name }),
        outWords(upload, words),
        copyButton(upload, words),
      );
    case 'ready': {
      const told = recipientWords(upload.recipients, words);
      const body = told === null ? say('notice/nobody') : say('notice/sentTo', { names: told });
      return notice(
        say('notice/uploadIt', { name }),
        body,
        answerButtons(say('notice/upload'), say('notice/notNow')),
      );
    }
    case 'asking': {
      const [warning = ''] = upload.sendWarnings;
      return notice(
        say('notice/tellOf', { name }),
        warning,
        answerButtons(say('notice/sendAnyway'), say('notice/doNotSend')),
      );
    }
    case 'failed': {
      const reason = upload.failure?.message ?? say('notice/noReason');
      return notice(say('notice/notUploaded', { name }), reason, retryButton(upload, words));
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

function copyButton({ target }: UploadView, { say }: Translator): readonly NoticeButton[] {
  const link = target?.installLink ?? null;
  return link === null ? [] : [{ text: say('notice/copyLink'), act: { kind: 'copy', link } }];
}

/** Remedies for failures that a retry may resolve; the others need an action by the user first. */
const passing: readonly Remedy[] = ['retry', 'wait', 'check-network', 'free-space'];

function retryButton({ failure }: UploadView, { say }: Translator): readonly NoticeButton[] {
  if (failure !== null && !passing.includes(failure.remedy)) return [];
  return [{ text: say('notice/retry'), act: { kind: 'retry' } }];
}

export function kindOf({ state }: UploadView): NoticeKind {
  if (state === 'failed') return 'failed';
  return state === 'ready' || state === 'asking' ? 'asks' : 'out';
}

export function holdNotice({ failure }: AccountBlock, { say }: Translator = translatorOf('en')): Notice {
  return { title: say('notice/uploadsWait'), body: failure.message, uploadId: null, buttons: [] };
}

function outWords(upload: UploadView, words: Translator): string {
  const told = upload.timeline.some((entry) => entry.event === 'sent')
    ? recipientWords(upload.recipients, words)
    : null;
  const moments = upload.timeline.filter(
    (entry) => entry.event === 'uploading' || entry.event === 'uploaded',
  );
  const first = moments.find((entry) => entry.event === 'uploading');
  const last = moments.findLast((entry) => entry.event === 'uploaded');
  const size = byteSizeText(upload.totalBytes, words.locale);
  const speed =
    first && last
      ? words.say('notice/sizeIn', { size, time: durationWords(last.at - first.at, words) })
      : size;
  if (upload.area === 'testingdist' && !upload.activate) return `${words.say('notice/notActive')} · ${speed}`;
  if (told === null) return speed;
  const sent = upload.written ? words.say('notice/written') : words.say('notice/wasSentTo', { names: told });
  return `${sent} · ${speed}`;
}

export type NoticeStep = {
  readonly history: NoticeHistory;
  readonly show: Notice;
  /** True if earlier notifications must be closed because this one summarises them. */
  readonly replaceEarlier: boolean;
};

/**
 * Combines more than three notifications within ten seconds into one summary, which grows until ten seconds
 * pass without another.
 */
export function nextNotice(
  history: NoticeHistory,
  notice: Notice,
  kind: NoticeKind,
  now: number,
  words: Translator = translatorOf('en'),
): NoticeStep {
  const said: Said = { at: now, kind };
  const goesOn = history.grouped && now - (history.recent.at(-1)?.at ?? 0) < windowMs;
  const kept = goesOn
    ? history.recent
    : history.grouped
      ? []
      : history.recent.filter((earlier) => now - earlier.at < windowMs);
  const recent = [...kept, said];
  const grouped = goesOn || recent.length > shownSingly;
  return {
    history: { recent, grouped },
    show: grouped ? summaryOf(recent, words) : notice,
    replaceEarlier: grouped,
  };
}

function summaryOf(said: readonly Said[], { say }: Translator): Notice {
  const many = (kind: NoticeKind): number => said.filter((entry) => entry.kind === kind).length;
  const [out, asks, failed] = [many('out'), many('asks'), many('failed')];
  const [title = '', ...others] = [
    out > 0 ? say('notice/manyOut', { count: out }) : '',
    asks > 0 ? say('notice/manyAsk', { count: asks }) : '',
    failed > 0 ? say('notice/manyFailed', { count: failed }) : '',
  ].filter((text) => text !== '');
  const open =
    asks > 0 ? say('notice/openToAnswer') : failed > 0 ? say('notice/openToSeeWhy') : say('notice/openToSee');
  return { title, body: [...others.map((each) => `${each}.`), open].join(' '), uploadId: null, buttons: [] };
}
