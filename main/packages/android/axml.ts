/**
 * Android's binary XML (AOSP ResourceTypes.h, ResXMLTree), read as the platform reads it: the type of the root, unknown
 * chunks, odd attribute sizes and bytes behind the document do not matter; sizes that do not fit do. Pure over bytes.
 */
import { type Chunk, chunkAt, chunkTypes, type RawValue, valueTypes } from '../images/chunks.ts';
import { emptyPool, readStringPool, type StringPool } from './string-pool.ts';

const noIndex = 0xffffffff;

export type XmlAttribute = {
  /** The platform's id of the attribute; null for one that has none (`package`, `split`). */
  readonly resourceId: number | null;
  readonly namespace: string | null;
  readonly name: string | null;
  readonly value: RawValue;
  /** The text of a string value, or the source text where the compiler kept it. */
  readonly text: string | null;
};

export type XmlElement = {
  readonly name: string;
  /** Nesting: 1 for the root element. */
  readonly depth: number;
  readonly attributes: Iterable<XmlAttribute>;
};

export type XmlHandler = {
  start(element: XmlElement): void;
  end(depth: number): void;
};

/** What is wrong with a document: `sizes` no binary XML at all, `cut` a chunk in the middle whose sizes lie. */
export type XmlDamage = 'sizes' | 'cut';

type Document = {
  readonly bytes: Buffer;
  readonly strings: StringPool;
  readonly resourceIds: Chunk | null;
};

/** Walks the elements in order. Null: read to its end. May throw Node's error for reading outside a buffer. */
export function walkBinaryXml(bytes: Buffer, handler: XmlHandler): XmlDamage | null {
  const root = chunkAt(bytes, 0, bytes.length);
  if (!root) return 'sizes';
  let strings = emptyPool;
  let resourceIds: Chunk | null = null;
  let depth = 0;
  let rootClosed = false;
  for (let at = root.headerSize; at < root.end; ) {
    const chunk = chunkAt(bytes, at, root.end);
    // The platform stops at such a chunk; by then the document may be complete.
    if (!chunk) return rootClosed ? null : 'cut';
    if (chunk.type === chunkTypes.stringPool && strings === emptyPool) strings = readStringPool(bytes, chunk);
    else if (chunk.type === chunkTypes.xmlResourceMap) resourceIds = chunk;
    else if (chunk.type === chunkTypes.xmlStartElement) {
      depth += 1;
      handler.start(readElement({ bytes, strings, resourceIds }, chunk, depth));
    } else if (chunk.type === chunkTypes.xmlEndElement) {
      handler.end(depth);
      depth -= 1;
      rootClosed ||= depth <= 0;
    }
    at = chunk.end;
  }
  return null;
}

function readElement(document: Document, chunk: Chunk, depth: number): XmlElement {
  const { bytes, strings } = document;
  const extension = chunk.at + chunk.headerSize;
  return {
    name: strings.get(bytes.readUInt32LE(extension + 4)) ?? '',
    depth,
    attributes: attributesOf(document, chunk, extension),
  };
}

function* attributesOf(document: Document, chunk: Chunk, extension: number): Generator<XmlAttribute> {
  const { bytes } = document;
  const start = extension + bytes.readUInt16LE(extension + 8);
  const size = bytes.readUInt16LE(extension + 10);
  const count = bytes.readUInt16LE(extension + 12);
  if (size < 20) return;
  for (let index = 0; index < count; index += 1) {
    const at = start + index * size;
    if (at + size > chunk.end) return;
    yield readAttribute(document, at);
  }
}

function readAttribute({ bytes, strings, resourceIds }: Document, at: number): XmlAttribute {
  const name = bytes.readUInt32LE(at + 4);
  const value: RawValue = { type: bytes.readUInt8(at + 15), data: bytes.readUInt32LE(at + 16) };
  return new BinaryAttribute(strings, {
    namespace: bytes.readUInt32LE(at),
    name,
    text: value.type === valueTypes.string ? value.data : bytes.readUInt32LE(at + 8),
    resourceId: resourceIds && resourceIdAt(bytes, resourceIds, name),
    value,
  });
}

/** Strings are looked up when asked for: of most attributes nobody wants any. */
class BinaryAttribute implements XmlAttribute {
  readonly resourceId: number | null;
  readonly value: RawValue;
  private readonly strings: StringPool;
  private readonly namespaceIndex: number;
  private readonly nameIndex: number;
  private readonly textIndex: number;

  constructor(
    strings: StringPool,
    found: Pick<XmlAttribute, 'resourceId' | 'value'> & {
      readonly namespace: number;
      readonly name: number;
      readonly text: number;
    },
  ) {
    this.resourceId = found.resourceId;
    this.value = found.value;
    this.strings = strings;
    this.namespaceIndex = found.namespace;
    this.nameIndex = found.name;
    this.textIndex = found.text;
  }

  get namespace(): string | null {
    return this.namespaceIndex === noIndex ? null : this.strings.get(this.namespaceIndex);
  }

  get name(): string | null {
    return this.strings.get(this.nameIndex);
  }

  get text(): string | null {
    return this.textIndex === noIndex ? null : this.strings.get(this.textIndex);
  }
}

/** The map gives ids for the first strings of the pool, which are attribute names. */
function resourceIdAt(bytes: Buffer, map: Chunk, name: number): number | null {
  const at = map.at + map.headerSize + name * 4;
  return at + 4 <= map.end ? bytes.readUInt32LE(at) || null : null;
}
