import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultLimits } from '../../../main/service/http/limits.ts';
import type { FormReader } from '../../../main/service/http/upload/form-parts.ts';
import { readForm } from '../../../main/service/http/upload/read-form.ts';
import {
  boundaries,
  cut,
  cuts,
  forms,
  type Outcome,
  type Part,
  readBody,
  typeWith,
  writeForm,
} from './multipart-bodies.ts';

const runs = { numRuns: 300 };

/** Sorts the parts. Their order varies: a file may be complete after the text fields that follow it. */
const inAnyOrder = (parts: readonly Part[]): readonly string[] =>
  parts
    .map(({ field, fileName, content }) => JSON.stringify([field, fileName, content.toString('hex')]))
    .sort();

function partsOf(outcome: Outcome): readonly Part[] {
  if ('code' in outcome) throw new Error(`refused with ${outcome.code}`);
  return outcome.parts;
}

test('readForm returns the same bytes and names for any chunk boundaries', async () => {
  await fc.assert(
    fc.asyncProperty(forms, cuts, async ({ boundary, body, parts }, shares) => {
      const outcome = await readBody(typeWith(boundary), cut(body, shares));
      expect(inAnyOrder(partsOf(outcome))).toEqual(inAnyOrder(parts));
    }),
    runs,
  );
});

test('readForm reads forms that arrive byte by byte', async () => {
  await fc.assert(
    fc.asyncProperty(forms, async ({ boundary, body, parts }) => {
      const outcome = await readBody(
        typeWith(boundary),
        [...body.keys()].map((at) => body.subarray(at, at + 1)),
      );
      expect(inAnyOrder(partsOf(outcome))).toEqual(inAnyOrder(parts));
    }),
    { numRuns: 100 },
  );
});

test('readForm rejects truncated forms', async () => {
  await fc.assert(
    fc.asyncProperty(
      forms,
      cuts,
      fc.double({ min: 0, max: 1, noNaN: true }),
      async (form, shares, portion) => {
        const { boundary, body, end } = form;
        const short = body.subarray(0, Math.floor(portion * (end - 1)));
        const ended = await readBody(typeWith(boundary), cut(short, shares));
        expect(ended).toEqual({ code: 'service/badUpload' });
        const lost = await readBody(typeWith(boundary), cut(short, shares), { isLost: true });
        expect(lost).toEqual({ code: 'service/badUpload' });
      },
    ),
    runs,
  );
});

test('readForm reads or rejects altered forms and never hangs', async () => {
  const change = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
    removed: fc.nat({ max: 6 }),
    put: fc.oneof(
      fc.uint8Array({ maxLength: 6 }).map((bytes) => Buffer.from(bytes)),
      fc
        .constantFrom('\n', '\r', '\r\n', '\r\n\r\n', '--', '"', ';', '=', ':', '\\', '*', ' ')
        .map((text) => Buffer.from(text)),
    ),
  });
  await fc.assert(
    fc.asyncProperty(
      forms,
      fc.array(change, { minLength: 1, maxLength: 4 }),
      cuts,
      async (form, changes, shares) => {
        let { body } = form;
        for (const { at, removed, put } of changes) {
          const position = Math.floor(at * body.length);
          body = Buffer.concat([body.subarray(0, position), put, body.subarray(position + removed)]);
        }
        const outcome = await readBody(typeWith(form.boundary), cut(body, shares));
        if ('code' in outcome) expect(outcome.code).toMatch(/^service\/(badUpload|badBody)$/);
        else expect(countParts(body, form.boundary)).toBe(outcome.parts.length);
      },
    ),
    runs,
  );
});

/** Counts the delimiters before the final one; each begins a part. */
function countParts(body: Buffer, boundary: string): number {
  const text = `\r\n${body.toString('latin1')}`;
  const delimiters = text.split(`\r\n--${boundary}`).slice(1);
  const last = delimiters.findIndex((after) => after.startsWith('--'));
  return last < 0 ? Number.NaN : last;
}

