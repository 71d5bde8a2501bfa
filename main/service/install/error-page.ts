import type { Problem } from '../../api/wire.ts';
import { CodedError } from '../../base/errors.ts';
import type { Translator } from '../../messages/translator.ts';
import { type About, messagePage, type PageText } from './layout.ts';

const texts: Readonly<Record<string, PageText>> = {
  'service/noLink': 'noLink',
  'service/inactive': 'inactive',
  'service/disabled': 'disabled',
  'service/credentials': 'credentials',
  'service/rateLimited': 'slowDown',
};

export function isInactive(error: unknown): boolean {
  return error instanceof CodedError && ['service/inactive', 'service/disabled'].includes(error.code);
}

/** Shows no details of server errors to testers. The details are only logged. */
export function errorPage(
  { code = '', status }: Problem,
  about: About | null,
  translator: Translator,
): string {
  return messagePage(translator, status >= 500 ? 'unexpected' : (texts[code] ?? 'other'), about);
}
