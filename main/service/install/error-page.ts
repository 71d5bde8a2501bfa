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

/** Does not show the details of server errors to testers; they are only logged. */
export function errorPage({ code = '', status }: Problem, translator: Translator): string {
  return messagePage(translator, status >= 500 ? 'unexpected' : (texts[code] ?? 'other'));
}
