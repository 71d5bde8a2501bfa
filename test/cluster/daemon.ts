/** Runs system servers as child processes. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});
// A signal without a handler would skip the exit listener above, and the servers would keep running.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

/** Starts a server in the foreground. Its output goes to the file `log`. */
export function startDaemon(command: string, words: readonly string[], log: string): ChildProcess {
  const file = openSync(log, 'a');
  const child = spawn(command, [...words], { stdio: ['ignore', file, file] });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

export async function endDaemon(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

/** Runs a program to completion and returns its stdout. */
export async function run(command: string, ...words: readonly string[]): Promise<string> {
  return (await promisify(execFile)(command, [...words], { maxBuffer: 64 * 1024 * 1024 })).stdout;
}

/** Resolves once `url` returns any response. */
export async function untilAnswered(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    const answered = await fetch(url).then(
      () => true,
      () => false,
    );
    if (answered) return;
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended with ${child.exitCode}`);
    await pause(100);
  }
}
