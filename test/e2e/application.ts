/** Starts the built application in the Electron test double and gives access to its window and desktop. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, expect, type Page } from '@playwright/test';
import { toWeb } from '../fakes/electron/addresses.ts';
import type {
  ControlCalls,
  ControlName,
  ControlReply,
  Snapshot,
} from '../fakes/electron/control-contract.ts';

/** URL of the window's page in the Chromium of the double. */
const pageOrigin = new URL(toWeb('app://slipway/')).origin;

const project = join(import.meta.dirname, '..', '..');
const register = join(project, 'test', 'fakes', 'electron', 'register.ts');

/** Replacements for desktop programs. This folder comes first on the PATH. */
const desktopTools = join(project, 'test', 'fakes', 'desktop-tools');

export type StartOptions = {
  /** Folder of settings, journal and log. Defaults to a temporary folder. */
  readonly userData?: string;
  readonly arguments?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Program to start. Defaults to the built program. */
  readonly entry?: string;
  /** Working directory. Defaults to that of the test. */
  readonly folder?: string;
};

export type Application = {
  readonly page: Page;
  /** Origin of the page: `app://slipway`, or its web address in the double. */
  readonly origin: string;
  readonly process: ChildProcess;
  readonly userData: string;
  call<Name extends ControlName>(
    name: Name,
    values: ControlCalls[Name]['arguments'],
  ): Promise<ControlCalls[Name]['answer']>;
  snapshot(): Promise<Snapshot>;
  /** Output to the terminal so far. */
  output(): string;
  /** Resolves with the exit code once the process has ended. */
  ended(): Promise<number | null>;
  /** Quits as a user does, kills the process if necessary, and removes its temporary folder. */
  stop(): Promise<void>;
};

/** Returns the built program; throws if there is none. */
export function builtEntry(): string {
  const entry = process.env['SLIPWAY_ENTRY'] ?? join(project, 'out', 'main', 'index.js');
  if (!existsSync(entry)) throw new Error(`${entry} does not exist. Build first: npm run build`);
  return entry;
}

/** Started process, which may have no window. */
export type Started = Omit<Application, 'page' | 'origin'>;

export async function startProcess(options: StartOptions = {}): Promise<Started> {
  const entry = options.entry ?? builtEntry();
  const userData = options.userData ?? (await mkdtemp(join(tmpdir(), 'slipway-e2e-')));
  const child = fork(entry, [`--user-data-dir=${userData}`, ...(options.arguments ?? [])], {
    execArgv: ['--import', register],
    env: { ...process.env, PATH: `${desktopTools}:${process.env['PATH']}`, ...options.environment },
    ...(options.folder === undefined ? {} : { cwd: options.folder }),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const closed = once(child, 'close').then(([code]) => code as number | null);
  const call = callsOf(child, () => output);
  return {
    process: child,
    userData,
    call,
    snapshot: () => call('snapshot', {}),
    output: () => output,
    ended: () => closed,
    stop: async () => {
      if (child.connected) await call('quit', {}).catch(() => null);
      const late = setTimeout(() => child.kill('SIGKILL'), 10_000);
      await closed;
      clearTimeout(late);
      if (options.userData === undefined) await rm(userData, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

export async function startApplication(options: StartOptions = {}): Promise<Application> {
  const started = await startProcess(options);
  try {
    // Never closed, because that would close the application's Chromium, which exits with the process.
    const browser = await chromium.connectOverCDP(await started.call('endpoint', {}));
    const page = await windowOf(browser, started);
    // A window is shown once its page is loaded.
    await expect.poll(async () => (await started.snapshot()).windows[0]?.visible).toBe(true);
    return { ...started, page, origin: pageOrigin };
  } catch (error) {
    await started.stop();
    throw new Error(`The application did not show its window. It wrote:\n${started.output()}`, {
      cause: error,
    });
  }
}

/** Waits for the page of the window, which has the application's own address. */
async function windowOf(browser: Browser, started: Started): Promise<Page> {
  const context = browser.contexts()[0];
  if (!context) throw new Error('Chromium has no context');
  const isWindow = (page: Page): boolean => page.url().startsWith(pageOrigin);
  const deadline = AbortSignal.timeout(20_000);
  for (;;) {
    const page = context.pages().find(isWindow);
    if (page) return page;
    deadline.throwIfAborted();
    const [known] = context.pages();
    await Promise.race([
      ...(known ? [known.waitForURL((url) => url.href.startsWith(pageOrigin), { timeout: 20_000 })] : []),
      context.waitForEvent('page', { timeout: 20_000 }).catch(() => null),
      started.ended().then(() => {
        throw new Error('The process ended');
      }),
    ]);
  }
}

function callsOf(child: ChildProcess, output: () => string): Application['call'] {
  let lastId = 0;
  const waiting = new Map<number, (reply: ControlReply) => void>();
  child.on('message', (message) => {
    const reply = message as ControlReply;
    waiting.get(reply.id)?.(reply);
    waiting.delete(reply.id);
  });
  child.on('close', () => {
    for (const [id, answer] of waiting) answer({ id, error: `The process ended. It wrote:\n${output()}` });
    waiting.clear();
  });
  return (name, values) =>
    new Promise((resolve, reject) => {
      const id = ++lastId;
      waiting.set(id, (reply) => {
        if ('error' in reply) reject(new Error(reply.error));
        else resolve(reply.answer as never);
      });
      child.send({ id, name, values }, (error) => {
        if (error) reject(error);
      });
    });
}
