/** Reads a message this service composed, as a mail program shows it (RFC 5322, 2045, 2047). Pure. */
import type { MessageContent } from '../service-view.ts';

type Headers = ReadonlyMap<string, string>;
type Part = { readonly type: string; readonly body: Buffer };

/** Messages are composed with a few parts, one in another; more is not read. */
const deepest = 5;

/** What cannot be read as expected, as in a file somebody changed, is left empty. */
export function readMessage(raw: string): MessageContent {
  const { headers } = readEntity(raw);
  const parts = readParts(raw, deepest);
  const text = parts.find(({ type }) => type === 'text/plain');
  const picture = parts.find(({ type }) => /^image\/(png|jpeg|webp)$/.test(type));
  return {
    from: headers.get('from') ?? '',
    to: headers.get('to') ?? '',
    subject: headers.get('subject') ?? '',
    date: headers.get('date') ?? '',
    text: text ? text.body.toString('utf8').replaceAll('\r\n', '\n').trim() : '',
    icon: picture ? `data:${picture.type};base64,${picture.body.toString('base64')}` : null,
  };
}

function readEntity(raw: string): { readonly headers: Headers; readonly body: string } {
  const end = raw.indexOf('\r\n\r\n');
  const head = end < 0 ? raw : raw.slice(0, end);
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
  const headers = lines.flatMap((line): [string, string][] => {
    const colon = line.indexOf(':');
    if (colon < 1) return [];
    return [[line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim())]];
  });
  return { headers: new Map(headers), body: end < 0 ? '' : raw.slice(end + 4) };
}

function readParts(raw: string, depth: number): readonly Part[] {
  const { headers, body } = readEntity(raw);
  const type = headers.get('content-type') ?? 'text/plain';
  const boundary = /boundary="?([^";]+)"?/i.exec(type)?.[1];
  if (boundary !== undefined) {
    if (depth === 0) return [];
    const pieces = `\r\n${body}`.split(`\r\n--${boundary}`).slice(1, -1);
    return pieces.flatMap((piece) => readParts(piece.replace(/^[ \t]*\r\n/, ''), depth - 1));
  }
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase() ?? '7bit';
  return [{ type: type.split(';')[0]?.trim().toLowerCase() ?? '', body: decodeBody(body, encoding) }];
}

function decodeBody(body: string, encoding: string): Buffer {
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  return encoding === 'quoted-printable'
    ? quotedBytes(body.replaceAll(/=[ \t]*\r\n/g, ''))
    : Buffer.from(body, 'utf8');
}

function quotedBytes(text: string): Buffer {
  const bytes = text.replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1');
}

/** Words of a header that are not plain ASCII; neighbours belong together. */
function decodeWords(text: string): string {
  return text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString('utf8')
        : quotedBytes(word.replaceAll('_', ' ')).toString('utf8'),
    );
}
