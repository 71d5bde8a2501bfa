import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emailAddress, emailKey } from '../../../main/service/people/email-address.ts';
import {
  addressKey,
  isAddress,
  mergeAddresses,
  parseAddresses,
} from '../../../renderer/logic/people/addresses.ts';

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
])('the address parser reads %j', (text, addresses) => {
  expect(parseAddresses(text).addresses).toEqual(addresses);
});

test.each([
  [
    `'Ada' <ada@x.org>, 'Lovelace, Ada' <ada.l@x.org>; 'O'Hara, Jo' <jo@x.org>`,
    ['ada@x.org', 'ada.l@x.org', 'jo@x.org'],
  ],
  [`'ada@x.org' <ada@x.org>`, ['ada@x.org']],
  ['"ada@work; or (home)" <ada@x.org>', ['ada@x.org']],
  ['"Ada \\"Countess\\" L." <ada@x.org>', ['ada@x.org']],
  ['“Lovelace, Ada” <ada@x.org>, „Hopper, Grace“ <grace@x.org>', ['ada@x.org', 'grace@x.org']],
  ['Lovelace, Ada <ada@x.org>, Hopper, Grace <grace@x.org>', ['ada@x.org', 'grace@x.org']],
  ['عمر حسن <omar@x.org>, 山田、太郎 <taro@x.org>', ['omar@x.org', 'taro@x.org']],
  ['"ada@x.org","bob@x.org"', ['ada@x.org', 'bob@x.org']],
  ['ada@x.org<mailto:ada@x.org>', ['ada@x.org']],
  ['[mailto:ada@x.org] MAILTO:bob%2Bqa@x.org?subject=Hi', ['ada@x.org', 'bob+qa@x.org']],
  ['<ada@x.org>,<bob@x.org>\n< cyd@x.org >', ['ada@x.org', 'bob@x.org', 'cyd@x.org']],
  ['<ada@x.org, bob@x.org>', ['ada@x.org', 'bob@x.org']],
  ['ada@x.org., bob@x.org,,; cyd@x.org!', ['ada@x.org', 'bob@x.org', 'cyd@x.org']],
  ['To: Ada <ada@x.org>\nCc: bob@x.org, cyd@x.org', ['ada@x.org', 'bob@x.org', 'cyd@x.org']],
  ['QA team: ada@x.org, bob@x.org;', ['ada@x.org', 'bob@x.org']],
  ['ada@x.org (Ada Lovelace), bob@x.org (Okri, Bob)', ['ada@x.org', 'bob@x.org']],
  [
    '- ada@x.org\n* bob@x.org\n• cyd@x.org\n12. dora@x.org\n2) eve@x.org',
    ['ada@x.org', 'bob@x.org', 'cyd@x.org', 'dora@x.org', 'eve@x.org'],
  ],
  ['Ada Lovelace\tada@x.org\nOkri, Bob\tbob@x.org\tQA', ['ada@x.org', 'bob@x.org']],
  ['| ada@x.org | bob@x.org |', ['ada@x.org', 'bob@x.org']],
  ['ada\u200b@x.org \u2068bob@x.org\u2069 \ufeffcyd@x.org', ['ada@x.org', 'bob@x.org', 'cyd@x.org']],
  ['ada＠x.org，bob@x.org；用户@例子。公司', ['ada@x.org', 'bob@x.org', '用户@例子.公司']],
  ['zoe\u0308@x.org ZOË@x.org', ['zoe\u0308@x.org']],
  [
    'post@münchen.example post@xn--mnchen-3ya.example',
    ['post@münchen.example', 'post@xn--mnchen-3ya.example'],
  ],
])('the address parser reads %j without an invalid word', (text, addresses) => {
  expect(parseAddresses(text)).toEqual({ addresses, bad: [] });
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
  ['nope, ada@x.org', ['nope']],
  ['bob.x.org, Ada <ada@x.org>', ['bob.x.org']],
  ['ada@x.org\tbob.x.org', ['bob.x.org']],
  ['Ada <ada@x.org>, finn(at)example.net; bob@x.org', ['finn(at)example.net']],
  ['Ada <ada@x> bob@x.org', ['ada@x']],
  ['ada@x.org <bob@>', ['bob@']],
  ['"Ada <ada@x.org', ['"Ada']],
  ['mailto:%zz@x', ['%zz@x']],
])('the address parser reports the invalid words of %j', (text, bad) => {
  expect(parseAddresses(text).bad).toEqual(bad);
});

test('an address longer than SMTP allows is invalid', () => {
  expect(isAddress(`${'a'.repeat(65)}@x.org`)).toBe(false);
  expect(isAddress(`a@${'b'.repeat(64)}.org`)).toBe(false);
  expect(isAddress(`a@${'b.'.repeat(130)}org`)).toBe(false);
});

test('the address parser accepts exactly the words that isAddress accepts', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const { addresses, bad } = parseAddresses(text);
      for (const address of addresses) expect(isAddress(address)).toBe(true);
      for (const word of bad) expect(isAddress(word)).toBe(false);
    }),
  );
});

const shownAs = fc.constantFrom(
  (address: string) => address,
  (address: string) => `<${address}>`,
  (address: string) => `Ada Lovelace <${address}>`,
  (address: string) => `"Last, First; @ (x)" <${address}>`,
  (address: string) => `'Last, First' <${address}>`,
  (address: string) => `عمر <${address}>`,
  (address: string) => `mailto:${address}`,
  (address: string) => `${address} (Ada Lovelace)`,
);

test('the address parser finds exactly the addresses in every common format', () => {
  const name = fc.stringMatching(/^[a-z0-9][a-z0-9+_]{0,8}$/);
  const host = fc.constantFrom('x.org', 'mail.x.co.uk', 'müller.example', '例子.公司', 'localhost');
  const address = fc.tuple(name, host).map(([local, at]) => `${local}@${at}`);
  const separator = fc.constantFrom(', ', ',', '; ', ';', '\n', '\r\n', ',\n', ' ;\t', '.\n');
  const entry = fc.tuple(address, shownAs, separator);
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 20 }), (entries) => {
      const text = entries.map(([each, show, after]) => show(each) + after).join('');
      const expected = [...new Set(entries.map(([each]) => each))];
      expect(parseAddresses(text)).toEqual({ addresses: expected, bad: [] });
    }),
  );
});

test('the address parser reports the one invalid address among valid ones', () => {
  const bad = fc.constantFrom(
    'finn(at)x.org',
    'finn@x',
    'finn@@x.org',
    '.finn@x.org',
    'finn@x..org',
    'finn.x.org',
  );
  fc.assert(
    fc.property(fc.nat(10), bad, fc.constantFrom(' ', ', ', '; ', '\n'), (at, wrong, separator) => {
      const all = Array.from({ length: 10 }, (_, index) => `tester${index}@x.org`);
      const parsed = parseAddresses(all.toSpliced(at, 0, wrong).join(separator));
      expect(parsed).toEqual({ addresses: all, bad: [wrong] });
    }),
  );
});

test('the service accepts every address that the parser returns', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (local, host) => {
      for (const address of parseAddresses(`${local}@${host}.org ${local}@localhost`).addresses) {
        if (address.startsWith('"')) continue;
        expect(emailAddress(address)).toBe(address);
        expect(addressKey(address)).toBe(emailKey(address));
      }
    }),
  );
});

test('merged address lists keep the letter case of the first occurrence', () => {
  expect(mergeAddresses(['A@x.org'], ['a@x.org', 'b@x.org'])).toEqual(['A@x.org', 'b@x.org']);
});
