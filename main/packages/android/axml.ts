/**
 * Reads Android's binary XML (AOSP ResourceTypes.h, ResXMLTree) as the platform does. Ignores the type of the
 * root, unknown chunks, odd attribute sizes and bytes after the document. Pure.
 */
import { type Chunk, chunkAt, chunkTypes, type RawValue, valueTypes } from '../images/chunks.ts';
import { emptyPool, readStringPool, type StringPool } from './string-pool.ts';

const noIndex = 0xffffffff;

export type XmlAttribute = {
  /** Platform id of the attribute; null if it has none (`package`, `split`). */
  readonly resourceId: number | null;
  readonly namespace: string | null;
  readonly name: string | null;
  readonly value: RawValue;
  /** Text of a string value, or the source text if it is stored. */
  readonly text: string | null;
};

export type XmlElement = {
  readonly name: string;
  readonly depth: number;
  readonly attributes: Iterable<XmlAttribute>;
};

export type XmlHandler = {
  start(element: XmlElement): void;
  end(depth: number): void;
};

/** `not-xml`: the file is not binary XML. `truncated`: a chunk in it has inconsistent sizes. */
export type XmlDamage = 'not-xml' | 'truncated';

type Document = {
  readonly bytes: Buffer;
  readonly strings: StringPool;
  readonly resourceIds: Chunk | null;
};

/** Calls `handler` for each element. Returns null if intact. May throw a `RangeError` for damaged bytes. */
export function walkBinaryXml(bytes: Buffer, handler: XmlHandler): XmlDamage | null {
  const root = chunkAt(bytes, 0, bytes.length);
  if (!root) return 'not-xml';
  let strings = emptyPool;
  let resourceIds: Chunk | null = null;
  let depth = 0;
  let rootClosed = false;
  for (let at = root.headerSize; at < root.end; ) {
    const chunk = chunkAt(bytes, at, root.end);
    // The platform stops at an invalid chunk, but may have read the whole document before it.
    if (!chunk) return rootClosed ? null : 'truncated';
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

/** Reads strings only when they are accessed, because most are never used. */
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

/** The map contains the ids of the first strings in the pool, which are attribute names. */
function resourceIdAt(bytes: Buffer, map: Chunk, name: number): number | null {
  const at = map.at + map.headerSize + name * 4;
  return at + 4 <= map.end ? bytes.readUInt32LE(at) || null : null;
}
