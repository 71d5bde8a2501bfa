import { describe, expect, test } from 'vitest';
import { acceptedLocales, languageOf, localeFor } from '../../../main/messages/locale.ts';
import { withPageLocale } from '../../../main/messages/page-locale.ts';

describe('supported locales', () => {
  test.each([
    ['system', ['de-AT', 'en-US'], 'de-AT'],
    ['system', ['ja-JP', 'fr-CA', 'de-DE'], 'fr-CA'],
    ['system', ['pt-BR', 'zh-Hans-CN'], 'en'],
    ['system', [], 'en'],
    ['system', ['*', 'not a locale', 'C', 'tr'], 'tr'],
    ['system', ['tr_TR', 'en'], 'tr-TR'],
    ['system', ['DE-ch'], 'de-CH'],
    ['system', ['zh-Hant-TW', 'en-GB'], 'en-GB'],
    ['de', ['fr-FR', 'de-CH'], 'de-CH'],
    ['de', ['de', 'en-US'], 'de-US'],
    ['fr', ['en-US'], 'fr-US'],
    ['tr', [], 'tr'],
    ['en', ['de-DE'], 'en-DE'],
    ['en', ['de'], 'en'],
  ] as const)('localeFor(%s, %j) returns %s', (chosen, preferred, locale) => {
    expect(localeFor(chosen, preferred)).toBe(locale);
  });

  test.each(['de-AT', 'fr', 'en-DE', 'tr-US'])('Intl supports %s', (locale) => {
    expect(new Intl.NumberFormat(locale).resolvedOptions().locale).toMatch(
      new RegExp(`^${locale.slice(0, 2)}`),
    );
  });
});

test.each([
  ['de-AT', 'de'],
  ['fr', 'fr'],
  ['ja-JP', 'en'],
  ['', 'en'],
  ['constructor', 'en'],
] as const)('the language of “%s” is %s', (locale, language) => {
  expect(languageOf(locale)).toBe(language);
});

test.each([
  ['de-AT,de;q=0.9,en;q=0.5', ['de-AT', 'de', 'en']],
  ['en;q=0.3, tr', ['tr', 'en']],
  ['fr;q=0, de;q=0.1, *;q=0.05', ['de', '*']],
  ['de;q=x, fr', ['fr']],
  ['', []],
  [undefined, []],
] as const)('acceptedLocales reads %s as %j', (header, tags) => {
  expect(acceptedLocales(header).filter((tag) => tag !== '')).toEqual(tags);
});

test('withPageLocale sets the lang attribute of the page', () => {
  const page = '<!doctype html>\n<html lang="en" dir="ltr">\n<p lang="en"></p>';
  expect(withPageLocale('de-AT', page)).toBe(
    '<!doctype html>\n<html lang="de-AT" dir="ltr">\n<p lang="en"></p>',
  );
});
