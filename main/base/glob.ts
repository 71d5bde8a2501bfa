/**
 * Path patterns as in `.gitignore`. Node's `path.matchesGlob` takes over a minute for `*a*a*a*a*b` and a long
 * name, and its case sensitivity depends on the platform. The time here is at most proportional to path
 * length times pattern length.
 */

import { type Message, messageOf } from '../messages/message.ts';
import { textOf } from '../messages/text.ts';
import { trimEndOf } from './trim-end.ts';
export type Glob = {
  /**
   * Returns true if a path relative to the pattern's folder matches. A pattern without `/` matches at any
   * depth, and a pattern with a final `/` matches only folders. A matching folder includes everything in it.
   */
  matches(path: string): boolean;
  /** Returns true if every path in `folder` matches, because the folder or one of its parents matches. */
  covers(folder: string): boolean;
  mayMatchIn(folder: string): boolean;
};

const maxCharacters = 500;
const maxAlternatives = 200;

/** Splits a relative path at `/` and `\` into names in Unicode normalisation form C. */
export function pathNames(path: string): readonly string[] {
  return path
    .normalize('NFC')
    .split(/[\\/]+/)
    .filter((name) => name !== '' && name !== '.');
}

/** Returns why a pattern is invalid, as the end of a sentence; null if valid. */
export function validateGlob(pattern: string): Message | null {
  const text = pattern.trim();
  if (text === '') return messageOf('problem/empty');
  if (text.length > maxCharacters) return messageOf('problem/tooLong', { count: maxCharacters });
  if (/\p{Cc}/u.test(text)) return messageOf('problem/controlCharacter');
  if (text.startsWith('!')) return messageOf('problem/patternNegated');
  if (/^([\\/]|[A-Za-z]:)/.test(text)) return messageOf('problem/patternAbsolute');
  if (pathNames(text).includes('..')) return messageOf('problem/patternOut');
  if (pathNames(text).length === 0) return messageOf('problem/patternEmpty');
  if (/[+@?*!]\([^)]*\|/.test(text)) return messageOf('problem/patternParentheses');
  return classProblem(text) ?? braceProblem(text);
}

/** Compiles a pattern. Throws if `validateGlob` rejects it. */
export function compileGlob(pattern: string, options: { readonly ignoreCase: boolean }): Glob {
  const problem = validateGlob(pattern);
  if (problem !== null) throw new Error(`The pattern ${pattern} cannot be used: ${textOf(problem)}`);
  const normaliseCase = (text: string): string => (options.ignoreCase ? text.toLowerCase() : text);
  const plain = (expandBraces(pattern.trim()) ?? []).map((text) => compilePlain(normaliseCase(text)));
  const namesOf = (path: string): Names => pathNames(normaliseCase(path)).map((name) => [...name]);
  return {
    matches: (path) => {
      const names = namesOf(path);
      return plain.some((one) => walk(one, names).matched);
    },
    covers: (folder) => {
      const names = namesOf(folder);
      return plain.some((one) => walk({ ...one, foldersOnly: false }, names).matched);
    },
    mayMatchIn: (folder) => {
      const names = namesOf(folder);
      return plain.some((one) => walk(one, names).reached.size > 0);
    },
  };
}

type Names = readonly (readonly string[])[];

type Step = 'any-folders' | readonly Token[];

type PlainGlob = { readonly steps: readonly Step[]; readonly foldersOnly: boolean };

function compilePlain(text: string): PlainGlob {
  const names = pathNames(text);
  const anchored = /[\\/]/.test(trimEndOf(text, '\\/'));
  const last = names.findLastIndex((name) => name !== '**');
  const foldersOnly = /[\\/]$/.test(text) || (last >= 0 && last < names.length - 1);
  const steps = names
    .slice(0, last < 0 ? 1 : last + 1)
    .map((name): Step => (name === '**' ? 'any-folders' : tokensOf(name)));
  return { steps: anchored ? steps : ['any-folders', ...steps], foldersOnly };
}

/** Matches a path against the steps of a pattern. `reached`: the steps that may match the next name. */
function walk(
  { steps, foldersOnly }: PlainGlob,
  names: Names,
): { readonly matched: boolean; readonly reached: ReadonlySet<number> } {
  let reached = new Set<number>();
  addReachable(0, steps, reached);
  for (const [index, characters] of names.entries()) {
    const next = new Set<number>();
    for (const at of reached) {
      const step = steps[at];
      if (step === 'any-folders') addReachable(at, steps, next);
      else if (step !== undefined && nameMatches(step, characters)) addReachable(at + 1, steps, next);
    }
    if (next.has(steps.length) && (index < names.length - 1 || !foldersOnly)) {
      return { matched: true, reached: next };
    }
    reached = next;
  }
  return { matched: false, reached };
}

