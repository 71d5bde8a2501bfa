import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emailAddress } from '../../../main/service/people/email-address.ts';

test.each([
  ...['ann.lee+build@sub.example.co.uk', "o'neil@example.org", 'jürgen@bücher.example', 'root@localhost'],
  ...['=1@example.com', 'x@xn--bcher-kva.example', 'अ@उदाहरण.भारत', `a@${'b'.repeat(63)}.example`],
])('emailAddress accepts %s', (text) => {
  expect(emailAddress(` ${text}\t`)).toBe(text);
});

test.each([
  ...['', 'ann', 'ann@', '@example.com', 'ann@example', 'ann@@example.com', 'ann lee@example.com'],
  ...['Ann <ann@example.com>', 'ann@example.com, ben@example.com', 'ann@example.com\r\nBcc: all@example.com'],
  ...['ann@-example.com', 'ann@example..com', '.ann@example.com', 'ann..lee@example.com'],
  ...[`${'a'.repeat(65)}@example.com`, `ann@${'a.'.repeat(130)}com`],
  'an\u200Bn@example.com',
  'ann@exam\u00ADple.com',
  '\u202Eann@example.com',
  'ann\u3000lee@example.com',
  'ann\u0000@example.com',
  'ann\uD800@example.com',
  `a@${'b'.repeat(64)}.example`,
  'a.@example.com',
  'a@.example.com',
  'a@example.com.',
  'a@localhost.',
])('emailAddress rejects %j', (text) => {
  expect(emailAddress(text)).toBeNull();
});

test('emailAddress is idempotent and returns no separators', () => {
  fc.assert(
    fc.property(fc.oneof(fc.emailAddress(), fc.string()), (text) => {
      const address = emailAddress(text);
      if (address === null) return;
      expect(emailAddress(address)).toBe(address);
      expect(address).not.toMatch(/[\s,;<>"\p{Cc}\p{Cf}]/u);
    }),
  );
  fc.assert(
    fc.property(fc.emailAddress(), (text) => {
      expect(emailAddress(text)).toBe(text);
    }),
  );
});
