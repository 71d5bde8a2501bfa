import { type Message, messageOf } from '../../messages/message.ts';

/**
 * Syntax tree of JSON text with offsets. jsonc-parser overflows the stack on 20,000 nested arrays, and edits
 * the first of two members with the same name.
 */

/** `from` is the offset of the first character, `to` the offset after the last. */
type Span = { readonly from: number; readonly to: number };

export type JsonMember = { readonly name: string; readonly nameSpan: Span; readonly value: JsonNode };

export type JsonNode = Span &
  (
    | { readonly kind: 'object'; readonly members: readonly JsonMember[] }
    | { readonly kind: 'array'; readonly items: readonly JsonNode[] }
    | { readonly kind: 'value'; readonly value: string | number | boolean | null }
  );

/** Limits nesting, so that a malicious text cannot exhaust the stack. */
const maxDepth = 100;

/** Returns the position of an offset. Line and column count from 1. */
export function positionAt(text: string, offset: number): { readonly line: number; readonly column: number } {
  const starts = lineStartsOf(text);
  let [line, after] = [0, starts.length];
  while (after - line > 1) {
    const middle = (line + after) >> 1;
    if ((starts[middle] ?? 0) <= offset) line = middle;
    else after = middle;
  }
  return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 };
}

let lastText: { readonly text: string; readonly starts: readonly number[] } | null = null;

/** Caches the last text, because a text can have many findings. */
function lineStartsOf(text: string): readonly number[] {
  if (lastText?.text !== text) {
    const ends = [...text.matchAll(/\r\n|\r|\n/g)];
    const starts = [0, ...ends.map(({ 0: end, index }) => index + end.length)];
    lastText = { text, starts };
  }
  return lastText.starts;
}

export type JsonTree =
  | { readonly ok: true; readonly root: JsonNode }
  | { readonly ok: false; readonly offset: number; readonly problem: Message };

/** Parses JSON text, or returns the offset and the problem. */
export function readJsonTree(text: string): JsonTree {
  try {
    return { ok: true, root: new Reader(text).readAll() };
  } catch (error) {
    if (error instanceof NotJson) return { ok: false, offset: error.offset, problem: error.problem };
    throw error;
  }
}

class NotJson extends Error {
  readonly offset: number;
  readonly problem: Message;

  constructor(offset: number, problem: Message, cause?: unknown) {
    super(problem.code, { cause });
    this.offset = offset;
    this.problem = problem;
  }
}

/** Converts a node to a plain value. The last member with a name wins, as in `JSON.parse`. */
export function plainValue(node: JsonNode): unknown {
  switch (node.kind) {
    case 'value':
      return node.value;
    case 'array':
      return node.items.map(plainValue);
    case 'object': {
      const result: Record<string, unknown> = Object.create(null);
      for (const member of node.members) result[member.name] = plainValue(member.value);
      return result;
    }
  }
}

/** Returns the last member of this name; null if there is none. */
export function memberOf(node: JsonNode, name: string): JsonMember | null {
  return node.kind === 'object' ? (node.members.findLast((member) => member.name === name) ?? null) : null;
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
    if (text.startsWith('\uFEFF')) this.#at = 1;
  }

  readAll(): JsonNode {
    const node = this.#value(0);
    this.#space();
    if (this.#at < this.#text.length) this.#fail(messageOf('mapping/afterEnd'));
    return node;
  }

  #value(depth: number): JsonNode {
    this.#space();
    if (depth > maxDepth) this.#fail(messageOf('mapping/tooDeep'));
    const next = this.#text[this.#at];
    if (next === undefined) this.#fail(messageOf('mapping/endsEarly'));
    if (next === '{') return this.#object(depth);
    if (next === '[') return this.#array(depth);
    if (next === '"') return this.#string();
    return this.#literal();
  }

  #object(depth: number): JsonNode {
    const from = this.#at;
    const members: JsonMember[] = [];
    this.#list('}', () => {
      if (this.#text[this.#at] !== '"') this.#fail(messageOf('mapping/nameExpected'));
      const name = this.#string();
      this.#space();
      if (this.#text[this.#at] !== ':') this.#fail(messageOf('mapping/colonExpected'));
      this.#at += 1;
      members.push({ name: String(name.value), nameSpan: name, value: this.#value(depth + 1) });
    });
    return { kind: 'object', members, from, to: this.#at };
  }

  #array(depth: number): JsonNode {
    const from = this.#at;
    const items: JsonNode[] = [];
    this.#list(']', () => {
      items.push(this.#value(depth + 1));
    });
    return { kind: 'array', items, from, to: this.#at };
  }

  #list(close: '}' | ']', readItem: () => void): void {
    const isObject = close === '}';
    this.#at += 1;
    this.#space();
    if (this.#text[this.#at] === close) {
      this.#at += 1;
      return;
    }
    for (;;) {
      this.#space();
      readItem();
      this.#space();
      const next = this.#text[this.#at];
      if (next !== ',' && next !== close) {
        this.#fail(isObject ? messageOf('mapping/commaInObject') : messageOf('mapping/commaInArray'));
      }
      this.#at += 1;
      if (next === close) return;
      this.#space();
      if (this.#text[this.#at] === close) {
        this.#fail(
          isObject ? messageOf('mapping/commaBeforeBrace') : messageOf('mapping/commaBeforeBracket'),
        );
      }
    }
  }

  #string(): Span & { readonly kind: 'value'; readonly value: string } {
    const from = this.#at;
    for (this.#at += 1; this.#text[this.#at] !== '"'; this.#at += 1) {
      const character = this.#text[this.#at];
      if (character === undefined || character < ' ') this.#fail(messageOf('mapping/quotesOpen'));
      if (character === '\\') this.#at += 1;
    }
    this.#at += 1;
    return {
      kind: 'value',
      value: this.#decode<string>(from, messageOf('mapping/wrongBackslash')),
      from,
      to: this.#at,
    };
  }

  #literal(): JsonNode {
    const from = this.#at;
    const word = /[^\s,:\]}{["]*/y;
    word.lastIndex = from;
    const length = word.exec(this.#text)?.[0].length ?? 0;
    this.#at += length;
    const value = this.#decode<number | boolean | null>(from, messageOf('mapping/valueExpected'));
    return { kind: 'value', value, from, to: this.#at };
  }

  #decode<Value>(from: number, problem: Message): Value {
    try {
      return JSON.parse(this.#text.slice(from, this.#at));
    } catch (cause) {
      throw new NotJson(from, problem, cause);
    }
  }

  #space(): void {
    while (' \t\r\n'.includes(this.#text[this.#at] ?? 'x')) this.#at += 1;
  }

  #fail(problem: Message): never {
    throw new NotJson(this.#at, problem);
  }
}
