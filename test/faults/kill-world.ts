/** A real `slipway watch` that is killed and restarted, a real service, and a proxy in between. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { systemClock } from '../../main/base/clock.ts';
import { Redactor } from '../../main/base/log/redact.ts';
import { type FirstUser, type Service, startService } from '../../main/service/service.ts';
import type { UploadView } from '../../main/uploads/upload-view.ts';
import { type FaultProxy, startFaultProxy } from '../contract/api/fault-proxy.ts';
import { openCore } from '../contract/core/core-world.ts';
import { collectedLog } from '../fakes/collected-log.ts';
import { quickPasswords } from '../fakes/quick-passwords.ts';
import { temporaryFolder } from '../fakes/temporary-folder.ts';
import { assess, buildPath, type Deliveries, type MadeBuild, numberedApk, writeBuild } from './deliveries.ts';
import type { KillPlan } from './kill-plan.ts';
import { launch, type Program } from './program.ts';
import type { Random } from './random.ts';

export const people = ['ada@example.test', 'ben@example.test'];

export type WatchOptions = {
  readonly plan?: KillPlan;
  /** Command prefix that runs the program, such as strace. */
  readonly under?: readonly string[];
  /** Data folder. Defaults to that of the world. */
  readonly dataDir?: string;
};

export type KillWorld = {
  readonly service: Service;
  readonly proxy: FaultProxy;
  readonly folder: string;
  readonly dataDir: string;
  readonly builds: readonly MadeBuild[];
  /** Writes the next build into the watched folder. */
  drop(): Promise<MadeBuild>;
  watch(options?: WatchOptions): Program;
  /** Resolves once every build is active and sent at least once; rejects if the program ends. */
  delivered(program: Program): Promise<void>;
  /** Compares the service with the `expected` builds, which default to all dropped builds. */
  assess(expected?: readonly MadeBuild[]): Promise<Deliveries>;
  /** Reads all uploads from the journal. No other process may have it open. */
  history(): Promise<readonly UploadView[]>;
};

export async function createKillWorld(options: {
  readonly random: Random;
  readonly dataDir?: string;
  /** Sizes of builds, in bytes. */
  readonly sizes?: readonly number[];
}): Promise<KillWorld> {
  const home = await temporaryFolder();
  const [folder, dataDir] = [join(home, 'builds'), options.dataDir ?? join(home, 'data')];
  await mkdir(folder);
  const redactor = new Redactor();
  const { log } = collectedLog(redactor);
  const service = await startService({
    dataDir: join(home, 'service'),
    clock: systemClock,
    log,
    redactor,
    ...quickPasswords,
  });
  onTestFinished(() => service.stop());
  const user = service.firstUser;
  if (!user) throw new Error('the service made no first user');
  const proxy = await startFaultProxy(service.url);
  const builds: MadeBuild[] = [];
  const running = new Set<Program>();
  onTestFinished(async () => {
    await Promise.all([...running].map((program) => program.kill()));
  });
  return {
    service,
    proxy,
    folder,
    dataDir,
    builds,
    drop: async () => {
      const number = builds.length + 1;
      const { random, sizes = [30_000, random.between(10_000, 900_000), random.between(10_000, 900_000)] } =
        options;
      const padding = random.pick(sizes);
      const made = await writeBuild(buildPath(folder, number), number, numberedApk(number, { padding }));
      builds.push(made);
      return made;
    },
    watch: ({ plan, under, dataDir: other = dataDir } = {}) => {
      const program = launch(watchArguments(folder, other), {
        environment: environmentOf(user, proxy.url),
        ...(plan ? { killPlan: plan } : {}),
        ...(under ? { under } : {}),
      });
      running.add(program);
      void program.ended.then(() => running.delete(program));
      return program;
    },
    delivered: (program) => delivered(service, program, builds.length),
    assess: (expected = builds) => assess(service, user, expected, people),
    history: async () => {
      const { core, close } = await openCore(dataDir);
      const uploads = core.uploads.list();
      await close();
      return uploads;
    },
  };
}

/** Returns the arguments of a `slipway watch` that activates and sends to `people`. */
export function watchArguments(folder: string, dataDir: string): string[] {
  const emailArguments = people.flatMap((address) => ['--email', address]);
  const words = ['watch', folder, '--existing', 'all', '--activate', ...emailArguments];
  return [...words, '--data-dir', dataDir, '--json', '--verbose'];
}

/** Returns the environment variables with which `slipway` signs in at `url`. */
export function environmentOf(user: FirstUser, url: string): Record<string, string> {
  return {
    SLIPWAY_BASE_URL: url,
    SLIPWAY_USER: user.userName,
    SLIPWAY_CLIENT_ID: user.clientId,
    SLIPWAY_PASSWORD: user.password,
    SLIPWAY_CLIENT_SECRET: user.clientSecret,
  };
}

async function delivered(service: Service, program: Program, builds: number): Promise<void> {
  let over = false;
  void program.ended.then(() => {
    over = true;
  });
  // The outbox has no events, so it is polled after each output of the program and at short intervals.
  while ((await service.outbox.list()).length < builds * people.length) {
    if (over) throw new Error(`the program ended: ${program.output().slice(-4_000)}`);
    await Promise.race([program.ended, new Promise((resolve) => setTimeout(resolve, 100))]);
  }
}
