import type { Problem } from '../../api/wire.ts';
import { CodedError } from '../../base/errors.ts';
import type { Translator } from '../../messages/translator.ts';
import { messagePage, type PageText } from './layout.ts';

const texts: Readonly<Record<string, PageText>> = {
  'service/noLink': 'noLink',
  'service/inactive': 'inactive',
  'service/disabled': 'disabled',
  'service/credentials': 'credentials',
  'service/rateLimited': 'slowDown',
};

/** Returns name and version of the inactive application; null for any other error. */
export function inactiveName(error: unknown): string | null {
  if (!(error instanceof CodedError) || !inactive.includes(error.code)) return null;
  const { name, version } = error.values ?? {};
  return [name, version].filter((part) => typeof part === 'string').join(' ') || null;
}

const inactive: readonly string[] = ['service/inactive', 'service/disabled'];

/** Shows no details of server errors to testers. The details are only logged. */
export function errorPage(
  { code = '', status }: Problem,
  about: string | null,
  translator: Translator,
): string {
  return messagePage(translator, status >= 500 ? 'unexpected' : (texts[code] ?? 'other'), about);
}
