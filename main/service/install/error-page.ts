import type { Problem } from '../../api/wire.ts';
import type { Translator } from '../../messages/translator.ts';
import { messagePage, type PageText } from './layout.ts';

const texts: Readonly<Record<string, PageText>> = {
  'service/noLink': 'noLink',
  'service/inactive': 'inactive',
  'service/disabled': 'disabled',
  'service/credentials': 'credentials',
  'service/rateLimited': 'slowDown',
};

/** Details of server errors are only logged, not shown to testers. */
export function errorPage({ code = '', status }: Problem, translator: Translator): string {
  return messagePage(translator, status >= 500 ? 'unexpected' : (texts[code] ?? 'other'));
}
