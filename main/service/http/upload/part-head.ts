/** Parser for the headers of a form part (RFC 7578 section 4). */

export type PartHead = {
  readonly field: string;
  /** Null for a text field. */
  readonly file: { readonly name: string } | null;
  readonly charset: string;
};

export const maxPartHeadBytes = 16 * 1024;

type HeaderValue = { readonly value: string; readonly parameters: ReadonlyMap<string, string> };

/** Names in lower case; values as latin1 text of the raw bytes. */
export type PartHeaders = ReadonlyMap<string, readonly string[]>;

type ReadHead =
  | { readonly ok: true; readonly head: PartHead }
  | { readonly ok: false; readonly reason: string };

/** Parses a header value and its parameters (RFC 9110 section 5.6.6); null if malformed. */
export function readHeaderValue(text: string): HeaderValue | null {
  const parameter = /[ \t]*;[ \t]*(?:([^\s;="]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+)))?/sy;
  const value = text.split(';', 1)[0] ?? '';
  const parameters = new Map<string, string>();
  const end = text.trimEnd().length;
  parameter.lastIndex = value.trimEnd().length;
  while (parameter.lastIndex < end) {
    const found = parameter.exec(text);
    if (!found) return null;
    const [, name, quoted, token] = found;
    if (name === undefined) continue;
    const key = name.toLowerCase();
    if (parameters.has(key)) return null;
    // Only quotes and backslashes are unescaped: some clients send Windows paths with plain backslashes.
    parameters.set(key, quoted?.replaceAll(/\\(["\\])/g, '$1') ?? token ?? '');
  }
  return { value: value.trim().toLowerCase(), parameters };
}

export function readPartHead(headers: PartHeaders): ReadHead {
  const size = [...headers.values()].flat().reduce((sum, value) => sum + value.length, 0);
  if (size > maxPartHeadBytes)
    return invalid(`the headers of a part are longer than ${maxPartHeadBytes} bytes`);
  const [disposition, ...others] = headers.get('content-disposition') ?? [];
  if (disposition === undefined || others.length > 0) return invalid('a part has no Content-Disposition');
  const read = readHeaderValue(disposition);
  if (!read) return invalid('the Content-Disposition of a part cannot be read');
  if (read.value !== 'form-data') return invalid('a part is not form-data');
  const encoding = headers.get('content-transfer-encoding')?.[0]?.trim().toLowerCase() ?? 'binary';
  // RFC 7578 section 4.7 deprecates Content-Transfer-Encoding.
  if (!/^(7bit|8bit|binary)$/.test(encoding))
    return invalid(`the transfer encoding ${encoding} is not supported`);
  const field = decodeHeaderText(read.parameters.get('name') ?? '');
  if (field === '') return invalid('a part has no name');
  const name = fileNameOf(read.parameters);
  if (!name.ok) return name;
  const type = readHeaderValue(headers.get('content-type')?.[0] ?? 'text/plain');
  if (!type) return invalid('the Content-Type of a part cannot be read');
  // Some clients send a file of this type without a file name.
  const isFile = name.value !== null || type.value === 'application/octet-stream';
  const charset = type.parameters.get('charset') ?? 'utf-8';
  return { ok: true, head: { field, file: isFile ? { name: name.value ?? '' } : null, charset } };
}

type FileName =
  | { readonly ok: true; readonly value: string | null }
  | { readonly ok: false; readonly reason: string };

/** `filename*` takes precedence over `filename` (RFC 6266 section 4.3). */
function fileNameOf(parameters: ReadonlyMap<string, string>): FileName {
  if ([...parameters.keys()].some((key) => /^filename\*\d/.test(key))) {
    return invalid('a file name in several parameters is not supported');
  }
  const extended = parameters.get('filename*');
  if (extended === undefined) {
    const plain = parameters.get('filename');
    return { ok: true, value: plain === undefined ? null : decodeHeaderText(plain) };
  }
  const value = readExtended(extended);
  return value === null ? invalid('a file name is not encoded as RFC 8187 requires') : { ok: true, value };
}

/** Decodes an extended value such as `UTF-8''na%C3%AFve.apk` (RFC 8187 section 3.2). */
function readExtended(text: string): string | null {
  const [, charset, encoded] = /^(utf-8|iso-8859-1)'[^']*'((?:%[0-9a-f]{2}|[^%'\s])*)$/i.exec(text) ?? [];
  if (charset === undefined || encoded === undefined) return null;
  const hex = (_: string, digits: string): string => String.fromCharCode(Number.parseInt(digits, 16));
  const bytes = Buffer.from(encoded.replaceAll(/%([0-9a-f]{2})/gi, hex), 'latin1');
  return decodeText(bytes, charset);
}

/** Decodes UTF-8; falls back to latin1, which old clients send. */
function decodeHeaderText(latin1: string): string {
  return decodeText(Buffer.from(latin1, 'latin1'), 'utf-8') ?? latin1;
}

/** Decodes strictly; null if the bytes are invalid or the charset is unsupported. */
export function decodeText(bytes: Uint8Array, charset: string): string | null {
  try {
    return new TextDecoder(charset, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function invalid(reason: string): { readonly ok: false; readonly reason: string } {
  return { ok: false, reason };
}
