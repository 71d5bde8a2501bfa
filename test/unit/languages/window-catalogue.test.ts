import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { sourceOf, sources } from '../structure/imports.ts';
import { frenchSpacing } from './spacing.ts';

const folder = join(import.meta.dirname, '../../../renderer/words');
const languages = ['de', 'fr', 'tr'] as const;
const notPlaces = ['counting.ts', 'in-language.ts'];
const places = readdirSync(folder).filter((name) => name.endsWith('.ts') && !notPlaces.includes(name));

type Tree = { readonly [key: string]: unknown };
type Said = { readonly path: string; readonly text: string };

/** The words of one file of one language by path; functions are said with values that can be recognised. */
async function wordsOf(language: 'en' | (typeof languages)[number], place: string): Promise<readonly Said[]> {
  const path = language === 'en' ? `${folder}/${place}` : `${folder}/${language}/${place}`;
  const module = (await import(path)) as Tree;
  const rename = (name: string): string =>
    name === 'english' ? 'words' : name === 'englishRecipients' ? 'recipientWords' : name;
  const own = Object.entries(module).filter(([name]) =>
    language === 'en' ? name.startsWith('english') : /words/i.test(name),
  );
  return own.flatMap(([name, value]) => textsOf(value, `${place} ${rename(name)}`, 3));
}

function textsOf(value: unknown, path: string, number: number): readonly Said[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (typeof value === 'function') return [{ path, text: called(value as Called, number) }];
  return Object.entries(value as Tree).flatMap(([key, each]) => textsOf(each, `${path}.${key}`, number));
}

type Called = (...values: unknown[]) => unknown;

/** Which of a function's values are numbers is found by its names in the source of the English one; lists are tried last. */
function called(say: Called, number: number): string {
  const text = String(say);
  const names =
    /^\(?([^)=]*)\)?\s*=>/
      .exec(text)?.[1]
      ?.split(',')
      .map((name) => name.trim()) ?? [];
  const values = names.map((name) =>
    numbers.test(name) ? number : name === 'bad' ? ['{a}', '{b}'] : `{${name.replace(/^_$/, 'count')}}`,
  );
  return String(say(...values));
}

const numbers =
  /^(count|_|_count|folders|items|versions|recipients|people|uploads|all|out|failed|depth|number|of|id|type|status)$/;

/** Words that are the same in another language, and names. */
const same =
  /^(Uploads|Name|Version|Versions|Details|Build|Builds|Link|Store|Team|Teams|Status|Client|Proxy|iOS|Android|tvOS|watchOS|visionOS|macOS|SHA-256|Ad hoc|App Store|iPhone|iPad|Apple TV|Apple Watch|Vision|npm start|MB\/s|Slipway.*|Actions|Description|Page|Note|Message|Messages|Notifications|Types?|Port|Ctrl|Shift|Apps|Profile?|Service|Platform|Code|Date|OK|Start|Scope|Test|Active|System|Simulator|Text|Node\.js|Electron|Chromium|{shown} (versions|messages|builds)|{name}: {path}|{version}: {reason}|→ {name} .*|[^a-zA-Z]*)$/;

test('a page loads the words of its own language, of every place, and of no other', async () => {
  try {
    for (const language of languages) {
      vi.resetModules();
      vi.stubGlobal('document', { documentElement: { lang: `${language}-AT` } });
      for (const place of places) {
        const module = (await import(`${folder}/${place}`)) as Tree;
        const own = (await import(`${folder}/${language}/${place}`)) as Tree;
        const names = Object.keys(own).filter((name) => /words/i.test(name));
        for (const name of names) expect(module[name], `${language} ${place} ${name}`).toBe(own[name]);
      }
    }
  } finally {
    vi.unstubAllGlobals();
    vi.resetModules();
  }
  const english = (await sources('renderer')).filter((file) =>
    /^renderer\/(?!words\/(de|fr|tr)\/)/.test(file),
  );
  const eager = english.filter((file) =>
    /^import (?!type).*words\/(de|fr|tr)\/|^import (?!type).*'\.\/(de|fr|tr)\//m.test(sourceOf(file)),
  );
  expect(eager).toEqual([]);
});

test('every place is there in every language', () => {
  expect(places.length).toBeGreaterThan(8);
  for (const language of languages) {
    expect(readdirSync(join(folder, language)).sort()).toEqual([...places, 'index.ts'].sort());
  }
});

describe.each(languages)('the window in %s', (language) => {
  test('has nothing left in English', async () => {
    const left: string[] = [];
    for (const place of places) {
      const english = new Map((await wordsOf('en', place)).map(({ path, text }) => [path, text]));
      for (const { path, text } of await wordsOf(language, place)) {
        expect(english.has(path), path).toBe(true);
        if (english.get(path) === text && !same.test(text)) left.push(`${path}: ${text}`);
      }
    }
    expect(left).toEqual([]);
  });

  test.each([0, 1, 2, 5])('says %i of something without a gap', async (number) => {
    for (const place of places) {
      const module = (await import(`${folder}/${language}/${place}`)) as Tree;
      for (const { path, text } of textsOf(module, place, number)) {
        // Nothing ended, nothing is said.
        if (number === 0 && path.endsWith('.manyEnded')) continue;
        expect(text, path).not.toMatch(/undefined|NaN|\[object| {2}|^$/);
      }
    }
  });
});

test('French has its spaces', async () => {
  const texts = (await Promise.all(places.map((place) => wordsOf('fr', place)))).flat();
  expect(texts.filter(({ text }) => !frenchSpacing(text))).toEqual([]);
});

test('Turkish is not written with the wrong I', async () => {
  const texts = (await Promise.all(places.map((place) => wordsOf('tr', place)))).flat();
  const wrong = texts.filter(({ text }) =>
    /\b(I[çzsnlmptbğ]|Iş|IPhone)\p{Ll}/u.test(text.replace(/IPA|ID/g, '')),
  );
  expect(wrong).toEqual([]);
});

describe('the components', () => {
  const literal =
    />\s*([A-Z][a-z]+(?: [a-z]+)+[.…]?)\s*<|(?:aria-label|title|placeholder|alt|label|hint)="([^"]*[a-z]{3}[^"]*)"/g;

  test('hold no words of their own', async () => {
    const files = (await sources('renderer')).filter((file) => file.endsWith('.tsx'));
    expect(files.length).toBeGreaterThan(30);
    const found = files.flatMap((file) =>
      [...sourceOf(file).matchAll(literal)].map(([text]) => `${file}: ${text.trim()}`),
    );
    expect(found).toEqual([]);
  });

  test('glue no sentences', async () => {
    const glued = /words\.[\w.]+\}?\s*\+\s*|\+\s*words\.|\$\{words\.[\w.]+\} \$\{words\./g;
    const files = (await sources('renderer')).filter((file) => !file.startsWith('renderer/words/'));
    const found = files.flatMap((file) =>
      [...sourceOf(file).matchAll(glued)].map(([text]) => `${file}: ${text.trim()}`),
    );
    expect(found).toEqual([]);
  });
});
