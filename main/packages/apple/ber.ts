/** Reads elements of BER, including its stricter subset DER (X.690). Lengths are untrusted. Pure. */

const maxDepth = 16;
const maxChildren = 1_000;

export type BerNode = {
  readonly tag: number;
  /** Start of the element, including its header. */
  readonly position: number;
  readonly start: number;
  readonly end: number;
  readonly next: number;
};

export const berTags = {
  integer: 0x02,
  octetString: 0x04,
  objectIdentifier: 0x06,
  constructedOctetString: 0x24,
  sequence: 0x30,
  set: 0x31,
  firstContext: 0xa0,
} as const;

/** Returns the first element; null if invalid. May throw a `RangeError` for damaged bytes. */
export function firstNode(bytes: Buffer): BerNode | null {
  return nodeAt(bytes, 0, bytes.length, 0);
}

/** Returns the children of a constructed element, up to the first that does not fit; at most 1,000. */
export function childrenOf(bytes: Buffer, parent: BerNode): BerNode[] {
  const nodes: BerNode[] = [];
  for (let at = parent.start; at < parent.end && nodes.length < maxChildren; ) {
    const node = nodeAt(bytes, at, parent.end, 0);
    if (!node) break;
    nodes.push(node);
    at = node.next;
  }
  return nodes;
}

/** Reads one element; null if it does not fit. Older profiles use indefinite lengths. */
function nodeAt(bytes: Buffer, at: number, limit: number, depth: number): BerNode | null {
  if (at + 2 > limit || depth > maxDepth) return null;
  const tag = bytes.readUInt8(at);
  const first = bytes.readUInt8(at + 1);
  if (first === 0x80) return indefinite(bytes, { tag, position: at, start: at + 2 }, limit, depth);
  const width = first < 0x80 ? 0 : first & 0x7f;
  if (width > 6 || at + 2 + width > limit) return null;
  const length = width === 0 ? first : bytes.readUIntBE(at + 2, width);
  const start = at + 2 + width;
  const end = start + length;
  return end <= limit ? { tag, position: at, start, end, next: end } : null;
}

/** Reads an element of indefinite length, whose content ends at two zero bytes. */
function indefinite(
  bytes: Buffer,
  { tag, position, start }: Pick<BerNode, 'tag' | 'position' | 'start'>,
  limit: number,
  depth: number,
): BerNode | null {
  let at = start;
  while (at + 2 <= limit) {
    if (bytes.readUInt16BE(at) === 0) return { tag, position, start, end: at, next: at + 2 };
    const inner = nodeAt(bytes, at, limit, depth + 1);
    if (!inner) return null;
    at = inner.next;
  }
  return null;
}
