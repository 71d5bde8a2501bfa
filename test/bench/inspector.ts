/**
 * Inspects (or, started with `fingerprint`, fingerprints) the builds it is told of, in a process of its own, so that memory and bytes read are its own. Linux: peak
 * memory is counted anew for each request, from what is resident before it.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fingerprintFile } from '../../main/packages/fingerprint.ts';
import { inspectPackage } from '../../main/packages/inspect.ts';

export type InspectorAnswer = {
  /** Peak resident memory above that before, in bytes. */
  readonly memory: number;
  /** Bytes read from files. */
  readonly read: number;
};

process.on('message', (path: string) => void measure(path));
process.on('disconnect', () => process.exit());
process.send?.('ready');

async function measure(path: string): Promise<void> {
  const before = { memory: await resident('VmRSS'), read: await bytesRead() };
  // 5 sets the peak back to what is resident now: proc(5).
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
