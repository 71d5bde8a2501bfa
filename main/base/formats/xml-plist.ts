/**
 * Parser for Apple's XML property lists, in one pass without recursion. A general XML parser would expand
 * entities, log to the console, and take minutes for hostile input.
 */
import { messageOf } from '../../messages/message.ts';
import { PlistError, type PlistValue } from './plist-value.ts';

const maxDepth = 64;
/** Far above real property lists, which have a few hundred values. */
const maxValues = 100_000;

type Container =
  | { readonly kind: 'dict'; readonly value: Record<string, PlistValue>; key: string | null }
  | { readonly kind: 'array'; readonly value: PlistValue[] };

/** Reads an XML property list. Throws `PlistError`. */
export function readXmlPlist(text: string): PlistValue {
  const reader = new XmlPlist();
  for (let at = 0; at < text.length && !reader.done; ) {
    const open = text.indexOf('<', at);
    if (open < 0) break;
    reader.text(text.slice(at, open));
    at = readMarkup(text, open, reader);
  }
  return reader.result();
}

function readMarkup(text: string, at: number, reader: XmlPlist): number {
  if (text.startsWith('<!--', at)) return endOf(text, '-->', at + 4);
  if (text.startsWith('<?', at)) return endOf(text, '?>', at + 2);
  if (text.startsWith('<![CDATA[', at)) {
    const end = endOf(text, ']]>', at + 9);
    reader.literal(text.slice(at + 9, end - 3));
    return end;
  }
  const end = endOf(text, '>', at + 1);
  const inside = text.slice(at + 1, end - 1);
  if (inside.startsWith('!')) refuseEntities(inside);
  else if (inside.startsWith('/')) reader.close(inside.slice(1).trim());
  else reader.open(/^[^\s/]*/.exec(inside)?.[0] ?? '', inside.endsWith('/'));
  return end;
}

function endOf(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  if (found < 0) throw new PlistError(messageOf('damage/cutOff'));
  return found + mark.length;
}

function refuseEntities(declaration: string): void {
  if (!declaration.startsWith('!DOCTYPE') || declaration.includes('[')) {
    throw new PlistError(messageOf('damage/entities'));
  }
}

class XmlPlist {
  done = false;
  private started = false;
  private top: PlistValue | undefined;
  private readonly containers: Container[] = [];
  private leaf: string | null = null;
  private leafText: string[] = [];
  private values = 0;

  text(raw: string): void {
    if (this.leaf) this.leafText.push(withEntities(raw));
    else if (raw.trim() !== '') throw new PlistError(messageOf('damage/notWellFormed'));
  }

  literal(raw: string): void {
    if (!this.leaf) throw new PlistError(messageOf('damage/notWellFormed'));
    this.leafText.push(raw);
  }

  open(name: string, closed: boolean): void {
    if (this.leaf) throw new PlistError(messageOf('damage/notWellFormed'));
    if (!this.started) {
      if (name !== 'plist' || closed) throw new PlistError(messageOf('damage/noPropertyList'));
      this.started = true;
      return;
    }
    if (name === 'dict' || name === 'array') this.openContainer(name);
    else {
      this.leaf = name;
      this.leafText = [];
    }
    if (closed) this.close(name);
  }

  close(name: string): void {
    if (this.leaf) {
      if (name !== this.leaf) throw new PlistError(messageOf('damage/notWellFormed'));
      this.leaf = null;
      const text = this.leafText.join('');
      if (name === 'key') this.setKey(text);
      else this.add(leafValue(name, text));
      return;
    }
    if (name === 'plist' && this.started && this.containers.length === 0) {
      this.done = true;
      return;
    }
    const container = this.containers.pop();
    if (container?.kind !== name || (container.kind === 'dict' && container.key !== null)) {
      throw new PlistError(messageOf('damage/notWellFormed'));
    }
    this.add(container.value as PlistValue);
  }

  result(): PlistValue {
    if (!this.started) throw new PlistError(messageOf('damage/noPropertyList'));
    if (!this.done) throw new PlistError(messageOf('damage/cutOff'));
    if (this.top === undefined) throw new PlistError(messageOf('damage/empty'));
    return this.top;
  }

  private openContainer(kind: 'dict' | 'array'): void {
    if (this.containers.length >= maxDepth) {
      throw new PlistError(messageOf('damage/tooDeep', { max: maxDepth }));
    }
    this.containers.push(
      kind === 'dict' ? { kind, value: emptyDictionary(), key: null } : { kind, value: [] },
    );
  }

  private setKey(key: string): void {
    const container = this.containers.at(-1);
    if (container?.kind !== 'dict' || container.key !== null)
      throw new PlistError(messageOf('damage/notWellFormed'));
    container.key = key;
  }

  private add(value: PlistValue): void {
    this.values += 1;
    if (this.values > maxValues) throw new PlistError(messageOf('damage/tooManyValues'));
    const container = this.containers.at(-1);
    if (!container) {
      if (this.top !== undefined) throw new PlistError(messageOf('damage/notWellFormed'));
      this.top = value;
    } else if (container.kind === 'array') container.value.push(value);
    else {
      if (container.key === null) throw new PlistError(messageOf('damage/valueWithoutKey'));
      container.value[container.key] = value;
      container.key = null;
    }
  }
}

/** Returns an object without prototype, so that keys such as `__proto__` have no effect. */
function emptyDictionary(): Record<string, PlistValue> {
  return Object.create(null) as Record<string, PlistValue>;
}

function leafValue(name: string, text: string): PlistValue {
  switch (name) {
    case 'string':
      return text;
    case 'integer':
    case 'real':
      return numberOf(text.trim());
    case 'true':
      return true;
    case 'false':
      return false;
    case 'date':
      return new Date(text.trim());
    case 'data':
      return Buffer.from(text, 'base64');
    default:
      throw new PlistError(messageOf('damage/unknownKind'));
  }
}

function numberOf(text: string): number {
  const value = text === '' ? Number.NaN : Number(text);
  if (Number.isNaN(value)) throw new PlistError(messageOf('damage/noNumber'));
  return value;
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function withEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(
    /&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|(lt|gt|amp|quot|apos));|&/g,
    (_, hex, decimal, name) => {
      if (typeof name === 'string') return entities[name] ?? '';
      const code = typeof hex === 'string' ? Number.parseInt(hex, 16) : Number(decimal);
      if (!(code <= 0x10ffff)) throw new PlistError(messageOf('damage/unknownEntity'));
      return String.fromCodePoint(code);
    },
  );
}
