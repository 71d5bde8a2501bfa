import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import fc from 'fast-check';
import { CodedError } from '../../../main/base/errors.ts';
import { defaultLimits, type ServiceLimits } from '../../../main/service/http/limits.ts';
import { readForm } from '../../../main/service/http/upload/read-form.ts';

export type Part = {
  readonly field: string;
  /** Null for a text field. */
  readonly fileName: string | null;
  readonly content: Buffer;
};

/** Result of reading a form: its parts or the error code. */
export type Outcome = { readonly parts: readonly Part[] } | { readonly code: string };

/** Reads a form that arrives in these chunks. With `isLost`, the connection ends early. */
export async function readBody(
  contentType: string,
  pieces: readonly Uint8Array[],
  {
    limits = {},
    isLost = false,
  }: { readonly limits?: Partial<ServiceLimits>; readonly isLost?: boolean } = {},
): Promise<Outcome> {
  const request = new IncomingMessage(new Socket());
  request.headers['content-type'] = contentType;
  const parts: Part[] = [];
  const reading = readForm(
    request,
    { ...defaultLimits, ...limits },
    {
      onFile: async (field, content, name) => {
        const chunks: Uint8Array[] = [];
        for await (const chunk of content) chunks.push(chunk);
        parts.push({ field, fileName: name, content: Buffer.concat(chunks) });
      },
      onField: (field, value) => {
        parts.push({ field, fileName: null, content: Buffer.from(value) });
      },
    },
  );
  const outcome = reading.then(
    () => ({ parts }),
    (error: unknown) => {
      if (!(error instanceof CodedError)) throw error;
      return { code: error.code };
    },
  );
  for (const piece of pieces) {
    request.push(piece);
    await new Promise(setImmediate);
  }
  if (isLost) request.destroy();
  else endOf(request);
  return outcome;
}

function endOf(request: IncomingMessage): void {
  request.complete = true;
  request.push(null);
}

/** Splits the bytes at positions given as fractions of the length (0 to 1). */
export function cut(bytes: Buffer, shares: readonly number[]): readonly Buffer[] {
  const positions = [...new Set(shares.map((share) => Math.floor(share * bytes.length)))].sort(
    (a, b) => a - b,
  );
  return [0, ...positions].map((from, index) => bytes.subarray(from, positions[index] ?? bytes.length));
}

export const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), {
  maxLength: 12,
});

const boundaryCharacters = [..."abcXYZ019'()+_,-./:=?"];
/** Boundaries as in RFC 2046, section 5.1.1, but without spaces. */
export const boundaries = fc
  .array(fc.constantFrom(...boundaryCharacters), { minLength: 1, maxLength: 70 })
  .map((characters) => characters.join(''));

export function typeWith(boundary: string): string {
  return `multipart/form-data; boundary=${/^[\w.+-]+$/.test(boundary) ? boundary : `"${boundary}"`}`;
}

/** Any valid header text. */
const headerText = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  .map((text) => text.replaceAll(/[\r\n\0]/g, '').trim())
  .filter((text) => text !== '' && text.isWellFormed());

const quoted = (text: string): string => `"${text.replaceAll(/[\\"]/g, '\\$&')}"`;
const extended = (text: string): string =>
  `UTF-8''${encodeURIComponent(text).replaceAll(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)}`;

/** Ways in which clients write a file name, each with the decoded name. */
const writtenNames = headerText.chain((name) =>
  fc.constantFrom(
    { written: `filename=${quoted(name)}`, name },
    { written: `filename*=${extended(name)}`, name },
    { written: `filename="plain.apk"; filename*=${extended(name)}`, name },
    { written: `filename*=${extended(name)}; filename="plain.apk"`, name },
    { written: `FileName=${quoted(name)} ;`, name },
    { written: 'filename=build-1.apk', name: 'build-1.apk' },
    { written: 'filename="C:\\out\\app.apk"', name: 'C:\\out\\app.apk' },
    { written: 'filename=""', name: '' },
  ),
);

