/** What a tester reads when a link offers nothing. Pure. */
import type { Problem } from '../../api/wire.ts';
import { messagePage } from './layout.ts';

const texts: Readonly<Record<string, readonly [title: string, text: string]>> = {
  'service/noLink': [
    'This link no longer works',
    'The build it led to was deleted, or it is no longer meant for you. Ask whoever sent you the link for a new one.',
  ],
  'service/inactive': [
    'This version is switched off',
    'It cannot be installed at the moment. Try again later, or ask whoever sent you the link.',
  ],
  'service/disabled': [
    'These builds are switched off',
    'They cannot be installed at the moment. Try again later, or ask whoever gave you the address.',
  ],
  'service/credentials': [
    'A user name and a password are needed',
    'Open this page again and enter the ones you were given.',
  ],
};

/** Errors of the service itself are in its log and none of a tester's business. */
export function refusalPage({ code = '', title, detail = '', status }: Problem): string {
  if (status >= 500) return messagePage('Something went wrong', 'Try again in a moment.');
  const [heading, text] = texts[code] ?? [title, detail];
  return messagePage(heading, text);
}
