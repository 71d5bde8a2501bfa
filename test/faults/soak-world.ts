/** A service and a `slipway watch` that can be killed, with a faulty proxy between them. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from '../../main/base/clock.ts';
import { createLog } from '../../main/base/log/log.ts';
import { Redactor } from '../../main/base/log/redact.ts';
import { exitCodes } from '../../main/cli/exit-codes.ts';
import { type FirstUser, startService } from '../../main/service/service.ts';
import { type Fault, type FaultProxy, openFaultProxy } from '../fakes/fault-proxy.ts';
import { assess, buildPath, type Deliveries, type MadeBuild, numberedApk, writeBuild } from './deliveries.ts';
import { environmentOf, people, watchArguments } from './kill-world.ts';
import { launch, type Program } from './program.ts';
import type { Random } from './random.ts';
import { inspectorOptions } from './stable-memory.ts';

export type SoakWorld = {
  readonly proxy: FaultProxy;
  readonly builds: readonly MadeBuild[];
  /** Builds whose file was replaced. They may be delivered or not. */
  readonly replaced: ReadonlySet<number>;
  drop(): Promise<void>;
  /** Replaces the file of a recent build. */
  replace(): Promise<void>;
  startService(): Promise<void>;
  killService(): Promise<void>;
  startWatch(): void;
  /** Returns the running `slipway watch`. */
  watch(): Program;
  /** Compares the dropped builds with the builds on the service. Requires that no process runs. */
  assess(): Promise<Deliveries>;
  stop(): Promise<void>;
};

export async function createSoakWorld(home: string, random: Random): Promise<SoakWorld> {
  const [folder, dataDir, serviceDir] = ['builds', 'data', 'service'].map((name) => join(home, name)) as [
    string,
    string,
    string,
  ];
  await mkdir(folder);
  const builds: MadeBuild[] = [];
  const replaced = new Set<number>();
  let service: { readonly child: ChildProcess; readonly url: string } | null = null;
  let user: FirstUser | null = null;
  let watch: Program | null = null;
  const proxy = await openFaultProxy(() => service?.url ?? 'http://127.0.0.1:9');

  let numbers = 0;
  const next = (): number => {
    numbers += 1;
    return numbers;
  };
  const make = async (path: string, number: number): Promise<void> => {
    const padding = random.pick([30_000, random.between(10_000, 400_000), random.between(10_000, 4_000_000)]);
    builds.push(await writeBuild(path, number, numberedApk(number, { padding })));
  };
  const killService = async (): Promise<void> => {
    const running = service;
    service = null;
    if (!running || running.child.exitCode !== null || running.child.signalCode !== null) return;
    const ended = once(running.child, 'exit');
    running.child.kill('SIGKILL');
    await ended;
  };
  const startWatch = (): void => {
    if (!user) throw new Error('the service made no first user');
    const environment = { ...environmentOf(user, proxy.url), NODE_OPTIONS: inspectorOptions };
    const program = launch(watchArguments(folder, dataDir), { environment });
    watch = program;
    // `slipway watch` exits if it cannot reach the service to sign in. Restarts it, as a supervisor would.
    void program.ended.then(({ code }) => {
      if (code === exitCodes.unreachable && watch === program) startWatch();
    });
  };
  return {
    proxy,
    builds,
    replaced,
    drop: () => {
      const number = next();
      return make(buildPath(folder, number), number);
    },
    replace: async () => {
      const old = builds.at(-1);
      if (!old || replaced.has(old.number)) return;
      replaced.add(old.number);
      await make(old.path, next());
    },
    startService: async () => {
      const child = fork(join(import.meta.dirname, 'faulty-service.ts'), [serviceDir], {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      const [started] = (await once(child, 'message')) as [{ url: string; user: FirstUser | null }];
      user ??= started.user;
      service = { child, url: started.url };
    },
    killService,
    startWatch,
    watch: () => {
      if (!watch) throw new Error('nothing watches yet');
      return watch;
    },
    assess: async () => {
      if (!user) throw new Error('the service made no first user');
      const redactor = new Redactor();
      const log = createLog({ clock: systemClock, redactor, sinks: [] });
      const opened = await startService({ dataDir: serviceDir, clock: systemClock, log, redactor });
      try {
        return await assess(opened, user, builds, people);
      } finally {
        await opened.stop();
      }
    },
    stop: async () => {
      await watch?.kill();
      await killService();
      await proxy.stop();
    },
  };
}

/** Returns a random transient fault for a request. */
export function passingFault(line: string, length: number, random: Random): Fault {
  const side = random.pick(['request', 'answer'] as const);
  const after = side === 'request' ? Math.floor(random.next() * length) : random.between(0, 900);
  const status = random.pick([408, 429, 500, 502, 503, ...(line.includes('token') ? [] : [401])]);
  return random.pick<() => Fault>([
    () => ({ kind: 'reset', side, after }),
    () => ({ kind: 'cut-after' }),
    () => ({ kind: 'stall', side, after, release: pause(random.between(100, 8_000)) }),
    () => ({ kind: 'slow', bytesPerSecond: random.between(100_000, 2_000_000) }),
    () => ({ kind: 'answer', status, headers: { 'retry-after': '1' }, body: 'not now' }),
  ])();
}
