/** Extracts the error message from a response in any format. Pure. */
import { z } from 'zod';

const maxLength = 300;
/** Responses may be hostile, so only their beginning is searched. */
const maxSearched = 16 * 1024;

type Answer = { readonly text: string; readonly header: (name: string) => string | null };

/** Returns true for a web page, by its beginning or content type. JSON is never a page. */
export function isWebPage(answer: Answer): boolean {
  if (/^\s*(<!doctype\s+html|<html|<head|<body)/i.test(withoutComments(answer.text.slice(0, maxSearched)))) {
    return true;
  }
  if (!/^\s*(text\/html|application\/xhtml)/i.test(answer.header('content-type') ?? '')) return false;
  return parseJson(answer.text) === undefined;
}

function withoutComments(text: string): string {
  let rest = text.trimStart();
  while (rest.startsWith('<!--')) {
    const end = rest.indexOf('-->', 4);
    if (end < 0) return '';
    rest = rest.slice(end + 3).trimStart();
  }
  return rest;
}

/** Returns the title or first heading of a web page; null if it has neither. */
export function pageTitle(text: string): string | null {
  const start = text.slice(0, maxSearched);
  const title =
    textBetween(start, /<title[^<>]*>(.*)/is, /<\/title>/i) ??
    textBetween(start, /<h1[^<>]*>(.*)/is, /<\/h1>/i);
  return title === undefined ? null : collapseText(withoutMarkup(title)) || null;
}

/** Returns the text between two tags; undefined if either is missing. `opening` captures the rest. */
function textBetween(page: string, opening: RegExp, closing: RegExp): string | undefined {
  const [inside, after] = opening.exec(page)?.[1]?.split(closing, 2) ?? [];
  return after === undefined ? undefined : inside;
}

/**
 * Reads problem JSON, OAuth JSON, `{message}`, `{errors}`, a page title or plain text. Returns at most 300
 * characters, with final punctuation; null if there is no message.
 */
export function errorMessage(answer: Answer): string | null {
  const text = readMessage(answer);
  return text === null ? null : sentence(text);
}

function readMessage(answer: Answer): string | null {
  if (isWebPage(answer)) return pageTitle(answer.text);
  const value = parseJson(answer.text);
  if (value === undefined)
    return isBrokenJson(answer.text) ? null : collapseText(withoutMarkup(answer.text)) || null;
  return collapseText(fromJson(value, 0) ?? '') || null;
}

/** Returns true for truncated or invalid JSON, which is not shown to users. */
const isBrokenJson = (text: string): boolean => /^\s*[{[]\s*["\]}{]/.test(text);

/** Returns the value of a JSON text; undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const record = z.record(z.string(), z.unknown());

/** Property names for the reason, normalised, most specific first. */
const reasonNames = [
  'errors',
  'modelstate',
  'detail',
  'errordescription',
  'exceptionmessage',
  'messagedetail',
  'message',
  'msg',
  'error',
  'title',
  'reason',
  'description',
];

function fromJson(value: unknown, depth: number): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value;
  if (depth > 4) return null;
  if (Array.isArray(value)) return joinSentences(value.map((item) => fromJson(item, depth + 1)));
  const object = record.safeParse(value);
  if (!object.success) return null;
  const entries = Object.entries(object.data).map(([name, item]) => [normaliseName(name), item] as const);
  for (const wanted of reasonNames) {
    const found = entries.find(([name]) => name === wanted);
    if (!found) continue;
    const text =
      wanted === 'errors' || wanted === 'modelstate'
        ? fromFields(found[1], depth)
        : fromJson(found[1], depth + 1);
    if (text !== null) return text;
  }
  return null;
}

/** Joins `{"Name": ["is required"]}` or `["…"]` into one text. */
function fromFields(value: unknown, depth: number): string | null {
  if (Array.isArray(value) || typeof value === 'string') return fromJson(value, depth + 1);
  const fields = record.safeParse(value);
  if (!fields.success) return null;
  return joinSentences(
    Object.entries(fields.data).map(([name, item]) => {
      const text = fromJson(item, depth + 1);
      if (text === null) return null;
      const field = name.replace(/^\$\.?/, '');
      return field === '' || text.includes(field) ? text : `${field}: ${text}`;
    }),
  );
}

function joinSentences(parts: readonly (string | null)[]): string | null {
  const texts = parts.filter((part) => part !== null).map(sentence);
  return texts.length === 0 ? null : [...new Set(texts)].join(' ');
}

function normaliseName(name: string): string {
  return name.replace(/[_\-\s]/g, '').toLowerCase();
}

function withoutMarkup(text: string): string {
  const [first, ...others] = text.slice(0, maxSearched).split(/<(?:script|style)\b/i);
  return [first, ...others.map((part) => part.replace(/^.*?<\/(?:script|style)>|^.*/is, ''))]
    .join(' ')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#0?39;|&apos;/g, "'")
    .replace(/&amp;/g, '&');
}

function collapseText(text: string): string {
  const line = text
    .slice(0, maxSearched)
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim();
  return line.length <= maxLength ? line : `${line.slice(0, maxLength - 1).trimEnd()}…`;
}

function sentence(text: string): string {
  return /[.!?…:]["”)]?$/.test(text) ? text : `${text}.`;
}
