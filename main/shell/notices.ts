/** Which notifications a person gets, and when many become one. Pure. */
import type { UploadView } from '../core.ts';
import { buildName, count, durationWords, recipientWords, sizeWords } from './build-words.ts';

export type Notice = {
  readonly title: string;
  readonly body: string;
  /** The upload a click leads to; null for a summary: the list. */
  readonly uploadId: string | null;
};

type Said = { readonly at: number; readonly out: boolean };

/** What was said lately; `grouped` while a summary stands for it. */
export type NoticeHistory = { readonly recent: readonly Said[]; readonly grouped: boolean };

export const noNotices: NoticeHistory = { recent: [], grouped: false };

const windowMs = 10_000;
const shownSingly = 3;

/** The notification for an upload that has just come to rest; null when it is none a person waits for. */
export function noticeOf(upload: UploadView): Notice | null {
  const name = buildName(upload);
  if (upload.state === 'done')
    return { title: `${name} is out`, body: outWords(upload), uploadId: upload.id };
  if (upload.state === 'asking') {
    const [doubt = ''] = upload.package?.doubts ?? [];
    return { title: `Tell people of ${name}?`, body: doubt, uploadId: upload.id };
  }
  if (upload.state !== 'failed') return null;
  const reason = upload.failure?.message ?? 'The reason is not known.';
  return { title: `${name} was not uploaded`, body: reason, uploadId: upload.id };
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
export function nextNotice(history: NoticeHistory, notice: Notice, out: boolean, now: number): NoticeStep {
  const said: Said = { at: now, out };
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
  const out = said.filter((entry) => entry.out).length;
  const failed = said.length - out;
  const outTitle = `${count(out, 'build')} ${out === 1 ? 'is' : 'are'} out`;
  const failedTitle = `${count(failed, 'build')} ${failed === 1 ? 'was' : 'were'} not uploaded`;
  if (failed === 0) return { title: outTitle, body: 'Open Slipway to see them.', uploadId: null };
  if (out === 0) return { title: failedTitle, body: 'Open Slipway to see why.', uploadId: null };
  return { title: outTitle, body: `${failedTitle}. Open Slipway to see why.`, uploadId: null };
}
