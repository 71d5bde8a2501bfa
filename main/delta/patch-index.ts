/** Number of bytes that are hashed for each position in the old content. */
export const keyBytes = 12;
const maxCandidates = 4;
/** A larger index would not fit into the CPU cache. */
const maxIndexBits = 20;
const minStep = 4;

/** Indexes old content. `findMatch` returns the longest match of the latest positions with the same hash. */
export function createIndex(old: Buffer, block: Buffer) {
  // The index contains only positions that are multiples of the step.
  const step = 2 ** Math.ceil(Math.log2(Math.max(minStep, old.length / 2 ** maxIndexBits)));
  const positions = Math.max(0, Math.floor((old.length - keyBytes) / step) + 1);
  const bits = Math.min(maxIndexBits, Math.max(8, Math.ceil(Math.log2(positions + 1))));
  // Both contain a position divided by the step, plus one; zero if there is none.
  const latest = new Int32Array(2 ** bits);
  const previous = new Int32Array(positions + 1);
  const hashIn = ({ buffer, byteOffset, length }: Buffer) => {
    const view = new DataView(buffer, byteOffset, length);
    return (at: number): number => {
      const first = Math.imul(view.getInt32(at, true), 0x9e3779b1);
      const second = Math.imul(view.getInt32(at + 4, true), 0x85ebca77);
      const sum = first ^ second ^ Math.imul(view.getInt32(at + 8, true), 0xc2b2ae3d);
      return Math.imul(sum ^ (sum >>> 15), 0x27d4eb2f) >>> (32 - bits);
    };
  };
  const oldHash = hashIn(old);
  for (let entry = 1; entry <= positions; entry += 1) {
    const hash = oldHash((entry - 1) * step);
    previous[entry] = latest[hash] ?? 0;
    latest[hash] = entry;
  }
  const blockHash = hashIn(block);
  const findMatch = (at: number): { readonly position: number; readonly length: number } => {
    let [position, length] = [0, 0];
    let entry = latest[blockHash(at)] ?? 0;
    for (let tried = 0; entry > 0 && tried < maxCandidates; tried += 1) {
      const candidate = (entry - 1) * step;
      const limit = Math.min(old.length - candidate, block.length - at);
      let equal = 0;
      while (equal < limit && old[candidate + equal] === block[at + equal]) equal += 1;
      if (equal > length) [position, length] = [candidate, equal];
      entry = previous[entry] ?? 0;
    }
    return { position, length };
  };
  return { findMatch };
}
