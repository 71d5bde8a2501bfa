/** The real program in a separate process, for tests and the soak. The caller ends it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { UploadView } from '../../main/uploads/upload-view.ts';
import { sendSignal, signalArguments, signalChannel } from '../fakes/signals.ts';
import type { KillPlan } from './kill-plan.ts';

const root = resolve(import.meta.dirname, '../..');
const bundle = join(root, 'out/main/index.js');
const sources = join(root, 'main/index.ts');

export type Ended = {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
};

export type Program = {
  readonly process: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Returns the stderr output so far. */
  output(): string;
  /** Resolves once stderr contains `text`; rejects if the program ends first. */
  until(text: string): Promise<void>;
  /** Resolves with the first matching upload on stdout; rejects if the program ends first. */
  result(fits: (upload: UploadView) => boolean): Promise<UploadView>;
  /** Kills the program, as a power failure does. */
  kill(): Promise<Ended>;
  /** Stops the program, as Ctrl-C does. */
  stop(): Promise<Ended>;
};

/** Returns the bundle if it is newer than all sources, because it starts three times as fast. */
function entry(): string {
  const built = statSync(bundle, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const newest = Math.max(
    ...globSync('main/**/*.ts', { cwd: root }).map((path) => statSync(join(root, path)).mtimeMs),
  );
  return built > newest ? bundle : sources;
}

export function launch(
  parameters: readonly string[],
  options: {
    readonly environment?: Readonly<Record<string, string>>;
    readonly killPlan?: KillPlan;
    /** Command prefix that runs the program, such as strace. */
    readonly under?: readonly string[];
  } = {},
): Program {
  const clean = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(SLIPWAY_|VITEST|NODE_|INIT_CWD|npm_|DISPLAY|WAYLAND_)/.test(name),
    ),
  );
  const planned = options.killPlan
    ? {
        parameters: ['--import', new URL('kill-points.ts', import.meta.url).href],
        plan: JSON.stringify(options.killPlan),
      }
    : null;
  const [command = '', ...args] = [
    ...(options.under ?? []),
    process.execPath,
    ...signalArguments,
    ...(planned?.parameters ?? []),
    entry(),
    ...parameters,
  ];
  const child = spawn(command, args, {
    env: { ...clean, ...options.environment, ...(planned ? { SLIPWAY_KILL_PLAN: planned.plan } : {}) },
    stdio: ['ignore', 'pipe', 'pipe', ...signalChannel],
    // A separate process group, so that a signal also reaches a wrapped program.
    detached: options.under !== undefined,
  });
  return follow(child, options.under !== undefined);
}

function follow(child: ChildProcess, isGroup: boolean): Program {
  const seen = { stdout: '', stderr: '' };
  let output = Promise.withResolvers<void>();
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      seen[name] += text;
      output.resolve();
      output = Promise.withResolvers();
    });
  }
  const ended = once(child, 'close').then(
    ([code, signal]): Ended => ({
      code: code as number | null,
      signal: signal as NodeJS.Signals | null,
      ...seen,
    }),
  );
  const end = (signal: NodeJS.Signals): Promise<Ended> => {
    const { pid = 0 } = child;
    if (child.exitCode === null && child.signalCode === null) {
      if (isGroup) process.kill(-pid, signal);
      else sendSignal(child, signal);
    }
    return ended;
  };
  /** Waits until `look` finds a value in the output. */
  const found = async <Found>(look: () => Found | null): Promise<Found> => {
    for (;;) {
      const now = look();
      if (now !== null) return now;
      const over = await Promise.race([output.promise, ended.then(() => true)]);
      const last = look();
      if (last !== null) return last;
      if (over)
        throw new Error(`the program ended before the expected output\n${seen.stdout}\n${seen.stderr}`);
    }
  };
  return {
    process: child,
    ended,
    output: () => seen.stderr,
    until: async (text) => {
      await found(() => (seen.stderr.includes(text) ? true : null));
    },
    result: (fits) =>
      found(() => {
        const lines = seen.stdout.split('\n').slice(0, -1);
        return lines.map((line) => JSON.parse(line) as UploadView).find(fits) ?? null;
      }),
    kill: () => end('SIGKILL'),
    stop: () => end('SIGINT'),
  };
}
