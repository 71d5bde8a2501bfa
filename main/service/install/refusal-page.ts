/** What a tester reads when a link offers nothing. Pure. */
import type { Problem } from '../../api/wire.ts';
import type { Translator } from '../../messages/translator.ts';
import { messagePage, type PageText } from './layout.ts';

const texts: Readonly<Record<string, PageText>> = {
  'service/noLink': 'noLink',
  'service/inactive': 'inactive',
  'service/disabled': 'disabled',
  'service/credentials': 'credentials',
  'service/slowDown': 'slowDown',
};

/** Errors of the service itself are in its log and none of a tester's business. */
export function refusalPage({ code = '', status }: Problem, translator: Translator): string {
  return messagePage(translator, status >= 500 ? 'unexpected' : (texts[code] ?? 'other'));
}
