import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

/** Starts a script of this folder as a separate process; returns its first message. */
export async function startChild<Message>(
  script: string,
  ...args: readonly string[]
): Promise<{ readonly child: ChildProcess; readonly message: Message }> {
  const child = fork(resolve(import.meta.dirname, script), [...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [message] = (await once(child, 'message')) as [Message];
  return { child, message };
}

/** Closes the channel of a process and waits until it exits. */
export async function endChild(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.disconnect();
  await exit;
}
