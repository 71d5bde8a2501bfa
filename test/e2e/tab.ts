/** Starts the real command and opens its page in a tab of a real Chromium. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { BrowserContext, Page } from '@playwright/test';
import { builtEntry } from './application.ts';

export type Tab = {
  readonly page: Page;
  readonly origin: string;
  /** Link with which the tab was opened. */
  readonly link: string;
  /** Returns the output of the command so far. */
  output(): string;
  /** Sends Ctrl-C; throws if the command does not exit. */
  stop(): Promise<void>;
  /** Kills the process without cleanup. */
  kill(): Promise<void>;
};

/** Starts `slipway web` on a data folder and opens the printed address, by default in a new page. */
export async function startTab(
  dataDir: string,
  context: BrowserContext,
  options: { readonly port?: number; readonly page?: Page } = {},
): Promise<Tab> {
  const port = options.port === undefined ? [] : ['--ui-port', String(options.port)];
  const parameters = ['web', '--no-open', '--json', '--data-dir', dataDir, ...port];
  const child = spawn(process.execPath, [builtEntry(), ...parameters], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const closed = once(child, 'close').then(([code]) => code as number | null);
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGINT');
    const late = setTimeout(() => child.kill('SIGABRT'), 20_000);
    await closed;
    clearTimeout(late);
    if (child.signalCode === 'SIGABRT')
      throw new Error(`Ctrl-C did not end slipway web. It wrote:\n${output}`);
  };
  const [line] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line') as Promise<[string]>,
    closed.then((code) => {
      throw new Error(`slipway web ended with ${code}. It wrote:\n${output}`);
    }),
  ]);
  if (!line.startsWith('{"')) throw new Error(`slipway web did not start. It wrote:\n${output}`);
  const { page: address } = JSON.parse(line) as { page: string };
  const page = options.page ?? (await context.newPage());
  await page.goto(address);
  return {
    page,
    origin: new URL(address).origin,
    link: address,
    output: () => output,
    stop,
    kill: async () => {
      child.kill('SIGKILL');
      await closed;
    },
  };
}
