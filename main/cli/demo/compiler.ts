/** Simulates a compiler that writes builds slowly and unevenly. */
import { open } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { demoErrors } from './errors.ts';

export type CompilerReport = {
  readonly path: string;
  readonly size: number;
  /** Time just before the last write, ms since 1970 UTC. A watcher must not report the file earlier. */
  readonly lastPieceAt: number;
};

const pieces = 16;
const pauseMs = 60;
/** Exceeds the time after which watchers that only compare sizes consider a file finished. */
export const stallMs = 3_300;

export type Compiler = {
  /** Copies `build` in pieces, with a pause of `stallMs` in the middle if `stalls` is set. */
  write(build: string, stalls: boolean): Promise<CompilerReport>;
  /** True once the last write to this path has started. */
  isComplete(path: string): boolean;
};

export function createCompiler(parts: {
  readonly folder: string;
  readonly now: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
}): Compiler {
  const used = new Set<string>();
  const complete = new Set<string>();
  const write = async (build: string, stalls: boolean): Promise<CompilerReport> => {
    const path = join(parts.folder, freeName(basename(build), used));
    const target = await open(path, 'wx');
    try {
      const source = await openSource(build);
      try {
        const { size } = source;
        const step = Math.max(1, Math.ceil(size / pieces));
        let lastPieceAt = 0;
        for (let at = 0; at < size; at += step) {
          if (stalls && at > 0 && at >= size / 2 && at - step < size / 2) {
            await parts.sleep(stallMs, parts.signal);
          } else if (at > 0) await parts.sleep(pauseMs, parts.signal);
          if (at + step >= size) {
            lastPieceAt = parts.now();
            complete.add(path);
          }
          await source.copy(at, Math.min(step, size - at), (bytes) => target.writeFile(bytes));
        }
        return { path, size, lastPieceAt };
      } finally {
        await source.close();
      }
    } finally {
      await target.close();
    }
  };
  return { write, isComplete: (path) => complete.has(path) };
}

type Source = {
  readonly size: number;
  copy(at: number, length: number, write: (bytes: Uint8Array) => Promise<void>): Promise<void>;
  close(): Promise<void>;
};

const chunkBytes = 1024 * 1024;

async function openSource(path: string): Promise<Source> {
  const handle = await open(path, 'r');
  const { size } = await handle.stat();
  return {
    size,
    copy: async (at, length, write) => {
      const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, length));
      for (let done = 0; done < length; ) {
        const { bytesRead } = await handle.read(buffer, 0, Math.min(buffer.length, length - done), at + done);
        if (bytesRead === 0) throw demoErrors.shorter({ path });
        await write(buffer.subarray(0, bytesRead));
        done += bytesRead;
      }
    },
    close: () => handle.close(),
  };
}

/** Returns a name not in `used`, such as `name-2.apk`: builds from different folders may share one. */
function freeName(fileName: string, used: Set<string>): string {
  const extension = extname(fileName);
  const stem = basename(fileName, extension);
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? fileName : `${stem}-${number}${extension}`;
    if (used.has(name.toLowerCase())) continue;
    used.add(name.toLowerCase());
    return name;
  }
}
