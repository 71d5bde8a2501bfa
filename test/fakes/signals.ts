/** Signals for programs that tests start. Windows has none, so there they are told over a channel of Node. */
import type { ChildProcess } from 'node:child_process';
import { isWindows } from './systems.ts';

/** What Node is given before the program, and beside its stdin, stdout and stderr. */
export const signalWords: readonly string[] = isWindows
  ? ['--import', new URL('take-signals.ts', import.meta.url).href]
  : [];
export const signalChannel: readonly 'ipc'[] = isWindows ? ['ipc'] : [];

export function sendSignal(child: ChildProcess, name: NodeJS.Signals): void {
  if (isWindows && name !== 'SIGKILL') child.send(name);
  else child.kill(name);
}
