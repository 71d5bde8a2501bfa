/**
 * Inspects builds and measures peak memory and disk reads, in a separate process on Linux. Each message is a
 * path. With the argument `fingerprint`, builds are fingerprinted instead.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fingerprintFile } from '../../main/packages/fingerprint.ts';
import { inspectPackage } from '../../main/packages/inspect.ts';

export type InspectorAnswer = {
  /** Peak resident memory above the initial memory, in bytes. */
  readonly memory: number;
  /** Bytes read from files. */
  readonly read: number;
};

process.on('message', (path: string) => void measure(path));
process.on('disconnect', () => process.exit());
process.send?.('ready');

async function measure(path: string): Promise<void> {
  const before = { memory: await resident('VmRSS'), read: await bytesRead() };
  // The value 5 resets the peak to the current resident memory; see proc(5).
  await writeFile('/proc/self/clear_refs', '5');
  await (process.argv[2] === 'fingerprint' ? fingerprintFile(path) : inspectPackage(path));
  const counting = await bytesRead();
  const answer: InspectorAnswer = {
    memory: (await resident('VmHWM')) - before.memory,
    read: counting - before.read,
  };
  process.send?.(answer);
}

async function resident(key: string): Promise<number> {
  const status = await readFile('/proc/self/status', 'utf8');
  return Number(new RegExp(`^${key}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024;
}

async function bytesRead(): Promise<number> {
  const io = await readFile('/proc/self/io', 'utf8');
  return Number(/^rchar: (\d+)$/m.exec(io)?.[1]);
}
