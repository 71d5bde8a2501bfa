/** What a tester reads when a link offers nothing. Pure. */
import type { Problem } from '../../api/wire.ts';
import type { TesterWords } from '../words/english.ts';
import type { Tongue } from '../words/words.ts';
import { messagePage } from './layout.ts';

const kinds: Readonly<Record<string, keyof TesterWords['refused']>> = {
  'service/noLink': 'noLink',
  'service/inactive': 'inactive',
  'service/disabled': 'disabled',
  'service/credentials': 'credentials',
  'service/slowDown': 'slowDown',
};

/** Errors of the service itself are in its log and none of a tester's business. */
export function refusalPage({ code = '', status }: Problem, tongue: Tongue): string {
  const kind = status >= 500 ? 'unexpected' : (kinds[code] ?? 'other');
  return messagePage(tongue, tongue.words.refused[kind]);
}
