import { describe, expect, test } from 'vitest';
import type { Sentence } from '../../../main/base/sentences.ts';
import { de } from '../../../main/languages/de/catalogue.ts';
import { fr } from '../../../main/languages/fr/catalogue.ts';
import { tr } from '../../../main/languages/tr/catalogue.ts';
import type { SentenceCatalogue } from '../../../main/languages/translation.ts';
import { checkWords } from '../../../main/push/checks/words-check.ts';
import { deviceWords } from '../../../main/push/handler/words-device.ts';
import { mappingWords } from '../../../main/push/mapping/words-mapping.ts';
import { frenchSpacing } from './spacing.ts';

const tables = { check: checkWords, device: deviceWords, mapping: mappingWords } satisfies Record<
  keyof SentenceCatalogue,
  unknown
>;
const catalogues = { de, fr, tr };
const languages = Object.keys(catalogues) as (keyof typeof catalogues)[];

/** Values of any name, each of which can be recognised in a sentence. */
const anyValues: unknown = new Proxy(
  {},
  { get: (_, name) => (name === 'names' ? ['{a}', '{b}'] : `{${String(name)}}`) },
);

const valuesIn = (text: string): readonly string[] => [...new Set(text.match(/\{\w+\}/g))].sort();

type Say = (values: unknown) => string;

/** Every sentence with its English and a translation. */
const all = languages.flatMap((language) =>
  Object.entries(tables).flatMap(([table, makers]) =>
    Object.entries(makers).map(([kind, make]) => {
      const translated: Readonly<Record<string, unknown>> =
        catalogues[language].sentences[table as keyof SentenceCatalogue];
      const english = (make as (values: unknown) => Sentence)(anyValues).text;
      return { language, code: `${table}/${kind}`, english, text: (translated[kind] as Say)(anyValues) };
    }),
  ),
);

const codes = (found: typeof all): readonly string[] =>
  found.map(({ language, code }) => `${language} ${code}`);

describe('what is said of pushes', () => {
  test('names the same values in every language', () => {
    expect(all.length).toBeGreaterThan(600);
    const wrong = all.filter(({ english, text }) => valuesIn(text).join() !== valuesIn(english).join());
    expect(codes(wrong)).toEqual([]);
  });

  test('is not left in English', () => {
    expect(codes(all.filter(({ english, text }) => text === english))).toEqual([]);
  });

  test('ends as the English does: with its full stop, or as a part of another sentence', () => {
    const ends = (text: string): boolean => text.endsWith('.');
    expect(codes(all.filter(({ english, text }) => ends(text) !== ends(english)))).toEqual([]);
  });

  test('has the spaces of French before its marks', () => {
    const french = all.filter(({ language }) => language === 'fr');
    expect(codes(french.filter(({ text }) => !frenchSpacing(text)))).toEqual([]);
  });
});
