import { globSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { en } from '../../../main/messages/en.ts';
import {
  catalogueTranslator,
  languages,
  type Messages,
  mainMessagesOf,
  messagesOf,
} from '../../catalogue.ts';
import { sourceOf, sources } from '../structure/imports.ts';
import { frenchSpacing } from './spacing.ts';

type Entry = { readonly key: string; readonly text: string };

const others = languages.filter((language) => language !== 'en');

function textsIn(messages: Messages, path = ''): readonly Entry[] {
  return Object.entries(messages).flatMap(([name, value]) => {
    const key = path === '' ? name : `${path}.${name}`;
    return typeof value === 'string' ? [{ key, text: value }] : textsIn(value, key);
  });
}

type Language = (typeof languages)[number];
type Catalogue = (language: Language) => readonly Entry[];

const page: Catalogue = (language) => textsIn(messagesOf(language));
const main: Catalogue = (language) => textsIn(mainMessagesOf(language));
const both: Catalogue = (language) => [...page(language), ...main(language)];

const form = /_(zero|one|two|few|many|other)$/;
const withoutForm = (key: string): string => key.replace(form, '');

/** Returns the placeholders of a text with their formats, such as `count, number`. */
const placeholders = (text: string): readonly string[] =>
  [...new Set([...text.matchAll(/{{([^}]*)}}/g)].map(([, inside = '']) => inside))].sort();

/** Returns the placeholders of each message over all its plural forms. A single form may omit the count. */
function valuesOf(entries: readonly Entry[]): Map<string, readonly string[]> {
  const found = new Map<string, Set<string>>();
  for (const { key, text } of entries) {
    const values = found.get(withoutForm(key)) ?? new Set();
    for (const value of placeholders(text)) values.add(value);
    found.set(withoutForm(key), values);
  }
  return new Map([...found].map(([key, values]) => [key, [...values].sort()]));
}

/** Returns the plural forms per message. */
function formsOf(entries: readonly Entry[]): Map<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { key } of entries) {
    const name = form.exec(key)?.[1];
    if (name) found.set(withoutForm(key), [...(found.get(withoutForm(key)) ?? []), name]);
  }
  return found;
}

/** Names and words that are not translated, because they are the same in another language. */
const same =
  /^(Unity|Debug|Inactive|Installable|Updates|Downloads|Services|&?Menu|client|Uploads|Name|Version|Versions|Details|Build|Builds|Link|Store|Team|Teams|Status|Clients?|Proxy|JSON|Push|Total|iOS|Android|tvOS|watchOS|visionOS|macOS|SHA-256|Ad hoc|App Store|iPhone|iPad|Apple TV|Apple Watch|Vision|npm start|MB\/s|Slipway.*|Actions|Description|Page|Note|Message|Messages|Notifications|Types?|Port|Ctrl|Shift|Tab|Esc|Home|End|Enter|Delete|Apps?|App {{id}}|App: {{problem}}|Profile?|Service|Platform|Code|Date|OK|Start|Scope|Test|Active|System|Simulator|Text|Node\.js|Electron|Chromium|{{count, number}} (versions?|messages?|builds?|apps?)|{{number, number}}\sm?s|Type {{type}}|{{name}}: {{path}}|{{version}}: {{reason}}|→ {{name}} .*|“{{address}}”|[^a-zA-Z]*)$/;

test('a page loads only the messages of its language', async () => {
  try {
    for (const language of languages) {
      vi.resetModules();
      vi.stubGlobal('document', { documentElement: { lang: `${language}-CH` } });
      const { pageLocale, t } = await import('../../../renderer/messages.ts');
      const translate = await catalogueTranslator(language);
      expect(pageLocale()).toBe(`${language}-CH`);
      expect(t('uploads.pauseAll')).toBe(translate('uploads.pauseAll'));
      const written = new Intl.NumberFormat(`${language}-CH`).format(12_345);
      expect(t('common.running', { count: 12_345 })).toContain(written);
    }
    vi.resetModules();
    vi.stubGlobal('document', { documentElement: { lang: 'ja-JP' } });
    const { t } = await import('../../../renderer/messages.ts');
    expect(t('uploads.pauseAll')).toBe('Pause all uploads');
  } finally {
    vi.unstubAllGlobals();
    vi.resetModules();
  }
  const eager = (await sources('renderer')).filter((file) =>
    /^import (?!type).*(messages\/\w+\.ts|assets\/locales)/m.test(sourceOf(file)),
  );
  expect(eager).toEqual([]);
});

