/** Writes files in pieces, as compilers do, and reports the time of the last byte. */
import { open, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

export type WriteOrder = {
  readonly source: string;
  readonly path: string;
  readonly pieces: number;
  /** Pause before every piece but the first. */
  readonly pauseMs: number;
};

/** Milliseconds since 1970 UTC, with fractions. */
export type Written = { readonly path: string; readonly lastByteAt: number };

async function write({ source, path, pieces, pauseMs }: WriteOrder): Promise<void> {
  const bytes = await readFile(source);
  const handle = await open(path, 'w');
  const share = Math.ceil(bytes.length / pieces);
  for (let from = 0; from < bytes.length; from += share) {
    if (from > 0) await pause(pauseMs);
    await handle.write(bytes.subarray(from, from + share));
  }
  const written: Written = { path, lastByteAt: performance.timeOrigin + performance.now() };
  await handle.close();
  process.send?.(written);
}

process.on('message', (order) => void write(order as WriteOrder));
process.on('disconnect', () => process.exit(0));
process.send?.({});
