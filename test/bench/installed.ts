import { spawn } from 'node:child_process';

/** Returns true if a program is installed. `question`: an argument such as `--version`. */
export async function isInstalled(command: string, question: string): Promise<boolean> {
  const child = spawn(command, [question], { stdio: 'ignore' });
  return new Promise((resolve) => {
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
}
