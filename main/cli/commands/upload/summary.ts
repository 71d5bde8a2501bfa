import type { MailState } from '../../../api/wire.ts';
import type { UploadView } from '../../../uploads/upload-view.ts';
import type { RecipientOptions } from '../../options/options.ts';
import type { SentMail } from '../../run/wait-for-mail.ts';
import { plainText } from '../../terminal/format.ts';

/** Returns text such as `active · mailed to QA (3) · LINK`; null if the build is not on the service. */
export function summaryOf(
  upload: UploadView,
  recipients: RecipientOptions,
  mail: SentMail | null,
): string | null {
  const state = stateWord(upload);
  if (state === null) return null;
  const sent = mail ?? (upload.mail && { state: upload.mail, people: null });
  const mailed = sent && mailText(sent, recipients);
  const parts = [state, mailed, upload.target?.installLink ?? null];
  return plainText(parts.filter((part) => part !== null).join(' · '));
}

function stateWord({ state, area, activate }: UploadView): string | null {
  if (state === 'already-there') return 'already there';
  if (state !== 'done' && state !== 'asking') return null;
  if (area === 'appstore') return 'in the store';
  if (state === 'asking') return 'active · not mailed';
  return activate ? 'active' : 'not active';
}

const mailTexts: Readonly<Record<MailState, string>> = {
  mailed: 'mailed to',
  'not-mailed': 'not mailed to',
  waiting: 'waiting to be mailed to',
  refused: 'refused for',
  opened: 'opened by',
  downloaded: 'downloaded by',
};

function mailText(
  { state, people }: { readonly state: MailState; readonly people: number | null },
  { team = [], member = [], email = [] }: RecipientOptions,
): string {
  const named = (what: string, names: readonly string[]): readonly string[] =>
    names.map((name) => (/^\d+$/.test(name) ? `${what} ${name}` : name));
  const names = [...named('team', team), ...named('member', member), ...email];
  return `${mailTexts[state]} ${names.join(', ')}${people === null ? '' : ` (${people})`}`;
}
