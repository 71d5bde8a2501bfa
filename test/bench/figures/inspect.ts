/** Time, disk reads and memory of inspecting builds. Peers inspect the same files. */
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import AppInfoParser from 'app-info-parser';
import { inspectPackage } from '../../../main/packages/inspect.ts';
import { sharedObject } from '../../fixtures/builds/shared-object.ts';
import type { ZipEntry } from '../../fixtures/builds/zip-writer.ts';
import { withBuilds, writeLarge } from '../builds.ts';
import { alternate, type Figure, type Measured } from '../figure.ts';
import type { InspectorAnswer } from '../inspector.ts';
import { isInstalled } from '../installed.ts';

const gibibyte = 1024 ** 3;
const rounds = 15;

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Time to inspect every build, small and large, with warm caches. */
export const inspectAgainstAppInfoParser: Figure = {
  name: 'inspect-all-builds',
  peer: 'app-info-parser, warm',
  unit: 'ms',
  goal: 0.1,
  better: 'less',
  measure: () =>
    withBuilds(gibibyte, async ({ small, large }) => {
      const paths = [...small, large];
      const ours = async (): Promise<void> => {
        for (const path of paths) await inspectPackage(path);
      };
      const theirs = async (): Promise<void> => {
        for (const path of paths) await new AppInfoParser(path).parse();
      };
      return measureAlternately(ours, theirs);
    }),
};

/** Time to inspect an apk of 1 GiB, compared with a new process of Android's tool. */
export const inspectAgainstAapt: Figure = {
  name: 'inspect-1-GiB-apk',
  peer: 'aapt2 dump badging, its process',
  unit: 'ms',
  goal: 1,
  better: 'less',
  measure: async () => {
    if (!(await isInstalled('aapt2', 'version'))) return null;
    return withBuilds(gibibyte, async ({ large }) =>
      measureAlternately(
        () => inspectPackage(large),
        () => dumpBadging(large),
      ),
    );
  },
};

const libraries = 60;
const allowedMilliseconds = 2;

/** Time to check the native libraries of an apk of 1 GiB. The peer has the same entries under other names. */
export const inspectLibraries: Figure = {
  name: 'inspect-1-GiB-native-libraries',
  peer: 'the same without the checks of libraries, and 2 ms',
  unit: 'ms',
  goal: 1,
  better: 'less',
  measure: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'slipway-bench-'));
    try {
      const [withChecks, without] = [join(folder, 'lib.apk'), join(folder, 'app.apk')];
      await writeLarge(withChecks, gibibyte, librariesNamed('lib'));
      await writeLarge(without, gibibyte, librariesNamed('app'));
      return await alternate(
        rounds,
        () => milliseconds(() => inspectPackage(withChecks)),
        async () => allowedMilliseconds + (await milliseconds(() => inspectPackage(without))),
        3,
      );
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

/** Returns 64-bit ARM libraries on 16 KB boundaries. Android ignores names that do not start with `lib`. */
function librariesNamed(start: string): ZipEntry[] {
  return Array.from({ length: libraries }, (_, index) => ({
    name: `lib/arm64-v8a/${start}${index}.so`,
    data: sharedObject(16_384),
    ...{ stored: true, align: 16_384 },
  }));
}

export function measureAlternately(
  ours: () => Promise<unknown>,
  theirs: () => Promise<unknown>,
): Promise<Measured> {
  return alternate(
    rounds,
    () => milliseconds(ours),
    () => milliseconds(theirs),
    3,
  );
}

async function dumpBadging(path: string): Promise<void> {
  const aapt = spawn('aapt2', ['dump', 'badging', path], { stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(aapt, 'exit');
  if (code !== 0) throw new Error(`aapt2 ended with ${code}`);
}

const mebibyte = 1024 * 1024;

/** Number of bytes that are read to inspect an apk of 1 GiB. */
export const inspectReads: Figure = {
  name: 'inspect-1-GiB-bytes-read',
  peer: 'the limit of 1 MiB',
  unit: 'MiB',
  goal: 1,
  better: 'less',
  measure: () => measureInProcess(({ read }) => read / mebibyte, 1),
};

export const inspectMemory: Figure = {
  name: 'inspect-1-GiB-memory',
  peer: 'the limit of 16 MiB above idle',
  unit: 'MiB',
  goal: 1,
  better: 'less',
  measure: () => measureInProcess(({ memory }) => memory / mebibyte, 16),
};

/** Measures in a separate process. Returns null if the system does not report its peak memory. */
export async function measureInProcess(
  value: (answer: InspectorAnswer) => number,
  limit: number,
  act: 'inspect' | 'fingerprint' = 'inspect',
): Promise<Measured | null> {
  if (process.platform !== 'linux') return null;
  return withBuilds(gibibyte, async ({ small, large }) => {
    const inspector = fork(resolve(import.meta.dirname, '../inspector.ts'), [act]);
    try {
      await once(inspector, 'message');
      const ask = async (path: string): Promise<InspectorAnswer> => {
        inspector.send(path);
        const [answer] = (await once(inspector, 'message')) as [InspectorAnswer];
        return answer;
      };
      for (const path of small) await ask(path);
      const ours: number[] = [];
      for (let turn = 0; turn < 5; turn += 1) ours.push(value(await ask(large)));
      return { ours, theirs: ours.map(() => limit) };
    } finally {
      const exit = once(inspector, 'exit');
      inspector.disconnect();
      await exit;
    }
  });
}
