import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import { systemClock } from '../../../main/base/clock.ts';
import { Redactor } from '../../../main/base/log/redact.ts';
import { type Service, startService } from '../../../main/service/service.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { quickPasswords } from '../../fakes/quick-passwords.ts';
import { sendSignal, signalArguments, signalChannel } from '../../fakes/signals.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

const project = resolve(import.meta.dirname, '../../..');
/** Program to start: the sources, or the bundle in SLIPWAY_ENTRY, which starts three times faster. */
const entry = process.env['SLIPWAY_ENTRY'] ?? join(project, 'main', 'index.ts');

export type Ended = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

export type RunningProgram = {
  readonly process: ChildProcess;
  readonly ended: Promise<Ended>;
  signal(name: NodeJS.Signals): void;
  /**
   * Waits until the stream contains `text` and returns all output so far; rejects if the program ends first.
   */
  until(stream: 'stdout' | 'stderr', text: string): Promise<string>;
};

/** Program of util-linux that runs a command in a new pseudo-terminal. */
const terminalMaker = 'script';

/** Returns true if `script` is installed, so that programs can run in a pseudo-terminal. */
export function canMakeTerminals(): boolean {
  const version = spawnSync(terminalMaker, ['--version'], { encoding: 'utf8' });
  return version.status === 0 && version.stdout.includes('util-linux');
}

export type Input = {
  /** Defaults to an empty stdin. */
  readonly input?: string | Uint8Array;
  /** Runs the program in a pseudo-terminal. Its stdin accepts keys, and stdout contains all output. */
  readonly terminal?: true;
  /** Command prefix that runs the program, for example in another environment. */
  readonly within?: readonly string[];
};

/** Starts the real program as a child process, without this process's `SLIPWAY_` environment variables. */
export function startSlipway(
  parameters: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  { input, terminal, within = [] }: Input = {},
): RunningProgram {
  const clean = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(SLIPWAY_|INIT_CWD|npm_|DISPLAY|WAYLAND_|CI$)/.test(name),
    ),
  );
  const command = [...within, process.execPath, ...signalArguments, entry, ...parameters];
  const onTerminal = ['-qefc', command.map(quoted).join(' '), '/dev/null'];
  const [program = process.execPath, ...others] = terminal ? [terminalMaker, ...onTerminal] : command;
  const child = spawn(program, others, {
    env: { ...clean, ...environment },
    stdio: ['pipe', 'pipe', 'pipe', ...signalChannel],
  }) as ChildProcessWithoutNullStreams;
  // The program may exit before it reads its input.
  child.stdin.on('error', () => null);
  if (!terminal) child.stdin.end(input);
  const seen = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      seen[name] += text;
    });
  }
  const ended = once(child, 'close').then(([code]): Ended => ({ code: code as number | null, ...seen }));
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await ended;
  });
  const until = async (name: 'stdout' | 'stderr', text: string): Promise<string> => {
    while (!seen[name].includes(text)) {
      const more = once(child[name], 'data').then(() => true);
      const over = ended.then(() => false);
      if (!(await Promise.race([more, over])) && !seen[name].includes(text)) {
        throw new Error(`the program ended before it wrote ${text}\n${seen.stdout}\n${seen.stderr}`);
      }
    }
    return seen[name];
  };
  return { process: child, ended, signal: (name) => sendSignal(child, name), until };
}

export function slipway(
  parameters: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  input: Input = {},
): Promise<Ended> {
  return startSlipway(parameters, environment, input).ended;
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

export type RunningService = {
  readonly service: Service;
  /** Environment variables with the address of the service and the credentials. */
  readonly environment: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
};

/** Starts a real distribution service on a free port, with a first user. */
export async function runService(): Promise<RunningService> {
  const redactor = new Redactor();
  const service = await startService({
    dataDir: join(await temporaryFolder(), 'service'),
    clock: systemClock,
    log: collectedLog(redactor).log,
    redactor,
    ...quickPasswords,
  });
  onTestFinished(() => service.stop());
  const user = service.firstUser;
  if (!user) throw new Error('the service made no first user');
  return {
    service,
    environment: {
      SLIPWAY_BASE_URL: service.url,
      SLIPWAY_USER: user.userName,
      SLIPWAY_CLIENT_ID: user.clientId,
      SLIPWAY_PASSWORD: user.password,
      SLIPWAY_CLIENT_SECRET: user.clientSecret,
    },
    secrets: [user.password, user.clientSecret],
  };
}
