import { X509Certificate } from 'node:crypto';
import { rename, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CodedError } from '../../../main/base/errors.ts';
import { createCaFiles, readCaFile } from '../../../main/settings/ca-files.ts';
import { readCertificates } from '../../../main/settings/certificates.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { makeCertificate } from '../api/certificates.ts';

type Texts = { readonly authority: string; readonly other: string; readonly key: string };
let made: Promise<Texts> | null = null;

/** Returns two CA certificates and a private key in PEM. They are created only once. */
function texts(): Promise<Texts> {
  const make = async (): Promise<Texts> => {
    const [one, two] = [await makeCertificate('DNS:a.example'), await makeCertificate('DNS:b.example')];
    return { authority: one.authority, other: two.authority, key: String(one.key) };
  };
  made ??= make();
  return made;
}

const read = (text: string | Buffer) => readCertificates(Buffer.from(text), '/etc/ca.pem');

test('readCertificates reads DER, and PEM with CRLF or surrounding text', async () => {
  const { authority, other, key } = await texts();
  expect(read(authority)).toEqual([
    {
      pem: authority,
      name: 'Test authority',
      validUntil: new X509Certificate(authority).validToDate.getTime(),
    },
  ]);
  const several = `# Our authorities\n${authority}\nsubject=x\n${other}`;
  for (const text of [several, several.replaceAll('\n', '\r\n'), `\uFEFF${several}`]) {
    expect(read(text).map(({ pem }) => pem)).toEqual([authority, other]);
  }
  expect(read(new X509Certificate(authority).raw)[0]?.pem).toBe(authority);
  expect(read(`${key}${authority}`)).toHaveLength(1);
});

const half = (text: string): string => text.split('\n').slice(0, 4).join('\n');

test.each<[string, (given: Texts) => string, number, string]>([
  ['an empty file', () => '', 1, 'BEGIN CERTIFICATE'],
  ['plain text', () => 'Dear Sir,\n', 1, 'BEGIN CERTIFICATE'],
  ['a key', ({ key }) => `\n${key}`, 2, '“PRIVATE KEY”, not a certificate'],
  ['a truncated certificate', ({ authority }) => `\n\n${half(authority)}`, 3, 'has no end'],
  [
    'a certificate that ends in the next',
    ({ authority }) => `${half(authority)}\n${authority}`,
    1,
    'has no end',
  ],
  [
    'a damaged certificate',
    ({ authority }) => `
${authority.replace(/M[\s\S]{40}/, 'AAAA')}`,
    2,
    'not a certificate',
  ],
])('readCertificates reports the line of %s', async (_, make, line, problem) => {
  const text = make(await texts());
  expect(() => read(text)).toThrow(
    expect.objectContaining({
      code: 'settings/badCaFile',
      remedy: 'choose-file',
      message: expect.stringContaining(`/etc/ca.pem cannot be used as a certificate file (line ${line}): `),
    }),
  );
  expect(() => read(text)).toThrow(problem);
});

test('readCertificates parses arbitrary bytes or throws an error with a code', async () => {
  const lines = (await texts()).authority.split('\n');
  const pieces = fc.constantFrom(
    ...lines,
    'AAAA',
    '',
    '-----BEGIN CERTIFICATE-----',
    '-----END CERTIFICATE-----',
  );
  const contents = fc.oneof(
    fc.array(pieces, { maxLength: 30 }).map((some) => Buffer.from(some.join('\n'))),
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from([0x30, ...bytes])),
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  );
  fc.assert(
    fc.property(contents, (bytes) => {
      try {
        expect(read(bytes).length).toBeGreaterThan(0);
      } catch (error) {
        expect(error).toBeInstanceOf(CodedError);
        expect(error).toMatchObject({ code: 'settings/badCaFile' });
      }
    }),
    { numRuns: 300 },
  );
});

test('readCaFile rejects a missing file, a folder and a huge file by path', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'ca.pem');
  await expect(readCaFile(path)).rejects.toMatchObject({
    code: 'file/missing',
    message: expect.stringContaining(path),
  });
  await expect(readCaFile(folder)).rejects.toMatchObject({ code: 'settings/badCaFile' });
  await writeFile(path, '');
  await truncate(path, 9 * 1024 * 1024);
  await expect(readCaFile(path)).rejects.toThrow('far too large');
  await expect(readCaFile('/dev/zero')).rejects.toMatchObject({ code: 'settings/badCaFile' });
});

test('createCaFiles rereads changed files and warns once about missing files', async () => {
  const { authority, other } = await texts();
  const folder = await temporaryFolder();
  const path = join(folder, 'ca.pem');
  await writeFile(path, authority);
  const { log, lines: logged } = collectedLog();
  const files = createCaFiles(() => [path], log);
  const first = await files();
  expect(first).toMatchObject([{ path, failure: null, certificates: [{ pem: authority }] }]);
  expect(await files()).toBe(first);
  await writeFile(`${path}.new`, other);
  await rename(`${path}.new`, path);
  expect(await files()).toMatchObject([{ failure: null, certificates: [{ pem: other }] }]);
  await rm(path);
  const gone = await files();
  expect(gone).toMatchObject([{ path, certificates: [], failure: { code: 'file/missing' } }]);
  expect(await files()).toBe(gone);
  const warnings = logged.filter((line) => line.includes('WARN'));
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain(JSON.stringify(path).slice(1, -1));
  await writeFile(path, authority);
  expect(await files()).toMatchObject([{ failure: null, certificates: [{ pem: authority }] }]);
  expect(await Promise.all([files(), files()])).toEqual([await files(), await files()]);
});
