/** Which notifications a person gets, and when many become one. Pure. */
import type { AccountHold, Failure, UploadView } from '../core.ts';
import { buildName, count, durationWords, recipientWords, sizeWords } from './build-words.ts';

type Remedy = Failure['remedy'];

export type Notice = {
  readonly title: string;
  readonly body: string;
  /** The upload a click leads to; null for a summary: the list. */
  readonly uploadId: string | null;
  /** Buttons, where the system shows any. */
  readonly buttons: readonly NoticeButton[];
};

export type NoticeButton = {
  readonly text: string;
  readonly act:
    | { readonly kind: 'answer'; readonly yes: boolean }
    | { readonly kind: 'retry' }
    | { readonly kind: 'copy'; readonly link: string };
};

/** What a notification is about: a build that is out, one that is not, or a question. */
export type NoticeKind = 'out' | 'failed' | 'asks';

type Said = { readonly at: number; readonly kind: NoticeKind };

/** What was said lately; `grouped` while a summary stands for it. */
export type NoticeHistory = { readonly recent: readonly Said[]; readonly grouped: boolean };

export const noNotices: NoticeHistory = { recent: [], grouped: false };

const windowMs = 10_000;
const shownSingly = 3;

/** The notification for an upload that has just come to rest; null when it is none a person waits for. */
export function noticeOf(upload: UploadView): Notice | null {
  const name = buildName(upload);
  const notice = (title: string, body: string, buttons: readonly NoticeButton[] = []): Notice => ({
    title,
    body,
    uploadId: upload.id,
    buttons,
  });
  switch (upload.state) {
    case 'done':
      return notice(`${name} is out`, outWords(upload), copyButton(upload));
    case 'ready': {
      const told = recipientWords(upload.recipients);
      const body = told === null ? 'Nobody is told.' : `It is sent to ${told}.`;
      return notice(`Upload ${name}?`, body, answerButtons('Upload', 'Not now'));
    }
    case 'asking': {
      const [doubt = ''] = upload.package?.doubts ?? [];
      return notice(`Tell people of ${name}?`, doubt, answerButtons('Send anyway', 'Do not send'));
    }
    case 'failed': {
      const reason = upload.failure?.message ?? 'The reason is not known.';
      return notice(`${name} was not uploaded`, reason, retryButton(upload));
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

function copyButton({ target }: UploadView): readonly NoticeButton[] {
  const link = target?.installLink ?? null;
  return link === null ? [] : [{ text: 'Copy link', act: { kind: 'copy', link } }];
}

/** Failures that trying again may mend; for the others the person has to do something first. */
const passing: readonly Remedy[] = ['retry', 'wait', 'check-network', 'free-space'];

function retryButton({ failure }: UploadView): readonly NoticeButton[] {
  if (failure !== null && !passing.includes(failure.remedy)) return [];
  return [{ text: 'Retry', act: { kind: 'retry' } }];
}

export function kindOf({ state }: UploadView): NoticeKind {
  if (state === 'failed') return 'failed';
  return state === 'ready' || state === 'asking' ? 'asks' : 'out';
}

/** The notification for an account that is held up. */
export function holdNotice({ failure }: AccountHold): Notice {
  return { title: 'Uploads wait', body: failure.message, uploadId: null, buttons: [] };
}

function outWords(upload: UploadView): string {
  const told = upload.timeline.some((entry) => entry.event === 'sent')
    ? recipientWords(upload.recipients)
    : null;
  const moments = upload.timeline.filter(
    (entry) => entry.event === 'uploading' || entry.event === 'uploaded',
  );
  const first = moments.find((entry) => entry.event === 'uploading');
  const last = moments.findLast((entry) => entry.event === 'uploaded');
  const size = sizeWords(upload.totalBytes);
  const speed = first && last ? `${size} in ${durationWords(last.at - first.at)}` : size;
  return told ? `Sent to ${told} · ${speed}` : speed;
}

export type NoticeStep = {
  readonly history: NoticeHistory;
  readonly show: Notice;
  /** True when what is on the screen is taken back, because the new one stands for all of it. */
  readonly replaceEarlier: boolean;
};

/** More than three within ten seconds become one; it keeps counting until ten seconds pass without another. */
export function nextNotice(
  history: NoticeHistory,
  notice: Notice,
  kind: NoticeKind,
  now: number,
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
    show: grouped ? summaryOf(recent) : notice,
    replaceEarlier: grouped,
  };
}

function summaryOf(said: readonly Said[]): Notice {
  const many = (kind: NoticeKind): number => said.filter((entry) => entry.kind === kind).length;
  const parts: readonly { readonly number: number; readonly text: string; readonly hint: string }[] = [
    { number: many('out'), text: count(many('out'), 'build is', 'builds are'), hint: ' out' },
    {
      number: many('asks'),
      text: count(many('asks'), 'build waits', 'builds wait'),
      hint: ' for your answer',
    },
    {
      number: many('failed'),
      text: count(many('failed'), 'build was', 'builds were'),
      hint: ' not uploaded',
    },
  ];
  const [title = '', ...others] = parts
    .filter(({ number }) => number > 0)
    .map(({ text, hint }) => text + hint);
  const what = many('failed') > 0 ? 'why' : 'them';
  const open = many('asks') > 0 ? 'Open Slipway to answer.' : `Open Slipway to see ${what}.`;
  return { title, body: [...others.map((each) => `${each}.`), open].join(' '), uploadId: null, buttons: [] };
}
