/** Signals for programs that tests start. Windows has no signals, so Node's IPC channel replaces them. */
import type { ChildProcess } from 'node:child_process';
import { isWindows } from './systems.ts';

/** Node options that signals require on Windows. `signalChannel` is the additional stdio. */
export const signalArguments: readonly string[] = isWindows
  ? ['--import', new URL('take-signals.ts', import.meta.url).href]
  : [];
export const signalChannel: readonly 'ipc'[] = isWindows ? ['ipc'] : [];

export function sendSignal(child: ChildProcess, name: NodeJS.Signals): void {
  if (isWindows && name !== 'SIGKILL') child.send(name);
  else child.kill(name);
}
