import { open } from 'node:fs/promises';
import { systemCode } from '../errors.ts';
import { readAt } from '../files/files.ts';

/** Returns the last complete lines within `maxBytes`, oldest first, also from the rotated file (`.1`). */
export async function readLogTail(path: string, maxBytes: number): Promise<readonly string[]> {
  const now = await lastBytes(path, maxBytes);
  const before = now.whole ? await lastBytes(`${path}.1`, maxBytes - now.bytes.length) : null;
  return [...linesOf(before), ...linesOf(now)];
}

type Tail = { readonly bytes: Buffer; readonly whole: boolean };

async function lastBytes(path: string, max: number): Promise<Tail> {
  if (max <= 0) return { bytes: Buffer.alloc(0), whole: false };
  let handle: Awaited<ReturnType<typeof open>>;
  try {
    handle = await open(path, 'r');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return { bytes: Buffer.alloc(0), whole: true };
    throw error;
  }
  try {
    const { size } = await handle.stat();
    const from = Math.max(0, size - max);
    return { bytes: await readAt(handle, from, size - from), whole: from === 0 };
  } finally {
    await handle.close();
  }
}

function linesOf(tail: Tail | null): readonly string[] {
  if (tail === null) return [];
  const lines = tail.bytes.toString('utf8').split('\n');
  const whole = tail.whole ? lines : lines.slice(1);
  return whole.filter((line) => line !== '');
}
