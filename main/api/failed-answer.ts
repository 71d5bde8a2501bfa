/** What a failed answer says, in one readable sentence. Pure. */
import { isObject, property } from './read.ts';

const longest = 300;

/**
 * The service's own words from problem JSON, an OAuth error, ASP.NET's `{message}` and `{errors}`, plain text or the
 * title of an HTML page; empty when it says nothing.
 */
export function reasonIn(contentType: string, body: string): string {
  const text = body.trim();
  if (text === '') return '';
  if (/\bhtml\b/i.test(contentType) || /^<(!doctype|html)/i.test(text)) return sentence(htmlTitle(text));
  const parsed = parseJson(text);
  if (parsed !== undefined) return sentence(jsonReason(parsed));
  return sentence(text);
}

/** The parsed JSON, or undefined when the text is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function jsonReason(value: unknown): string {
  if (typeof value === 'string') return value;
  if (!isObject(value)) return '';
  const errors = messagesIn(property(value, 'errors'));
  const named = ['detail', 'error_description', 'message', 'title']
    .map((name) => property(value, name))
    .find((found) => typeof found === 'string' && found.trim() !== '');
  if (errors.length > 0) return errors.join(' ');
  if (typeof named === 'string') return named;
  const nested = property(value, 'error');
  return typeof nested === 'string' ? nested : jsonReason(nested ?? null);
}

/** ASP.NET's `{errors: {Field: ["…"]}}` and lists of texts or `{message}`. */
function messagesIn(errors: unknown): string[] {
  if (typeof errors === 'string') return [errors];
  if (Array.isArray(errors))
    return errors.flatMap((one) => (isObject(one) ? [jsonReason(one)] : messagesIn(one)));
  if (!isObject(errors)) return [];
  return Object.entries(errors).map(([field, messages]) => `${field}: ${messagesIn(messages).join(' ')}`);
}

/** The title of a page without its tags; empty when it has none. */
export function htmlTitle(html: string): string {
  const title =
    /<title[^>]*>([^<]*)<\/title>/i.exec(html)?.[1] ?? /<h1[^>]*>([^<]*)<\/h1>/i.exec(html)?.[1] ?? '';
  return title
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'");
}

function sentence(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line === '') return '';
  const short = line.length > longest ? `${line.slice(0, longest)}…` : line;
  return /[.!?…]$/.test(short) ? short : `${short}.`;
}
