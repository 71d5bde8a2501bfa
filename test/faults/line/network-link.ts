/** A simulated network link between two namespaces of this computer. The caller closes it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Changes, LineCounts } from './link.ts';
import { addresses, makeNamespaces, type Namespaces } from './namespaces.ts';

export type NetworkLink = {
  readonly namespaces: Namespaces;
  set(changes: Changes): Promise<void>;
  counts(): Promise<LineCounts>;
  close(): Promise<void>;
};

export async function openNetworkLink(
  label: string,
  changes: Changes = {},
  options: { readonly hosts?: string; readonly seed?: number } = {},
): Promise<NetworkLink> {
  const namespaces = makeNamespaces(label, options.hosts);
  const words = [addresses.devices, String(options.seed ?? 1)];
  const link = startIn(namespaces, 'between', 'link.ts', words);
  const ask = async (given: Changes): Promise<LineCounts> => {
    const answer = once(link, 'message');
    link.send(given);
    const [counts] = (await answer) as [LineCounts];
    return counts;
  };
  let last: Promise<unknown> = once(link, 'message');
  const sequentially = (given: Changes): Promise<LineCounts> => {
    const next = last.then(() => ask(given));
    last = next;
    return next;
  };
  await sequentially(changes);
  return {
    namespaces,
    set: async (given) => void (await sequentially(given)),
    counts: () => sequentially({}),
    close: async () => {
      await endProcess(link);
      namespaces.remove();
    },
  };
}

/** Returns the same conditions for both directions. `rttMs` is the total round-trip time. */
export function both(conditions: NonNullable<Changes['near']> & { readonly rttMs?: number }): Changes {
  const { rttMs, ...rest } = conditions;
  const each = rttMs === undefined ? rest : { ...rest, delayMs: rttMs / 2 };
  return { near: each, far: each };
}

/** Starts a file of this folder as a process in a namespace, with an IPC channel. */
export function startIn(
  namespaces: Namespaces,
  part: Parameters<Namespaces['within']>[0],
  file: string,
  words: readonly string[],
): ChildProcess {
  const [command = '', ...rest] = [
    ...namespaces.within(part),
    process.execPath,
    join(import.meta.dirname, file),
  ];
  const child = spawn(command, [...rest, ...words], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const onExit = (): void => void child.kill('SIGKILL');
  // Runs before other exit listeners, so that the program ends before its namespace is removed.
  process.prependOnceListener('exit', onExit);
  child.once('exit', () => process.removeListener('exit', onExit));
  return child;
}

export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const over = once(child, 'exit');
  child.kill('SIGKILL');
  await over;
}
