import { check } from 'recheck';
import { parseSync, Visitor } from 'vite';
import { describe, expect, test } from 'vitest';
import { sourceOf, sources } from './imports.ts';

type Pattern = { readonly file: string; readonly source: string; readonly flags: string };

/**
 * Patterns that the analyser cannot classify, because of look-around, back references or size, with the
 * reason why each is safe.
 */
const exceptions: Readonly<Record<string, string>> = {
  [String.raw`main/base/formats/formula-guard.ts /(^|[,;\t\r\n])([ \u00A0]*)('*)(?=[=+\-@＝＋－＠])/g`]:
    'starts only at a separator, and reads to the next one at most',
  [String.raw`main/base/formats/formula-guard.ts /(^|[,;\t\r\n])([ \u00A0]*)'('*)(?=[=+\-@＝＋－＠])/g`]:
    'starts only at a separator, and reads to the next one at most',
  [String.raw`main/base/glob.ts /[+@?*!]\([^)]*\|/`]: 'a pattern of 500 characters at most, checked before',
  [String.raw`main/base/log/redact.ts /(?<![\w-])(?=[\w-]*?(?:password|passwd|secret|token))([\w-]+["']?\s*(?:=|:(?!\s+(?:[a-z]+ ){0,3}(?:the|an?|is|are|was|were|be|has|have|had|must|may|can|cannot|could|does|do|not|no|to|of|for|in|at|on|it|this) \S))\s*["']?)[^\s"'&,;}]+/gi`]:
    'starts only at the first character of a name, and reads that name twice',
  [String.raw`main/api/transport/connection-monitor.ts /^::ffff:(?=\d+\.)/`]: 'anchored, one run of digits',
  [String.raw`main/cli/commands/directory/token.ts /^(?:([a-z]+):)?([\w.-]{1,255})$/`]:
    'anchored, 255 characters behind the colon at most',
  [String.raw`main/cli/options/parse-recipients.ts /"[^"]*"(?=\s*<)/g`]:
    'starts only at a quotation mark, and reads to the next two at most',
  [String.raw`main/core/data-folder.ts /^((settings|secrets|sealed-secrets|window|journal|seen-files|lock|push|registrations|local-server|slipway|open-slipway|open-later)\..*|\.[0-9a-f]{12}\.part|logs|icons|dropped|sent-builds|slipway-samples|service|support)$/`]:
    'anchored fixed texts; names of files, 255 characters at most',
  [String.raw`main/packages/android/icon-apk.ts /^(?!.*(?:^|\/)\.{0,2}(?:\/|$))[^\s\p{C}\\:]+\.(?:png|webp|jpe?g|gif|bmp|heic|heif|avif|xml)$/iu`]:
    'anchored, two passes, each with one run',
  [String.raw`main/packages/apple/bundle-paths.ts /^Payload\/[^/]+\.app(?=\/)/`]: 'anchored, one run',
  [String.raw`main/push/checks/entitlements.ts /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!DOCTYPE[^>]*>|\uFEFF/g`]:
    'quadratic only in openings without an end, which readXmlTags has refused before',
  [String.raw`main/service/http/body-parsers.ts /(?<!\\)(?:\\\\)*\\ud[89a-f]/`]:
    'starts only at the first backslash of a run',
  [String.raw`main/service/http/client-address.ts /^::ffff:(?=[\d.]+$)/`]: 'anchored, one run',
  [String.raw`main/service/mail/outbox.ts /^"([^"]*)" <\1>$/`]: 'anchored, the reference is compared once',
  [String.raw`main/service/people/email-address.ts /^[^\s\p{C}\p{Z}\ufffd@<>()[\]\\,;:"]{1,64}@(?:localhost|[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?)+)$/u`]:
    '254 characters at most, checked before',
  'main/service/tls/certificates.ts /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g':
    'the only run ends at the next hyphen',
  [String.raw`main/shell/updates/update-engine.ts /^publisherName:[ \t]*(?:\r?\n[ \t]*- *\S|(?!null\b|~|\[ *\]|''|"")\S)/m`]:
    'anchored to a line; a file of the installed application',
};

/** Patterns that are created at run time and hidden from the analyser, as `file [first argument]`. */
const generatedPatterns: Readonly<Record<string, string>> = {
  'main/base/formats/csv.ts [${separator}\\r\\n]': 'one character out of three',
};

/** Patterns without a repetition need no check, because they read a fixed number of characters. */
const repeats = ({ source }: Pattern): boolean => /[*+]|\{\d+,\}/.test(source);

const nameOf = ({ file, source, flags }: Pattern): string => `${file} /${source}/${flags}`;

/** Returns all regular expressions of the main process. `made` contains the arguments of `RegExp`. */
async function patternsOfMain(): Promise<{ literals: readonly Pattern[]; made: readonly string[] }> {
  const literals: Pattern[] = [];
  const made: string[] = [];
  for (const file of await sources('main')) {
    const text = sourceOf(file);
    const { program, errors } = parseSync(file, text);
    expect(errors, file).toEqual([]);
    const addMade = ({ callee, arguments: [first] }: Call): void => {
      if (callee.type !== 'Identifier' || callee.name !== 'RegExp' || !first) return;
      made.push(`${file} ${text.slice(first.start + 1, first.end - 1)}`);
    };
    new Visitor({
      Literal: (node) => {
        if ('regex' in node) literals.push({ file, source: node.regex.pattern, flags: node.regex.flags });
      },
      NewExpression: addMade,
      CallExpression: addMade,
    }).visit(program);
  }
  return { literals, made };
}

type Call = {
  readonly callee: { readonly type: string; readonly name?: unknown };
  readonly arguments: readonly { readonly start: number; readonly end: number }[];
};

/** Returns the complexity class of a pattern; empty if it is linear. */
async function growthOf(pattern: Pattern): Promise<string> {
  const result = await check(pattern.source, pattern.flags, { checker: 'automaton', timeout: 120_000 });
  if (result.status === 'safe') return '';
  const growth = result.status === 'vulnerable' ? result.complexity.summary : `unknown: ${result.error.kind}`;
  return `${nameOf(pattern)}: ${growth}`;
}

describe('regular expressions of main', () => {
  test('take linear time, except for the named exceptions', { timeout: 300_000 }, async () => {
    const { literals } = await patternsOfMain();
    expect(literals.length).toBeGreaterThan(400);
    const names = new Set(literals.map(nameOf));
    expect(Object.keys(exceptions).filter((name) => !names.has(name))).toEqual([]);
    const analysed = literals.filter(
      (pattern) => repeats(pattern) && exceptions[nameOf(pattern)] === undefined,
    );
    const unique = [...new Map(analysed.map((one) => [`/${one.source}/${one.flags}`, one])).values()];
    const growths = await Promise.all(unique.map(growthOf));
    expect(growths.filter((growth) => growth !== '')).toEqual([]);
  });

  test('are literals, except for the named exceptions', async () => {
    const { made } = await patternsOfMain();
    expect(made.toSorted()).toEqual(Object.keys(generatedPatterns).toSorted());
  });

  test.each([String.raw`\/+$`, String.raw`\b[a-z-]*token[a-z-]*=`, '(a+)+$'])(
    'are rejected if they resemble %s',
    async (source) => {
      expect(await growthOf({ file: '', source, flags: '' })).toMatch(/polynomial|exponential/);
    },
  );
});
