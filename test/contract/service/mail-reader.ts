/** Decoded headers and parts of a message (RFC 5322, 2045, 2047). */
export type ReadMail = {
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
  readonly html: string;
  /** Content types of the attachments, including inline ones. */
  readonly attachments: readonly string[];
};

export function readMail(raw: string): ReadMail {
  const leaves = readParts(raw);
  const textOf = (type: string): string =>
    leaves
      .find((part) => part.type === type)
      ?.body.toString('utf8')
      .replaceAll('\r\n', '\n') ?? '';
  return {
    headers: readEntity(raw).headers,
    text: textOf('text/plain'),
    html: textOf('text/html'),
    attachments: leaves.map((part) => part.type).filter((type) => !type.startsWith('text/')),
  };
}

type Entity = { readonly headers: ReadonlyMap<string, string>; readonly body: string };
type Leaf = { readonly type: string; readonly body: Buffer };

function readEntity(raw: string): Entity {
  const end = raw.indexOf('\r\n\r\n');
  if (end < 0) throw new Error('A message needs an empty line after its headers.');
  const lines = raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), decodeHeader(line.slice(colon + 1).trim())];
  });
  return { headers: new Map(headers), body: raw.slice(end + 4) };
}

function readParts(raw: string): readonly Leaf[] {
  const { headers, body } = readEntity(raw);
  const type = headers.get('content-type') ?? 'text/plain';
  const boundary = /boundary="?([^";]+)"?/i.exec(type)?.[1];
  if (boundary !== undefined) {
    const pieces = `\r\n${body}`.split(`\r\n--${boundary}`).slice(1, -1);
    return pieces.flatMap((piece) => readParts(piece.replace(/^[ \t]*\r\n/, '')));
  }
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase() ?? '7bit';
  return [{ type: type.split(';')[0]?.trim().toLowerCase() ?? '', body: decodeBody(body, encoding) }];
}

function decodeBody(body: string, encoding: string): Buffer {
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'utf8');
  return quotedBytes(body.replaceAll('=\r\n', ''));
}

function quotedBytes(text: string): Buffer {
  const bytes = text.replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1');
}

function decodeHeader(text: string): string {
  return text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString('utf8')
        : quotedBytes(word.replaceAll('_', ' ')).toString('utf8'),
    );
}
