import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isAddress, mergeAddresses, parseAddresses } from '../../../renderer/logic/addresses.ts';

test.each([
  ['a@x.org b@x.org', ['a@x.org', 'b@x.org']],
  ['a@x.org,b@x.org;c@x.org\nd@x.org\te@x.org', ['a@x.org', 'b@x.org', 'c@x.org', 'd@x.org', 'e@x.org']],
  ['  a@x.org ,, ; \r\n b@x.org  ', ['a@x.org', 'b@x.org']],
  ['Ada Lovelace <ada@x.org>', ['ada@x.org']],
  ['"Lovelace, Ada" <ada@x.org>, bob@x.org', ['ada@x.org', 'bob@x.org']],
  ['Lovelace, Ada <ada@x.org>; Hopper, Grace <grace@x.org>', ['ada@x.org', 'grace@x.org']],
  ['Ada <ada@x.org>, Bob <bob@x.org> Cyd <cyd@x.org>', ['ada@x.org', 'bob@x.org', 'cyd@x.org']],
  ['<ada@x.org> mailto:bob@x.org (cyd@x.org)', ['ada@x.org', 'bob@x.org', 'cyd@x.org']],
  ['Ada@X.org ada@x.org ADA@x.ORG', ['Ada@X.org']],
  [
    'ada+qa@mail.x.co.uk o’hara@x.org jörg@müller.example 用户@例子.公司',
    ['ada+qa@mail.x.co.uk', 'o’hara@x.org', 'jörg@müller.example', '用户@例子.公司'],
  ],
  ['"ada lovelace"@x.org', ['"ada lovelace"@x.org']],
  ['Write to ada@x.org.', ['ada@x.org']],
  ['tester@localhost', ['tester@localhost']],
  ['', []],
])('reads %j', (text, addresses) => {
  expect(parseAddresses(text).addresses).toEqual(addresses);
});

test.each([
  ['ada@x.org nope', ['nope']],
  ['ada@example', ['ada@example']],
  ['ada@@x.org', ['ada@@x.org']],
  ['@x.org', ['@x.org']],
  ['ada@', ['ada@']],
  ['.ada@x.org a..b@x.org', ['.ada@x.org', 'a..b@x.org']],
  ['ada@-x.org ada@x-.org ada@x..org', ['ada@-x.org', 'ada@x-.org', 'ada@x..org']],
  ['Ada <not an address>', ['not an address']],
  ['nope nope', ['nope']],
])('names what is wrong in %j', (text, bad) => {
  expect(parseAddresses(text).bad).toEqual(bad);
});

test('a name in front of an address in brackets is not taken for an address', () => {
  expect(parseAddresses('Ada Lovelace <ada@x.org>').bad).toEqual([]);
});

test('refuses addresses longer than mail allows', () => {
  expect(isAddress(`${'a'.repeat(65)}@x.org`)).toBe(false);
  expect(isAddress(`a@${'b'.repeat(64)}.org`)).toBe(false);
  expect(isAddress(`a@${'b.'.repeat(130)}org`)).toBe(false);
});

test('finds every address whatever separates them', () => {
  const name = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/);
  const address = fc.tuple(name, name).map(([local, host]) => `${local}@${host}.org`);
  const separator = fc.constantFrom(' ', ',', ';', '\n', '\r\n', ', ', '; ', '\t');
  fc.assert(
    fc.property(fc.array(fc.tuple(address, separator), { maxLength: 20 }), (pairs) => {
      const text = pairs.map(([each, after]) => each + after).join('');
      expect(parseAddresses(text)).toEqual({
        addresses: [...new Set(pairs.map(([each]) => each))],
        bad: [],
      });
    }),
  );
});

test('never loses a word: whatever is pasted is an address, named as bad, or a name before brackets', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const { addresses, bad } = parseAddresses(text);
      for (const address of addresses) expect(isAddress(address)).toBe(true);
      for (const word of bad) expect(isAddress(word)).toBe(false);
    }),
  );
});

test('merges lists, the first spelling kept', () => {
  expect(mergeAddresses(['A@x.org'], ['a@x.org', 'b@x.org'])).toEqual(['A@x.org', 'b@x.org']);
});
