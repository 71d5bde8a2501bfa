import type { UploadView } from '../../../uploads/upload-view.ts';
import type { RecipientOptions } from '../../options/options.ts';
import type { SentMail } from '../../run/wait-for-mail.ts';
import { plainText } from '../../terminal/format.ts';

/** Returns text such as `active · sent to QA (3) · LINK`; null if the build is not on the service. */
export function summaryOf(
  upload: UploadView,
  recipients: RecipientOptions,
  mail: SentMail | null,
): string | null {
  const state = stateWord(upload);
  if (state === null) return null;
  const sent = upload.timeline.some(({ event }) => event === 'sent')
    ? sentTo(mail ?? { state: upload.mailWritten ? 'written' : 'sent', people: null }, recipients)
    : null;
  const parts = [state, sent, upload.target?.installLink ?? null];
  return plainText(parts.filter((part) => part !== null).join(' · '));
}

function stateWord({ state, area, activate }: UploadView): string | null {
  if (state === 'already-there') return 'already there';
  if (state !== 'done' && state !== 'asking') return null;
  if (area === 'appstore') return 'in the store';
  if (state === 'asking') return 'active · not sent';
  return activate ? 'active' : 'not active';
}

const mailTexts = {
  sent: 'sent to',
  written: 'written to the outbox, not mailed, for',
  queued: 'waits to be mailed to',
  failed: 'rejected for',
} as const;

function sentTo(
  { state, people }: Pick<SentMail, 'state'> & { readonly people: number | null },
  { team = [], member = [], email = [] }: RecipientOptions,
): string {
  const named = (what: string, names: readonly string[]): readonly string[] =>
    names.map((name) => (/^\d+$/.test(name) ? `${what} ${name}` : name));
  const names = [...named('team', team), ...named('member', member), ...email];
  return `${mailTexts[state]} ${names.join(', ')}${people === null ? '' : ` (${people})`}`;
}