test('readForm finds no parts in forms with bare line feeds', async () => {
  await fc.assert(
    fc.asyncProperty(forms, cuts, async ({ boundary, body }, shares) => {
      const bare = Buffer.from(body.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
      const outcome = await readBody(typeWith(boundary), cut(bare, shares));
      expect('code' in outcome ? [] : outcome.parts).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

const plain = { field: 'file', fileName: 'a.apk', content: Buffer.from('BUILD') };

test.each([
  ['no headers', ''],
  ['no Content-Disposition', 'Content-Type: text/plain\r\n'],
  ['another disposition', 'Content-Disposition: attachment; name="file"; filename="a.apk"\r\n'],
  ['no name', 'Content-Disposition: form-data; filename="a.apk"\r\n'],
  ['an empty name', 'Content-Disposition: form-data; name=""; filename="a.apk"\r\n'],
  ['two names', 'Content-Disposition: form-data; name="file"; name="other"; filename="a.apk"\r\n'],
  [
    'two dispositions',
    'Content-Disposition: form-data; name="a"\r\nContent-Disposition: form-data; name="b"\r\n',
  ],
  ['an unclosed quote', 'Content-Disposition: form-data; name="file"; filename="a.apk\r\n'],
  ['a name with a bare space', 'Content-Disposition: form-data; name=file; filename=my build.apk\r\n'],
  ['a bare line break', 'Content-Disposition: form-data; name="file\nX: y"; filename="a.apk"\r\n'],
  [
    'a name in continuations',
    'Content-Disposition: form-data; name="file"; filename*0="a."; filename*1="apk"\r\n',
  ],
  ['an unknown charset', 'Content-Disposition: form-data; name="file"; filename*=klingon\'\'a.apk\r\n'],
  ['bytes outside of the charset', 'Content-Disposition: form-data; name="file"; filename*=UTF-8\'\'%ff\r\n'],
  [
    'a transfer encoding',
    'Content-Disposition: form-data; name="file"; filename="a.apk"\r\nContent-Transfer-Encoding: base64\r\n',
  ],
  [
    'text of an unknown charset',
    'Content-Disposition: form-data; name="x"\r\nContent-Type: text/plain; charset=klingon\r\n',
  ],
  [
    'text outside of its charset',
    'Content-Disposition: form-data; name="x"\r\nContent-Type: text/plain; charset=utf-16be\r\n',
  ],
  ['headers too long', `Content-Disposition: form-data; name="file"\r\nX: ${'x'.repeat(20_000)}\r\n`],
])('readForm rejects a part with %s', async (_name, head) => {
  const { body } = writeForm('b', [
    { part: plain, head: 'Content-Disposition: form-data; name="note"\r\n' },
    { part: plain, head },
  ]);
  expect(await readBody(typeWith('b'), [body])).toEqual({ code: 'service/badBody' });
});

test.each([
  ['a plain name in Latin-1', Buffer.from('name="file"; filename="\xfcber.apk"', 'latin1'), 'über.apk'],
  [
    'an extended name in Latin-1',
    Buffer.from('name="file"; filename*=iso-8859-1\'de\'%fcber.apk'),
    'über.apk',
  ],
  ['a folded header', Buffer.from('name="file";\r\n filename="a.apk"'), 'a.apk'],
  ['a type without a name', Buffer.from('name="file"\r\nContent-Type: application/octet-stream'), ''],
])('readForm reads %s as a file', async (_name, disposition, fileName) => {
  const body = Buffer.concat([
    Buffer.from('--b\r\nContent-Disposition: form-data; '),
    disposition,
    Buffer.from('\r\n\r\nBUILD\r\n--b--'),
  ]);
  expect(await readBody(typeWith('b'), [body])).toEqual({ parts: [{ ...plain, fileName }] });
});

test('readForm rejects an invalid boundary or another media type', async () => {
  for (const type of [
    'multipart/form-data',
    'multipart/form-data; boundary=',
    `${typeWith('b')}; boundary=c`,
  ]) {
    expect(await readBody(type, [])).toHaveProperty('code');
  }
  expect(await readBody(`multipart/form-data; boundary=${'x'.repeat(201)}`, [])).toEqual({
    code: 'service/badUpload',
  });
  expect(await readBody('multipart/form-data; boundary="ü"', [])).toEqual({ code: 'service/badUpload' });
  expect(await readBody('multipart/mixed; boundary=b', [])).toEqual({ code: 'service/mediaType' });
});

test('readForm rejects forms beyond its limits', async () => {
  const text = (field: string, content: string) => ({
    part: { field, fileName: null, content: Buffer.from(content) },
    head: `Content-Disposition: form-data; name="${field}"\r\n`,
  });
  const limits = { maxFormFields: 2, maxFieldBytes: 100, maxBodyBytes: 1_000 };
  const read = (body: Buffer, shares: readonly number[]) =>
    readBody(typeWith('b'), cut(body, shares), { limits });
  const many = writeForm(
    'b',
    ['x', 'y', 'z'].map((field) => text(field, '')),
  );
  const long = writeForm('b', [text('x', 'x'.repeat(101))]);
  const file = { part: plain, head: 'Content-Disposition: form-data; name="file"; filename="a"\r\n' };
  await fc.assert(
    fc.asyncProperty(cuts, async (shares) => {
      expect(await read(many.body, shares)).toEqual({ code: 'service/badBody' });
      expect(await read(long.body, shares)).toEqual({ code: 'service/bodyTooLarge' });
      for (const around of [
        writeForm('b', [file], 'x'.repeat(1_100)),
        writeForm('b', [file], '', 'x'.repeat(1_100)),
      ]) {
        expect(await read(around.body, shares)).toEqual({ code: 'service/bodyTooLarge' });
      }
    }),
    { numRuns: 200 },
  );
});

test('readForm reads large files in chunks of any size', async () => {
  const sizes = fc.integer({ min: 200_000, max: 700_000 });
  await fc.assert(
    fc.asyncProperty(boundaries, sizes, fc.nat(), cuts, async (boundary, size, seed, shares) => {
      const content = Buffer.from(
        Uint8Array.from({ length: size }, (_, at) => Math.imul(at + seed, 2_654_435_761) >>> 24),
      );
      const head = 'Content-Disposition: form-data; name="file"; filename="a.apk"\r\n';
      const { body } = writeForm(boundary, [{ part: { ...plain, content }, head }]);
      const [read, ...others] = partsOf(await readBody(typeWith(boundary), cut(body, shares)));
      expect(others).toEqual([]);
      expect(read?.content.equals(content)).toBe(true);
    }),
    { numRuns: 60 },
  );
});

test('readForm times out for a silent client but not for a slow consumer', async () => {
  const start = (onFile: FormReader['onFile']) => {
    const request = new IncomingMessage(new Socket());
    request.headers['content-type'] = typeWith('b');
    const head = 'Content-Disposition: form-data; name="file"; filename="a.apk"\r\n';
    const { body } = writeForm('b', [{ part: { ...plain, content: Buffer.alloc(300_000) }, head }]);
    const reading = readForm(request, defaultLimits, { onFile, onField: () => undefined });
    return { request, reading, body };
  };
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let size = 0;
  const slow = start(async (_field, content) => {
    await released;
    for await (const chunk of content) size += chunk.length;
  });
  slow.request.push(slow.body);
  await expect.poll(() => slow.request.isPaused()).toBe(true);
  slow.request.emit('timeout');
  release();
  slow.request.push(null);
  await slow.reading;
  expect(size).toBe(300_000);

  const silent = start(async (_field, content) => {
    for await (const _ of content);
  });
  const refused = expect(silent.reading).rejects.toMatchObject({ code: 'service/idleTimeout' });
  silent.request.push(silent.body.subarray(0, 1_000));
  await expect.poll(() => silent.request.isPaused()).toBe(false);
  silent.request.emit('timeout');
  await refused;
});