/** Generates bytes that contain many near misses of the delimiter. */
function contents(boundary: string): fc.Arbitrary<Buffer> {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const nearly = fc.nat({ max: delimiter.length - 1 }).map((length) => delimiter.subarray(0, length));
  const other = fc.constantFrom(
    `\n--${boundary}`,
    `\r--${boundary}`,
    `--${boundary.slice(1)}--`,
    '\r\n',
    '\r\r\n',
    '--',
  );
  const piece = fc.oneof(
    nearly,
    other.map((text) => Buffer.from(text)),
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  );
  return fc
    .array(piece, { maxLength: 12 })
    .map((pieces) => Buffer.concat(pieces))
    .filter((bytes) => !Buffer.concat([Buffer.from('\r\n'), bytes]).includes(delimiter));
}

export type WrittenPart = { readonly part: Part; readonly head: string };

const moreHeaders = fc.constantFrom(
  '',
  'Content-Type: application/vnd.android.package-archive\r\n',
  'content-transfer-encoding: Binary\r\n',
  'X-Other: anything\r\nX-Empty:\r\n',
);

function fileParts(boundary: string): fc.Arbitrary<WrittenPart> {
  return fc
    .record({ field: headerText, name: writtenNames, content: contents(boundary), more: moreHeaders })
    .map(({ field, name, content, more }) => ({
      part: { field, fileName: name.name, content },
      head: `${more}Content-Disposition: form-data; name=${quoted(field)}; ${name.written}\r\n`,
    }));
}

function textParts(boundary: string): fc.Arbitrary<WrittenPart> {
  const text = fc.string({ unit: 'grapheme', maxLength: 200 }).filter((value) => value.isWellFormed());
  return fc
    .record({
      field: headerText,
      text,
      type: fc.constantFrom('', 'Content-Type: text/plain; charset=UTF-8\r\n'),
    })
    .filter((given) => !`\r\n${given.text}`.includes(`\r\n--${boundary}`))
    .map(({ field, text: value, type }) => ({
      part: { field, fileName: null, content: Buffer.from(value) },
      head: `Content-Disposition: form-data;name=${quoted(field)}\r\n${type}`,
    }));
}

export type WrittenForm = {
  readonly boundary: string;
  readonly parts: readonly Part[];
  readonly body: Buffer;
  /** Position after the closing delimiter. */
  readonly end: number;
};

/** Generates forms as clients send them: parts in any order, with a preamble and an epilogue. */
export const forms: fc.Arbitrary<WrittenForm> = boundaries.chain((boundary) => {
  const around = fc
    .string({ maxLength: 60 })
    .filter((text) => !`\r\n${text}\r\n`.includes(`\r\n--${boundary}`));
  return fc
    .record({
      files: fc.array(fileParts(boundary), { maxLength: 3 }),
      texts: fc.array(textParts(boundary), { maxLength: 4 }),
      before: around,
      after: around,
    })
    .filter(({ files, texts }) => files.length + texts.length > 0)
    .chain(({ files, texts, before, after }) =>
      fc
        .shuffledSubarray([...files, ...texts], { minLength: files.length + texts.length })
        .map((parts) => writeForm(boundary, parts, before, after)),
    );
});

export function writeForm(
  boundary: string,
  parts: readonly WrittenPart[],
  before = '',
  after = '',
): WrittenForm {
  const written = parts.flatMap(({ part, head }) => [
    Buffer.from(`--${boundary}\r\n${head}\r\n`),
    part.content,
    Buffer.from('\r\n'),
  ]);
  const whole = Buffer.concat([
    Buffer.from(before && `${before}\r\n`),
    ...written,
    Buffer.from(`--${boundary}--`),
  ]);
  const body = Buffer.concat([whole, Buffer.from(`\r\n${after}`)]);
  return { boundary, parts: parts.map(({ part }) => part), body, end: whole.length };
}
