/** Slipway with its page in a browser tab: the command as a person starts it, and a real Chromium. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { BrowserContext, Page } from '@playwright/test';
import { builtEntry } from './application.ts';

export type Tab = {
  readonly page: Page;
  /** Where the page is served. */
  readonly origin: string;
  /** What the command wrote so far. */
  output(): string;
  /** Ctrl-C in the terminal; the exit code. */
  stop(): Promise<number | null>;
  /** Ends the process without a chance to tidy up. */
  kill(): Promise<void>;
};

/** Starts `slipway web` on a data folder and opens the printed address. */
export async function startTab(dataDir: string, context: BrowserContext): Promise<Tab> {
  const child = spawn(process.execPath, [builtEntry(), 'web', '--no-open', '--json', '--data-dir', dataDir], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const closed = once(child, 'close').then(([code]) => code as number | null);
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    const late = setTimeout(() => child.kill('SIGKILL'), 20_000);
    const code = await closed;
    clearTimeout(late);
    return code;
  };
  const [line] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line') as Promise<[string]>,
    closed.then((code) => {
      throw new Error(`slipway web ended with ${code}. It wrote:\n${output}`);
    }),
  ]);
  const { page: address } = JSON.parse(line) as { page: string };
  const page = await context.newPage();
  await page.goto(address);
  return {
    page,
    origin: new URL(address).origin,
    output: () => output,
    stop: () => end('SIGINT'),
    kill: async () => void (await end('SIGKILL')),
  };
}
