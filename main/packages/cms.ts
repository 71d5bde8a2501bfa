/** The signed content inside a CMS message (RFC 5652), which is what a provisioning profile is. Pure over bytes. */

const sequence = 0x30;
const octetString = 0x04;
const constructedOctetString = 0x24;
const firstContext = 0xa0;
const deepest = 16;

type Node = { readonly tag: number; readonly start: number; readonly end: number; readonly next: number };

/**
 * The content that was signed; null when the bytes are no signed message. The signature is not checked: a device does
 * that, and the content is only shown. May throw Node's error for reading outside a buffer.
 */
export function signedContent(bytes: Buffer): Buffer | null {
  const message = nodeAt(bytes, 0, bytes.length, 0);
  const signed = child(bytes, child(bytes, message, sequence, firstContext), null, sequence);
  const enclosed = signed && childrenOf(bytes, signed).find((node) => node.tag === sequence);
  const wrapped = enclosed && childrenOf(bytes, enclosed).find((node) => node.tag === firstContext);
  const content = wrapped && childrenOf(bytes, wrapped)[0];
  if (!content) return null;
  if (content.tag === octetString) return bytes.subarray(content.start, content.end);
  if (content.tag !== constructedOctetString) return null;
  const parts = childrenOf(bytes, content).filter((node) => node.tag === octetString);
  return Buffer.concat(parts.map((part) => bytes.subarray(part.start, part.end)));
}

/** The first child with `tag` of a node, which itself must have `parentTag` unless that is null. */
function child(bytes: Buffer, parent: Node | null, parentTag: number | null, tag: number): Node | null {
  if (!parent || (parentTag !== null && parent.tag !== parentTag)) return null;
  return childrenOf(bytes, parent).find((node) => node.tag === tag) ?? null;
}

function childrenOf(bytes: Buffer, parent: Node): Node[] {
  const nodes: Node[] = [];
  for (let at = parent.start; at < parent.end && nodes.length < 1000; ) {
    const node = nodeAt(bytes, at, parent.end, 0);
    if (!node) break;
    nodes.push(node);
    at = node.next;
  }
  return nodes;
}

/** One element in BER: definite lengths, and the indefinite ones of older profiles; null when it does not fit. */
function nodeAt(bytes: Buffer, at: number, limit: number, depth: number): Node | null {
  if (at + 2 > limit || depth > deepest) return null;
  const tag = bytes.readUInt8(at);
  const first = bytes.readUInt8(at + 1);
  if (first === 0x80) return indefinite(bytes, { tag, start: at + 2 }, limit, depth);
  const width = first < 0x80 ? 0 : first & 0x7f;
  if (width > 6 || at + 2 + width > limit) return null;
  const length = width === 0 ? first : bytes.readUIntBE(at + 2, width);
  const start = at + 2 + width;
  const end = start + length;
  return end <= limit ? { tag, start, end, next: end } : null;
}

/** Ends at the first two zeros between its elements. */
function indefinite(
  bytes: Buffer,
  { tag, start }: Pick<Node, 'tag' | 'start'>,
  limit: number,
  depth: number,
): Node | null {
  let at = start;
  while (at + 2 <= limit) {
    if (bytes.readUInt16BE(at) === 0) return { tag, start, end: at, next: at + 2 };
    const inner = nodeAt(bytes, at, limit, depth + 1);
    if (!inner) return null;
    at = inner.next;
  }
  return null;
}
