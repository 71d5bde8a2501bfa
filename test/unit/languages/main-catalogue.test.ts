import { describe, expect, test } from 'vitest';
import { apiErrors } from '../../../main/api/errors.ts';
import { databaseErrors } from '../../../main/base/database/database.ts';
import { baseErrors, internalErrors } from '../../../main/base/errors.ts';
import { fileErrors } from '../../../main/base/files/files.ts';
import { lockErrors } from '../../../main/base/files/lock.ts';
import { hashErrors } from '../../../main/base/hashing/hashing.ts';
import { bridgeErrors } from '../../../main/bridge/errors.ts';
import { coreErrors } from '../../../main/core/errors.ts';
import { de } from '../../../main/languages/de/catalogue.ts';
import { fr } from '../../../main/languages/fr/catalogue.ts';
import type { Phrase } from '../../../main/languages/phrases.ts';
import { tr } from '../../../main/languages/tr/catalogue.ts';
import type { ErrorCatalogue } from '../../../main/languages/translation.ts';
import { packageErrors } from '../../../main/packages/errors.ts';
import { pushErrors } from '../../../main/push/errors.ts';
import { serviceErrors } from '../../../main/service/errors.ts';
import { settingsErrors } from '../../../main/settings/errors.ts';
import { shellErrors } from '../../../main/shell/errors.ts';
import { uploadErrors } from '../../../main/uploads/errors.ts';
import { watcherErrors } from '../../../main/watcher/errors.ts';
import { webErrors } from '../../../main/web/errors.ts';
import { sourceOf, sources } from '../structure/imports.ts';
import { frenchSpacing } from './spacing.ts';

const tables = {
  api: apiErrors,
  base: baseErrors,
  bridge: bridgeErrors,
  core: coreErrors,
  database: databaseErrors,
  file: fileErrors,
  hash: hashErrors,
  internal: internalErrors,
  lock: lockErrors,
  package: packageErrors,
  push: pushErrors,
  service: serviceErrors,
  settings: settingsErrors,
  shell: shellErrors,
  uploads: uploadErrors,
  watcher: watcherErrors,
  web: webErrors,
} satisfies Record<keyof ErrorCatalogue, unknown>;

/** Seen in the terminal only, which speaks English. */
const terminalOnly = ['cli', 'demo', 'local'];

/** Put together from parts; `speaker.test.ts` has most of them said by what puts them together. */
const composed = (phrase: string): boolean =>
  / \{problem\}$|^(The file could not be|Development profile|Ad hoc profile|This folder is|The module|package\.json names|Enter the (password|client secret)|authentication could)/.test(
    phrase,
  );

/** Names, and words that are the same in another language. */
const sameEverywhere: ReadonlySet<string> = new Set(['profile', 'client', 'team']);

const catalogues = { de, fr, tr };
/** Of each language the same: another one does not compile. */
const phrases = Object.keys(de.phrases) as Phrase[];
const languages = Object.keys(catalogues) as (keyof typeof catalogues)[];

/** Values of any name, each of which can be recognised in a sentence. */
const anyValues: unknown = new Proxy(
  {},
  {
    get: (_, name) =>
      String(name).endsWith('s') && lists.has(String(name)) ? ['{a}', '{b}'] : `{${String(name)}}`,
  },
);
const lists: ReadonlySet<string> = new Set(['addresses', 'teamIds', 'memberIds']);

const valuesIn = (text: string): readonly string[] => [...new Set(text.match(/\{\w+\}/g))].sort();

type Said = (values: unknown) => string;

/** Every error with its English and a translation. */
const errors = languages.flatMap((language) =>
  Object.entries(tables).flatMap(([module, makers]) =>
    Object.entries(makers).map(([kind, make]) => {
      const translated: Readonly<Record<string, unknown>> =
        catalogues[language].errors[module as keyof ErrorCatalogue];
      const english = (make as (values: unknown) => Error)(anyValues).message;
      return { language, code: `${module}/${kind}`, english, said: translated[kind] as Said | undefined };
    }),
  ),
);

describe('the errors of main', () => {
  test('are all of a module that is translated, or of the terminal', async () => {
    const texts = (await sources('main')).map(sourceOf).join('\n');
    const modules = [...texts.matchAll(/= errorTable\('(\w+)'/g)].map(([, module]) => module ?? '');
    expect(modules.length).toBeGreaterThan(15);
    expect(modules.filter((module) => !(module in tables) && !terminalOnly.includes(module))).toEqual([]);
  });

  test('have a translation each', () => {
    expect(errors.length).toBeGreaterThan(500);
    const missing = errors.filter(({ said }) => said === undefined);
    expect(missing.map(({ language, code }) => `${language} ${code}`)).toEqual([]);
  });

  test('name the same values in every language', () => {
    const wrong = errors.filter(
      ({ english, said }) => said && valuesIn(said(anyValues)).join() !== valuesIn(english).join(),
    );
    expect(wrong.map(({ language, code, said }) => `${language} ${code}: ${said?.(anyValues)}`)).toEqual([]);
  });

  test('are not left in English', () => {
    const left = errors.filter(
      ({ english, said }) => said?.(anyValues) === english && /[a-z]{3} /.test(english),
    );
    expect(left.map(({ language, code }) => `${language} ${code}`)).toEqual([]);
  });

  test('have the spaces of French before its marks', () => {
    const texts = errors
      .filter(({ language }) => language === 'fr')
      .map(({ said }) => said?.(anyValues) ?? '');
    expect(texts.filter((text) => !frenchSpacing(text))).toEqual([]);
  });
});

describe('the phrases of main', () => {
  test('are each said somewhere, so that one that was changed is found', async () => {
    const plain = (text: string): string =>
      text.replace(/\$\{[^{}\n]*\}|\{\w+\}/g, '{}').replace(/\\(['`])/g, '$1');
    const files = (await sources('main')).filter((file) => !file.startsWith('main/languages/'));
    const texts = plain(files.map(sourceOf).join('\n'));
    const unsaid = phrases.filter((phrase) => !texts.includes(plain(phrase)) && !composed(phrase));
    expect(unsaid).toEqual([]);
  });

  test.each(languages)('name the same values in %s', (language) => {
    const wrong = phrases.filter(
      (phrase) => valuesIn(catalogues[language].phrases[phrase]).join() !== valuesIn(phrase).join(),
    );
    expect(wrong).toEqual([]);
  });

  test.each(languages)('are not left in English in %s', (language) => {
    const left = phrases.filter((phrase) => catalogues[language].phrases[phrase] === phrase);
    expect(left.filter((phrase) => !sameEverywhere.has(phrase))).toEqual([]);
  });

  test('have the spaces of French before its marks', () => {
    expect(phrases.map((phrase) => fr.phrases[phrase]).filter((text) => !frenchSpacing(text))).toEqual([]);
  });
});
