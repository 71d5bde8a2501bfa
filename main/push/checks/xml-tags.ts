import { type Message, messageOf } from '../../messages/message.ts';

export type XmlTag = {
  readonly kind: 'open' | 'close' | 'empty';
  /** Includes the namespace prefix. */
  readonly name: string;
  /** `from` is the offset of `<`, `to` the offset after `>`. */
  readonly from: number;
  readonly to: number;
  /** By name with prefix; entities are not decoded. */
  readonly attributes: ReadonlyMap<string, string>;
  /** Number of enclosing tags; 0 for the root. */
  readonly depth: number;
};

export type XmlTags =
  | { readonly ok: true; readonly tags: readonly XmlTag[] }
  /** `offset`: where the XML is malformed. */
  | { readonly ok: false; readonly offset: number; readonly problem: Message };

/** Returns all tags in document order. Start and end tags must match. */
export function readXmlTags(text: string): XmlTags {
  const tags: XmlTag[] = [];
  const open: string[] = [];
  for (let at = text.indexOf('<'); at >= 0; ) {
    const skipped = skipNonTag(text, at);
    if (skipped === null) return { ok: false, offset: at, problem: messageOf('check/noEnd') };
    if (skipped > at) {
      at = text.indexOf('<', skipped);
      continue;
    }
    const tag = tagAt(text, at, open.length);
    if (!tag) return { ok: false, offset: at, problem: messageOf('check/noTag') };
    if (tag.kind === 'close' && open.pop() !== tag.name) {
      return { ok: false, offset: at, problem: messageOf('check/notOpen', { name: tag.name }) };
    }
    if (tag.kind === 'open') open.push(tag.name);
    tags.push(tag.kind === 'close' ? { ...tag, depth: open.length } : tag);
    at = text.indexOf('<', tag.to);
  }
  const last = open.at(-1);
  if (last === undefined) return { ok: true, tags };
  return { ok: false, offset: text.length, problem: messageOf('check/notClosed', { name: last }) };
}

const skippable = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
  ['<!', '>'],
] as const;

/** Returns the offset after a comment, CDATA or declaration; `at` for a tag; null if unterminated. */
function skipNonTag(text: string, at: number): number | null {
  const found = skippable.find(([begin]) => text.startsWith(begin, at));
  if (!found) return at;
  const [begin, end] = found;
  const last = text.indexOf(end, at + begin.length);
  return last < 0 ? null : last + end.length;
}

const attribute = /([^\s=/>"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'))?/g;

function tagAt(text: string, at: number, depth: number): XmlTag | null {
  const shape = /<(\/?)([^\s/>"'<=]+)((?:[\s/=]|"[^"]*"|'[^']*')(?:[^>"'<]|"[^"]*"|'[^']*')*|)>/y;
  shape.lastIndex = at;
  const found = shape.exec(text);
  if (!found) return null;
  const [whole, slash, name = '', inside = ''] = found;
  const kind = slash ? 'close' : inside.endsWith('/') ? 'empty' : 'open';
  const attributes = new Map(
    [...inside.matchAll(attribute)].flatMap(([, one = '', double, single]) => {
      const value = double ?? single;
      return value === undefined ? [] : [[one, value] as const];
    }),
  );
  return { kind, name, from: at, to: at + whole.length, attributes, depth };
}

export function lineEndOf(text: string): string {
  return /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
}

export function indentAt(text: string, offset: number): string {
  const before = text.slice(0, offset);
  const start = Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1;
  return /^[ \t]*/.exec(before.slice(start))?.[0] ?? '';
}
