import { spawn } from 'node:child_process';

/** Whether a command can be started; `question` is what it answers without doing anything. */
export async function isInstalled(command: string, question: string): Promise<boolean> {
  const child = spawn(command, [question], { stdio: 'ignore' });
  return new Promise((tell) => {
    child.once('error', () => tell(false));
    child.once('exit', (code) => tell(code === 0));
  });
}