function addReachable(at: number, steps: readonly Step[], reached: Set<number>): void {
  if (reached.has(at)) return;
  reached.add(at);
  if (steps[at] === 'any-folders') addReachable(at + 1, steps, reached);
}

type Range = { readonly from: string; readonly to: string };

type Token =
  | { readonly kind: 'character'; readonly value: string }
  | { readonly kind: 'one' | 'many' }
  | { readonly kind: 'class'; readonly not: boolean; readonly ranges: readonly Range[] };

function tokensOf(name: string): readonly Token[] {
  const tokens: Token[] = [];
  const characters = [...name];
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? '';
    const end = character === '[' ? characters.indexOf(']', at + 1) : -1;
    if (end > at) {
      tokens.push(classOf(characters.slice(at + 1, end)));
      at = end;
    } else if (character === '*') {
      if (tokens.at(-1)?.kind !== 'many') tokens.push({ kind: 'many' });
    } else {
      tokens.push(character === '?' ? { kind: 'one' } : { kind: 'character', value: character });
    }
  }
  return tokens;
}

function classOf(characters: readonly string[]): Token {
  const not = characters[0] === '!' || characters[0] === '^';
  const members = not ? characters.slice(1) : characters;
  const ranges: Range[] = [];
  for (let at = 0; at < members.length; at += 1) {
    const from = members[at] ?? '';
    const isRange = members[at + 1] === '-' && at + 2 < members.length;
    ranges.push({ from, to: isRange ? (members[at + 2] ?? '') : from });
    if (isRange) at += 2;
  }
  return { kind: 'class', not, ranges };
}

/** Backtracks only to the last `*`, which can match everything that an earlier `*` could match. */
function nameMatches(tokens: readonly Token[], characters: readonly string[]): boolean {
  let [token, at, star, starEnd] = [0, 0, -1, 0];
  while (at < characters.length) {
    const now = tokens[token];
    if (now?.kind === 'many') {
      star = token;
      starEnd = at;
      token += 1;
    } else if (now !== undefined && matchesToken(now, characters[at] ?? '')) {
      token += 1;
      at += 1;
    } else if (star >= 0) {
      starEnd += 1;
      at = starEnd;
      token = star + 1;
    } else {
      return false;
    }
  }
  return tokens.slice(token).every(({ kind }) => kind === 'many');
}

function matchesToken(token: Token, character: string): boolean {
  if (token.kind === 'character') return token.value === character;
  if (token.kind !== 'class') return true;
  const code = character.codePointAt(0) ?? 0;
  const inside = token.ranges.some(
    ({ from, to }) => code >= (from.codePointAt(0) ?? 0) && code <= (to.codePointAt(0) ?? 0),
  );
  return inside !== token.not;
}

function classProblem(text: string): Message | null {
  for (const [, rest = ''] of text.matchAll(/\[([^\]]*\]?)/g)) {
    if (!rest.endsWith(']')) return messageOf('problem/patternBracketOpen');
    if (/^[!^]?\]$/.test(rest)) return messageOf('problem/patternBracketEmpty');
    if (/[\\/]/.test(rest)) return messageOf('problem/patternBracketSeparator');
    if (rest.includes('[:')) return messageOf('problem/patternClass');
  }
  return null;
}

function braceProblem(text: string): Message | null {
  const expanded = expandBraces(text);
  if (expanded === null) return messageOf('problem/patternTooMany', { max: maxAlternatives });
  if (expanded.some((one) => pathNames(one).length === 0))
    return messageOf('problem/patternAlternativeEmpty');
  return expanded.some((one) => one.lastIndexOf('{') > one.lastIndexOf('}'))
    ? messageOf('problem/patternBraceOpen')
    : null;
}

/** Expands `{a,b}`; keeps braces without a comma. Returns null for more than `maxAlternatives`. */
function expandBraces(text: string): readonly string[] | null {
  const pending = [text];
  const plain: string[] = [];
  for (let one = pending.pop(); one !== undefined; one = pending.pop()) {
    const group = innerGroup(one);
    if (!group) plain.push(one);
    else {
      const [before, after] = [one.slice(0, group.start), one.slice(group.end)];
      pending.push(...group.parts.map((part) => before + part + after));
    }
    if (plain.length + pending.length > maxAlternatives) return null;
  }
  return plain;
}

type Group = { readonly start: number; readonly end: number; readonly parts: readonly string[] };

function innerGroup(text: string): Group | null {
  const found = /\{([^{},]*,[^{}]*)\}/.exec(text);
  if (!found) return null;
  const { index } = found;
  return { start: index, end: index + found[0].length, parts: (found[1] ?? '').split(',') };
}
