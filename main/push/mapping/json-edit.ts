/**
 * Edits JSON text and keeps all other text: order, indentation, line endings, byte order mark. All functions
 * require nodes that `readJsonTree` has parsed from the same text.
 */
import type { JsonMember, JsonNode } from './json-tree.ts';

export type JsonObject = Extract<JsonNode, { readonly kind: 'object' }>;

/** New JSON value: a string, an object of `entries`, or `raw` JSON text. */
export type JsonContent =
  | string
  | { readonly raw: string }
  | { readonly entries: readonly (readonly [name: string, value: JsonContent])[] };

type Layout = {
  /** Null if the whole text is on one line. */
  readonly lineEnd: string | null;
  readonly indent: string;
};

const defaultLayout: Layout = { lineEnd: '\n', indent: '  ' };

export function insertMember(
  text: string,
  root: JsonNode,
  object: JsonObject,
  [name, value]: readonly [name: string, value: JsonContent],
): string {
  const layout = layoutOf(text, root);
  const last = object.members.at(-1);
  if (last) {
    const colon = text.slice(last.nameSpan.to, last.value.from);
    const lead = leadOf(text, last);
    const gap = lead === '' && colon !== ':' ? ' ' : lead;
    const written = write(value, layout, lineIndent(gap));
    return splice(text, last.value.to, last.value.to, `,${gap}${JSON.stringify(name)}${colon}${written}`);
  }
  const outer = indentOfLine(text, object.from);
  return splice(text, object.from, object.to, write({ entries: [[name, value]] }, layout, outer));
}

/** Replaces a member with `members`, which must not be empty. */
export function replaceMember(
  text: string,
  root: JsonNode,
  member: JsonMember,
  members: readonly (readonly [name: string, value: JsonContent])[],
): string {
  const colon = text.slice(member.nameSpan.to, member.value.from);
  const lead = leadOf(text, member);
  const gap = lead === '' && colon !== ':' ? ' ' : lead;
  const layout = layoutOf(text, root);
  const written = members.map(
    ([name, value]) => `${JSON.stringify(name)}${colon}${write(value, layout, lineIndent(lead))}`,
  );
  return splice(text, member.nameSpan.from, member.value.to, written.join(`,${gap}`));
}

/** Removes a member and the comma next to it. */
export function removeMember(text: string, object: JsonObject, index: number): string {
  const member = object.members[index];
  if (!member) throw new RangeError(`there is no member ${index}`);
  const before = object.members[index - 1];
  const after = object.members[index + 1];
  if (after) return splice(text, member.nameSpan.from, after.nameSpan.from, '');
  if (before) return splice(text, before.value.to, member.value.to, '');
  return splice(text, object.from + 1, object.to - 1, '');
}

export function renameMember(text: string, member: JsonMember, name: string): string {
  return splice(text, member.nameSpan.from, member.nameSpan.to, JSON.stringify(name));
}

export function setValue(text: string, member: JsonMember, value: string): string {
  return splice(text, member.value.from, member.value.to, JSON.stringify(value));
}

function splice(text: string, from: number, to: number, written: string): string {
  return text.slice(0, from) + written + text.slice(to);
}

/** Returns the whitespace before the member's name. */
function leadOf(text: string, member: JsonMember): string {
  const before = text.slice(0, member.nameSpan.from);
  return before.slice(before.trimEnd().length);
}

/** Returns the whitespace after the last line ending; empty if there is none. */
function lineIndent(lead: string): string {
  return /[\r\n]([ \t]*)$/.exec(lead)?.[1] ?? '';
}

function indentOfLine(text: string, offset: number): string {
  const before = text.slice(0, offset);
  const start = Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1;
  return /^\uFEFF?([ \t]*)/.exec(before.slice(start))?.[1] ?? '';
}

function layoutOf(text: string, root: JsonNode): Layout {
  const first = root.kind === 'object' ? root.members[0] : undefined;
  const lineEnd = /\r\n|\n|\r/.exec(text)?.[0] ?? null;
  if (!first) return { ...defaultLayout, lineEnd: lineEnd ?? defaultLayout.lineEnd };
  const lead = leadOf(text, first);
  if (!/[\r\n]/.test(lead)) return { lineEnd: null, indent: '' };
  const outer = indentOfLine(text, root.from);
  const inner = lineIndent(lead);
  const indent = inner.startsWith(outer) ? inner.slice(outer.length) : inner;
  return { lineEnd, indent: indent === '' && inner === '' ? '' : indent || defaultLayout.indent };
}

function write(value: JsonContent, layout: Layout, outer: string): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if ('raw' in value) return value.raw;
  if (value.entries.length === 0) return '{}';
  const { lineEnd, indent } = layout;
  const inner = outer + indent;
  const lines = value.entries.map(([name, one]) => `${JSON.stringify(name)}: ${write(one, layout, inner)}`);
  if (lineEnd === null) return `{${lines.join(', ')}}`;
  return `{${lineEnd}${lines.map((line) => inner + line).join(`,${lineEnd}`)}${lineEnd}${outer}}`;
}
