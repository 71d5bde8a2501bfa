/** Elements of BER, of which DER is the strict form (X.690). Positions are claims: nothing is read outside the buffer given. Pure over bytes. */

const deepest = 16;
const mostChildren = 1_000;

export type BerNode = {
  readonly tag: number;
  /** Where the element starts, its header included. */
  readonly position: number;
  /** Where the content starts and ends. */
  readonly start: number;
  readonly end: number;
  /** Where the next element starts. */
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

/** The element at the start of a buffer; null when the bytes are none. May throw Node's error for reading outside a buffer. */
export function firstNode(bytes: Buffer): BerNode | null {
  return nodeAt(bytes, 0, bytes.length, 0);
}

/** The elements inside a constructed one, up to the first that does not fit; at most 1,000. */
export function childrenOf(bytes: Buffer, parent: BerNode): BerNode[] {
  const nodes: BerNode[] = [];
  for (let at = parent.start; at < parent.end && nodes.length < mostChildren; ) {
    const node = nodeAt(bytes, at, parent.end, 0);
    if (!node) break;
    nodes.push(node);
    at = node.next;
  }
  return nodes;
}

/** One element in BER: definite lengths, and the indefinite ones of older profiles; null when it does not fit. */
function nodeAt(bytes: Buffer, at: number, limit: number, depth: number): BerNode | null {
  if (at + 2 > limit || depth > deepest) return null;
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

/** Ends at the first two zeros between its elements. */
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