test('a translator interpolates values verbatim and selects plural forms', async () => {
  const [english, french] = [await catalogueTranslator('en'), await catalogueTranslator('fr')];
  expect(english('uploads.sendToPeople', { names: '<b>“A” & B</b> {{count}} $t(x)' })).toBe(
    'Send to <b>“A” & B</b> {{count}} $t(x)?',
  );
  expect([0, 1, 2].map((count) => english('apps.countVersions', { count }))).toEqual([
    '0 versions',
    '1 version',
    '2 versions',
  ]);
  expect([0, 1, 2, 1_000_000].map((count) => french('apps.countVersions', { count }))).toEqual([
    '0 version',
    '1 version',
    '2 versions',
    '1\u202f000\u202f000 versions',
  ]);
  expect(english('accounts.removeText', { count: 0 })).not.toContain('folder');
});

describe.each(
  others.flatMap((language) => [['page', language, page] as const, ['main', language, main] as const]),
)('the messages of %s in %s', (_, language, textsOf) => {
  const english = textsOf('en');
  const own = textsOf(language);

  test('have the same keys as the English messages', () => {
    expect([...valuesOf(own).keys()].sort()).toEqual([...valuesOf(english).keys()].sort());
  });

  test('have the same placeholders and formats as the English messages', () => {
    const wanted = valuesOf(english);
    const wrong = [...valuesOf(own)].filter(([key, values]) => `${values}` !== `${wanted.get(key)}`);
    expect(wrong).toEqual([]);
  });

  test('contain no untranslated text', () => {
    const texts = new Map(english.map(({ key, text }) => [key, text]));
    const left = own.filter(
      ({ key, text }) =>
        texts.get(key) === text && !same.test(text) && /[a-z]/i.test(text.replace(/{{[^}]*}}/g, '')),
    );
    expect(left).toEqual([]);
  });
});

test.each(languages)('messages with a count in %s have all plural forms of the language', (language) => {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  for (const textsOf of [page, main]) {
    const inEnglish = formsOf(textsOf('en'));
    const own = formsOf(textsOf(language));
    expect(own.size).toBeGreaterThan(10);
    for (const [key, forms] of own) {
      const extra = inEnglish.get(key)?.includes('zero') ? ['zero'] : [];
      expect([...forms].sort(), key).toEqual([...pluralCategories, ...extra].sort());
    }
    expect([...own.keys()].sort()).toEqual([...inEnglish.keys()].sort());
  }
});

