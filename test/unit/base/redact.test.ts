import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CodedError } from '../../../main/base/errors.ts';
import { Redactor, redactText } from '../../../main/base/log/redact.ts';
import { collectedLog } from '../../fakes/collected-log.ts';

describe('redactText', () => {
  test.each([
    ['Authorization: Bearer abcdef123456', 'abcdef123456'],
    ['Authorization: Basic dXNlcjpwYXNz', 'dXNlcjpwYXNz'],
    ['Authorization: key=AAAAbbbbCCCC:123', 'AAAAbbbbCCCC'],
    ['grant_type=password&password=hunter2&scope=x', 'hunter2'],
    ['{"client_secret":"s3cr3t-value"}', 's3cr3t-value'],
    ['access_token: eyJhbGciOi', 'eyJhbGciOi'],
    ['GET /x/slw_A-b_9cDeFgHiJkLmNoPqRsTuVwXyZ012', 'A-b_9cDeFgHiJkLmNoPqRsTuVwXyZ012'],
    ['http://user:pa55word@proxy.example:8080/', 'pa55word'],
    ['redis://:pa55word@cache.example:6379/', 'pa55word'],
    ['1https://user:pa55word@proxy.example/', 'pa55word'],
    ['password: hunter2', 'hunter2'],
    ['password: hunter2 was refused', 'hunter2'],
    ['password:\thunter', 'hunter'],
    ['Password: correct horse battery staple', 'correct'],
    ['password=the file', 'the'],
    ['{"password": "the key of it"}', '"the'],
    ['password: the', 'the'],
    ['token2=hunter2', 'hunter2'],
    ['1token=hunter2', 'hunter2'],
    ['next=password=hunter2', 'hunter2'],
    [`${'token-'.repeat(5_000)}=hunter2`, 'hunter2'],
  ])('redacts the secret in %s', (text, secret) => {
    expect(redactText(text)).not.toContain(secret);
  });

  test('keeps ordinary sentences', () => {
    const sentence = 'Field Notes 2.4.1 was uploaded to http://127.0.0.1:4000/api/v3/root in 4 s.';
    expect(redactText(sentence)).toBe(sentence);
  });

  test.each([
    'S3_SECRET_ACCESS_KEY_FILE: the file /no/such/key cannot be read (ENOENT).',
    'password: has to have at least 12 characters',
    'client_secret: wrong for this client',
    'The token: it is not valid any more',
  ])('keeps a sentence after the name of a secret: %s', (text) => {
    expect(redactText(text)).toBe(text);
  });

  test.each([
    'token: a ',
    'token: it ',
    'token: the file ',
    'token-',
    'a',
    'key=',
    'Bearer ',
    'token ',
    'token=',
    '://',
    'a:',
    'slw_-',
    'secret"',
  ])('adds no text except “[hidden]” to 31,000 characters of repeated %o', (part) => {
    const text = part.repeat(31_000 / part.length);
    const shown = redactText(`${text}\n`);
    expect(shown.replaceAll('[hidden]', '').length).toBeLessThanOrEqual(text.length + 1);
  });
});

describe('Redactor', () => {
  test('redacts all of a secret that begins with another secret', () => {
    const redactor = new Redactor();
    redactor.add('river');
    redactor.add('riverbank-9');
    expect(redactor.text('river and riverbank-9')).not.toContain('bank-9');
  });

  test('redacts a secret in addresses, forms, JSON and base64 at any offset', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 8, unit: 'binary' }).filter((secret) => secret.trim().length >= 8),
        fc.string(),
        fc.string(),
        (secret, before, after) => {
          const redactor = new Redactor();
          redactor.add(secret);
          const whole = Buffer.from(before + secret + after);
          const texts = [
            encodeURIComponent(secret),
            new URLSearchParams({ secret }).toString(),
            JSON.stringify({ value: secret }),
            whole.toString('base64'),
            whole.toString('base64url'),
          ];
          const readable = Buffer.from(secret).toString('base64').slice(4, -4);
          for (const text of texts) {
            const shown = redactor.text(text).replaceAll('[hidden]', '\n');
            for (const line of shown.split('\n')) {
              expect(line).not.toContain(encodeURIComponent(secret));
              expect(Buffer.from(line, 'base64').toString('utf8')).not.toContain(secret);
              if (readable.length >= 10) expect(line).not.toContain(readable);
            }
          }
        },
      ),
      { numRuns: 30 },
    );
  });

  test('redacts a registered secret anywhere in an entry', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 4 }).filter((secret) => secret.trim().length >= 4),
        (secret) => {
          const redactor = new Redactor();
          redactor.add(secret);
          const { log, lines } = collectedLog(redactor);
          log.error('', {
            a: `before${secret}after`,
            nested: [{ deep: secret }],
            error: new Error(`x${secret}`, { cause: new Error(secret) }),
          });
          const [line = ''] = lines;
          const written = JSON.parse(line.slice(line.indexOf('{')));
          for (const text of stringsIn(written)) {
            expect(text.replaceAll('[hidden]', '')).not.toContain(secret);
          }
        },
      ),
    );
  });

  test('redacts fields by name even if their value is not registered', () => {
    const { log, lines } = collectedLog();
    log.info('signed in', {
      password: 'one-one',
      clientSecret: 'two-two',
      headers: { Authorization: 'three-three', Cookie: 'four-four' },
      access_token: 'five-five',
      tokens: ['six-six'],
    });
    for (const secret of ['one-one', 'two-two', 'three-three', 'four-four', 'five-five', 'six-six']) {
      expect(lines[0]).not.toContain(secret);
    }
  });

  test('formats cycles, maps, bytes and big integers', () => {
    const { log, lines } = collectedLog();
    const cycle: Record<string, unknown> = { at: new Map([['size', 10n]]), bytes: new Uint8Array(3) };
    cycle.self = cycle;
    log.warn('odd', { cycle });
    expect(lines[0]).toContain('"self":"[circular]"');
    expect(lines[0]).toContain('"size":"10"');
    expect(lines[0]).toContain('[3 bytes]');
  });
});

test('the message of a CodedError is redacted', () => {
  const error = new CodedError({ code: 'x/y', message: 'failed with password=hunter2', remedy: 'report' });
  expect(error.message).not.toContain('hunter2');
});

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(stringsIn);
}
