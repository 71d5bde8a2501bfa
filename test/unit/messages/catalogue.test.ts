import { describe, expect, test, vi } from 'vitest';
import { languages, type Messages, mainMessagesOf, messagesOf, speakerOf } from '../../catalogue.ts';
import { sourceOf, sources } from '../structure/imports.ts';
import { frenchSpacing } from './spacing.ts';

type Said = { readonly key: string; readonly text: string };

const others = languages.filter((language) => language !== 'en');

function textsIn(messages: Messages, path = ''): readonly Said[] {
  return Object.entries(messages).flatMap(([name, value]) => {
    const key = path === '' ? name : `${path}.${name}`;
    return typeof value === 'string' ? [{ key, text: value }] : textsIn(value, key);
  });
}

type Language = (typeof languages)[number];
type Catalogue = (language: Language) => readonly Said[];

const page: Catalogue = (language) => textsIn(messagesOf(language));
const main: Catalogue = (language) => textsIn(mainMessagesOf(language));
const both: Catalogue = (language) => [...page(language), ...main(language)];

const form = /_(zero|one|two|few|many|other)$/;
const withoutForm = (key: string): string => key.replace(form, '');

/** The values a text takes, with how they are written: `count, number`. */
const placeholders = (text: string): readonly string[] =>
  [...new Set([...text.matchAll(/{{([^}]*)}}/g)].map(([, inside = '']) => inside))].sort();

/** The values of all forms of each message; a form may do without the count, such as “this build”. */
function valuesOf(said: readonly Said[]): Map<string, readonly string[]> {
  const found = new Map<string, Set<string>>();
  for (const { key, text } of said) {
    const values = found.get(withoutForm(key)) ?? new Set();
    for (const value of placeholders(text)) values.add(value);
    found.set(withoutForm(key), values);
  }
  return new Map([...found].map(([key, values]) => [key, [...values].sort()]));
}

/** The forms of each message that has some. */
function formsOf(said: readonly Said[]): Map<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { key } of said) {
    const name = form.exec(key)?.[1];
    if (name) found.set(withoutForm(key), [...(found.get(withoutForm(key)) ?? []), name]);
  }
  return found;
}

/** Words that are the same in another language, and names. */
const same =
  /^(Unity|Inactive|Updates|Downloads|Services|&?Menu|client|Uploads|Name|Version|Versions|Details|Build|Builds|Link|Store|Team|Teams|Status|Clients?|Proxy|JSON|Push|Total|iOS|Android|tvOS|watchOS|visionOS|macOS|SHA-256|Ad hoc|App Store|iPhone|iPad|Apple TV|Apple Watch|Vision|npm start|MB\/s|Slipway.*|Actions|Description|Page|Note|Message|Messages|Notifications|Types?|Port|Ctrl|Shift|Tab|Esc|Enter|Delete|↑ ↓ Home End|Apps|Profile?|Service|Platform|Code|Date|OK|Start|Scope|Test|Active|System|Simulator|Text|Node\.js|Electron|Chromium|{{count, number}} (versions?|messages?|builds?|applications?)|{{number, number}} m?s|Type {{type}}|{{name}}: {{path}}|{{version}}: {{reason}}|→ {{name}} .*|“{{address}}”|[^a-zA-Z]*)$/;

