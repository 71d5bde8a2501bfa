/** The last line about a build: whether it can be installed, who was told, and from where. Pure. */
import type { UploadView } from '../../../uploads/upload-view.ts';
import type { RecipientOptions } from '../../options/options.ts';
import { plainText } from '../../terminal/format.ts';

/** `active · sent to QA (3) · LINK`; null for a build that is not on the service. `people`: how many were told; null: not known. */
export function summaryOf(
  upload: UploadView,
  recipients: RecipientOptions,
  people: number | null,
): string | null {
  const state = stateWord(upload);
  if (state === null) return null;
  const sent = upload.timeline.some(({ event }) => event === 'sent')
    ? sentTo(upload.written, recipients, people)
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

function sentTo(
  written: boolean,
  { team = [], member = [], email = [] }: RecipientOptions,
  people: number | null,
): string {
  const named = (what: string, names: readonly string[]): readonly string[] =>
    names.map((name) => (/^\d+$/.test(name) ? `${what} ${name}` : name));
  const names = [...named('team', team), ...named('member', member), ...email];
  const how = written ? 'written to the outbox, not mailed, for' : 'sent to';
  return `${how} ${names.join(', ')}${people === null ? '' : ` (${people})`}`;
}