test.each(languages)('every text in %s is well-formed', (language) => {
  const wrong = both(language).filter(({ text }) =>
    /undefined|NaN|\[object| {2}|^\s|\s$|^$|\$t\(/.test(text),
  );
  expect(wrong).toEqual([]);
});

test('French texts have no-break spaces before punctuation', () => {
  expect(both('fr').filter(({ text }) => !frenchSpacing(text))).toEqual([]);
});

test('Turkish texts use the dotted İ', () => {
  const wrong = both('tr').filter(({ text }) =>
    /\b(I[çzsnlmptbğ]|Iş|IPhone)\p{Ll}/u.test(text.replace(/IPA|ID|Info\.plist/g, '')),
  );
  expect(wrong).toEqual([]);
});

/** Returns a pattern for each key that the source uses. Computed parts of a key match any name. */
function keysNamed(source: string): readonly RegExp[] {
  const literal = [...source.matchAll(/\bt\(\s*'([^']+)'/g)].map(([, key = '']) => key);
  const chosen = [...source.matchAll(/\bt\(\s*`([^`]+)`/g)].map(([, key = '']) => key);
  const escaped = (text: string): string => text.replace(/[.\\^$|?*+()[\]{}]/g, '\\$&');
  const pattern = (key: string): string =>
    key
      .split(/\$\{(?:[^{}]|\{[^}]*\})*\}/)
      .map(escaped)
      .join('[^.]+');
  return [...literal.map(escaped), ...chosen.map(pattern)].map((key) => new RegExp(`^${key}$`));
}

test('every message of the page is used', async () => {
  const named = (await sources('renderer')).flatMap((file) => keysNamed(sourceOf(file)));
  expect(named.length).toBeGreaterThan(900);
  const keys = new Set(page('en').map(({ key }) => withoutForm(key)));
  const unused = [...keys].filter((key) => !named.some((pattern) => pattern.test(key)));
  expect(unused).toEqual([]);
  // A key such as `area.${name}` would match every message of its area, and so hide unused messages.
  expect(named.filter((pattern) => /^\^[\w-]+\\\.\[/.test(pattern.source))).toEqual([]);
});

/** Finds error codes in quotes, in templates with computed parts, and as keys of error tables. */
test('every message of main is used', async () => {
  const files = (await sources('main')).filter(
    (file) => !file.endsWith('/errors.ts') || file === 'main/base/errors.ts',
  );
  const source = files.map(sourceOf).join('\n');
  const chosen = [...source.matchAll(/`([\w-]+\/[^`\s]*\$\{[^`]*)`/g)].map(
    ([, code = '']) => new RegExp(`^${code.replace(/\$\{[^}]*\}/g, '[\\w-]*')}$`),
  );
  const codes = new Set(main('en').map(({ key }) => key.replace('.', '/').split('_')[0] ?? ''));
  const unusedCodes = [...codes].filter((code) => {
    if (source.includes(`'${code}'`) || chosen.some((pattern) => pattern.test(code))) return false;
    const [, key = ''] = code.split('/');
    return !new RegExp(`rrors\\.${key}\\b|\\b${key},|'${key}'`).test(source);
  });
  expect(codes.size).toBeGreaterThan(700);
  expect(unusedCodes).toEqual([]);
});

/** Strings that look like message codes: paths, a secret's name, failures with their own text. */
const otherCodes = [
  'api/wire',
  'cli/usage',
  'core/registration',
  'core/service',
  'page/notLoaded',
  'registration/key',
];

test('every message code in sources and documents exists', async () => {
  const codes = new Set(textsIn(en).map(({ key }) => key.replace('.', '/').split('_')[0] ?? ''));
  const written = new RegExp(`['\`]((?:${Object.keys(en).join('|')})/\\w+)['\`]`, 'g');
  const files = (await Promise.all(['main', 'preload', 'renderer'].map(sources))).flat();
  const found = [...files, ...globSync('main/**/*.md')].flatMap((file) =>
    [...sourceOf(file).matchAll(written)].map(([, code = '']) => code),
  );
  expect(found.length).toBeGreaterThan(1_000);
  const missing = [...new Set(found)].filter((code) => !codes.has(code) && !code.startsWith('text/'));
  expect(missing.sort()).toEqual(otherCodes);
});

/** English only: the command line, the HTTP API, the log, the diagnostics and an example. */
const english =
  /^main\/(cli|api|base\/log|core\/diagnostics|service\/(description|http|identity|appstore|testingdist))\/|\/(build-server|protocol|example-message)\.ts$/;

test('main contains no user-visible sentences outside of the catalogue', async () => {
  const sentence =
    /(?<!(?:\blog(?:ger)?\??\.\w+|Error)\(\s*)(['`])[A-Z][a-z’]* (?=[a-z“$])(?:(?!\1)[^\\\n]|\\.)* (?:(?!\1)[^\\\n]|\\.)*[.?!]\1/g;
  const files = (await sources('main')).filter((file) => !english.test(file));
  expect(files.length).toBeGreaterThan(400);
  const found = files.flatMap((file) =>
    [...sourceOf(file).matchAll(sentence)].map(([text]) => `${file}: ${text}`),
  );
  expect(found).toEqual([]);
});

describe('components', () => {
  const literal =
    />\s*([A-Z][a-z]+(?: [a-z]+)+[.…]?)\s*<|(?:aria-label|title|placeholder|alt|label|hint)="([^"]*[a-z]{3}[^"]*)"/g;

  test('contain no literal text', async () => {
    const files = (await sources('renderer')).filter((file) => file.endsWith('.tsx'));
    expect(files.length).toBeGreaterThan(30);
    const found = files.flatMap((file) =>
      [...sourceOf(file).matchAll(literal)].map(([text]) => `${file}: ${text.trim()}`),
    );
    expect(found).toEqual([]);
  });

  test('do not concatenate translations', async () => {
    const call = String.raw`\bt\((?:[^()]|\([^()]*\))*\)`;
    const glued = new RegExp(`${call}\\s*\\+|\\+\\s*${call}|\\$\\{${call}\\} ?\\$\\{\\s*t\\(`, 'g');
    const found = (await sources('renderer')).flatMap((file) =>
      [...sourceOf(file).matchAll(glued)].map(([text]) => `${file}: ${text.trim()}`),
    );
    expect(found).toEqual([]);
  });
});