test('a page loads the messages of its own language, and of no other', async () => {
  try {
    for (const language of languages) {
      vi.resetModules();
      vi.stubGlobal('document', { documentElement: { lang: `${language}-CH` } });
      const { pageLocale, t } = await import('../../../renderer/messages.ts');
      const say = await speakerOf(language);
      expect(pageLocale()).toBe(`${language}-CH`);
      expect(t('uploads.pauseAll')).toBe(say('uploads.pauseAll'));
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

test('a value is written as it is, and a message says how many in the forms of its language', async () => {
  const [english, french] = [await speakerOf('en'), await speakerOf('fr')];
  expect(english('uploads.sentTo', { names: '<b>“A” & B</b> {{count}} $t(x)' })).toBe(
    'Sent to <b>“A” & B</b> {{count}} $t(x)',
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

  test('are those there are in English', () => {
    expect([...valuesOf(own).keys()].sort()).toEqual([...valuesOf(english).keys()].sort());
  });

  test('take the same values, written in the same way', () => {
    const wanted = valuesOf(english);
    const wrong = [...valuesOf(own)].filter(([key, values]) => `${values}` !== `${wanted.get(key)}`);
    expect(wrong).toEqual([]);
  });

  test('leave nothing in English', () => {
    const texts = new Map(english.map(({ key, text }) => [key, text]));
    const left = own.filter(
      ({ key, text }) =>
        texts.get(key) === text && !same.test(text) && /[a-z]/i.test(text.replace(/{{[^}]*}}/g, '')),
    );
    expect(left).toEqual([]);
  });
});

test.each(languages)('messages in %s that count have all forms of the language', (language) => {
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

test.each(languages)('every text in %s is one', (language) => {
  const wrong = both(language).filter(({ text }) =>
    /undefined|NaN|\[object| {2}|^\s|\s$|^$|\$t\(/.test(text),
  );
  expect(wrong).toEqual([]);
});

test('French has its spaces', () => {
  expect(both('fr').filter(({ text }) => !frenchSpacing(text))).toEqual([]);
});

test('Turkish is not written with the wrong I', () => {
  const wrong = both('tr').filter(({ text }) =>
    /\b(I[çzsnlmptbğ]|Iş|IPhone)\p{Ll}/u.test(text.replace(/IPA|ID|Info\.plist/g, '')),
  );
  expect(wrong).toEqual([]);
});

/** Every key the page names; a part that is chosen while it runs stands for any name. */
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

test('every message of the page is said somewhere', async () => {
  const named = (await sources('renderer')).flatMap((file) => keysNamed(sourceOf(file)));
  expect(named.length).toBeGreaterThan(900);
  const keys = new Set(page('en').map(({ key }) => withoutForm(key)));
  const unused = [...keys].filter((key) => !named.some((pattern) => pattern.test(key)));
  expect(unused).toEqual([]);
  // With nothing fixed after the place, all messages of the place would count as said.
  expect(named.filter((pattern) => /^\^[\w-]+\\\.\[/.test(pattern.source))).toEqual([]);
});

/** Codes stand in quotes, with parts that are chosen while it runs, or are taken from a table of errors by their key. */
test('every message of main is said somewhere', async () => {
  const files = (await sources('main')).filter(
    (file) => !file.endsWith('/errors.ts') || file === 'main/base/errors.ts',
  );
  const source = files.map(sourceOf).join('\n');
  const chosen = [...source.matchAll(/`([\w-]+\/[^`\s]*\$\{[^`]*)`/g)].map(
    ([, code = '']) => new RegExp(`^${code.replace(/\$\{[^}]*\}/g, '[\\w-]*')}$`),
  );
  const codes = new Set(main('en').map(({ key }) => key.replace('.', '/').split('_')[0] ?? ''));
  const unsaid = [...codes].filter((code) => {
    const [, key = ''] = code.split('/');
    const isTaken = new RegExp(`rrors\\.${key}\\b|\\b${key},|'${key}'`).test(source);
    return !source.includes(`'${code}'`) && !isTaken && !chosen.some((pattern) => pattern.test(code));
  });
  expect(codes.size).toBeGreaterThan(700);
  expect(unsaid).toEqual([]);
});

/** In English only: the command line, the HTTP service for programs, the log, files for whoever helps, an example. */
const english =
  /^main\/(cli|api|base\/log|core\/diagnostics|service\/(description|http|identity|appstore|testingdist))\/|\/(build-server|protocol|example-message)\.ts$/;

test('no sentence a person reads stands in the code of main', async () => {
  const sentence =
    /(?<!(?:\blog(?:ger)?\??\.\w+|Error)\(\s*)(['`])[A-Z][a-z’]* (?=[a-z“$])(?:(?!\1)[^\\\n]|\\.)* (?:(?!\1)[^\\\n]|\\.)*[.?!]\1/g;
  const files = (await sources('main')).filter((file) => !english.test(file));
  expect(files.length).toBeGreaterThan(400);
  const found = files.flatMap((file) =>
    [...sourceOf(file).matchAll(sentence)].map(([text]) => `${file}: ${text}`),
  );
  expect(found).toEqual([]);
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
    const said = String.raw`\bt\((?:[^()]|\([^()]*\))*\)`;
    const glued = new RegExp(`${said}\\s*\\+|\\+\\s*${said}|\\$\\{${said}\\} ?\\$\\{\\s*t\\(`, 'g');
    const found = (await sources('renderer')).flatMap((file) =>
      [...sourceOf(file).matchAll(glued)].map(([text]) => `${file}: ${text.trim()}`),
    );
    expect(found).toEqual([]);
  });
});
