import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endChild, startChild } from './child.ts';

/** Runs `work` with an empty folder and removes the folder afterwards. */
export async function withFolder<Value>(work: (folder: string) => Promise<Value>): Promise<Value> {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-bench-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Runs `work` with an empty folder and a server that discards uploads. */
export function withSink<Value>(work: (folder: string, url: string, sink: ChildProcess) => Promise<Value>) {
  return withFolder(async (folder) => {
    const { child, message } = await startChild<{ port: number }>('sink.ts');
    try {
      return await work(folder, `http://127.0.0.1:${message.port}`, child);
    } finally {
      await endChild(child);
    }
  });
}
