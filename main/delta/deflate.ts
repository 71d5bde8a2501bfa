/**
 * Reproduces deflated entries. pako 2.1.0 writes the same bytes as the zlib of Java and Android. The zlib of
 * Node.js and later versions of pako do not.
 */

import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { Deflate } from 'pako';
import type { DeflateParameters } from './operations.ts';

/** Number of bytes deflated before other work can run; this takes a few milliseconds. */
const stepBytes = 64 * 1024;

/** Deflates `content` chunk by chunk, and yields to the event loop in between. */
export async function* deflate(
  content: AsyncIterable<Buffer>,
  { level, memLevel }: DeflateParameters,
): AsyncGenerator<Buffer> {
  let packed: Buffer[] = [];
  const deflater = new Deflate({ raw: true, level: level as 9, memLevel, chunkSize: stepBytes });
  deflater.onData = (chunk) => {
    packed.push(Buffer.from(chunk as Uint8Array));
  };
  const taken = (): Buffer[] => packed.splice(0);
  for await (const bytes of content) {
    for (let at = 0; at < bytes.length; at += stepBytes) {
      deflater.push(bytes.subarray(at, at + stepBytes), false);
      yield* taken();
      await yieldToEventLoop();
    }
  }
  deflater.push(new Uint8Array(0), true);
  yield* taken();
  packed = [];
}

export function isDeflatable({ level, memLevel }: DeflateParameters): boolean {
  return level >= 1 && level <= 9 && memLevel >= 1 && memLevel <= 9;
}

const memLevels = [8, 9];
const levels = [6, 9, 1, 5, 4, 3, 2, 7, 8];
const candidates = memLevels.flatMap((memLevel) => levels.map((level) => ({ level, memLevel })));

/**
 * Returns the parameters that deflate `content` to exactly `packed`; null if there are none. Tries `likely`
 * first. Each try reads both from the beginning, and stops at the first difference.
 */
export async function findParameters(
  content: () => AsyncIterable<Buffer>,
  packed: (position: number, length: number) => Promise<Buffer>,
  packedSize: number,
  likely: readonly DeflateParameters[],
): Promise<DeflateParameters | null> {
  for (const parameters of [...likely, ...candidates.filter((each) => !likely.includes(each))]) {
    let at = 0;
    let isEqual = true;
    for await (const chunk of deflate(content(), parameters)) {
      isEqual = chunk.equals(await packed(at, chunk.length));
      at += chunk.length;
      if (!isEqual) break;
    }
    if (isEqual && at === packedSize) return parameters;
  }
  return null;
}
