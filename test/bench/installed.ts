import { spawn } from 'node:child_process';

/** True if a command can be started. `question`: an argument without side effects. */
export async function isInstalled(command: string, question: string): Promise<boolean> {
  const child = spawn(command, [question], { stdio: 'ignore' });
  return new Promise((resolve) => {
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
}
