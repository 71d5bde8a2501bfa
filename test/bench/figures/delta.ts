/** Compares the size of recipes with whole builds, and with the output of other programs. */
import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeRecipe } from '../../../main/delta/make-recipe.ts';
import { comparableEntries, entryFrom, readLayout } from '../../../main/delta/segments.ts';
import { withBuildFile } from '../../../main/packages/open-build.ts';
import { fetchPairs, type Pair } from '../consecutive-builds.ts';
import type { Figure, Measured } from '../figure.ts';
import { withFolder } from '../folder.ts';
import { isInstalled } from '../installed.ts';

const run = promisify(execFile);

type Output = { readonly path: string };

/** Programs that write the difference between two files. */
const programs = {
  'zstd --patch-from': ({ base, target }: Pair, { path }: Output) =>
    run('zstd', ['-19', '--long=27', '-q', '-f', `--patch-from=${base}`, target, '-o', path]),
  bsdiff: ({ base, target }: Pair, { path }: Output) => run('bsdiff', [base, target, path]),
  'xdelta3 -9': ({ base, target }: Pair, { path }: Output) =>
    run('xdelta3', ['-9', '-e', '-f', '-s', base, target, path]),
} as const;

const sizeOf = async (path: string): Promise<number> => (await stat(path)).size;

async function totalSize(pairs: readonly Pair[], size: (pair: Pair) => Promise<number>): Promise<number> {
  let total = 0;
  for (const pair of pairs) total += await size(pair);
  return total;
}

async function recipeSize(paths: Pair, { path }: Output): Promise<number> {
  const options = { maxSize: Number.MAX_SAFE_INTEGER };
  return (await makeRecipe({ ...paths, recipe: path }, options))?.size ?? Number.NaN;
}

function measure(
  kind: Parameters<typeof fetchPairs>[1],
  theirs: (pair: Pair, output: Output) => Promise<number>,
  ours = recipeSize,
): Promise<Measured | null> {
  return withFolder(async (folder) => {
    const pairs = await fetchPairs(folder, kind);
    if (pairs === null) return null;
    const output = { path: join(folder, 'output') };
    return {
      ours: [await totalSize(pairs, (pair) => ours(pair, output))],
      theirs: [await totalSize(pairs, (pair) => theirs(pair, output))],
    };
  });
}

const kinds = {
  apps: { unit: 'bytes for 24 releases of two apps', goal: 0.06 },
  native: { unit: 'bytes for 3 releases of a native library', goal: 0.2 },
} as const;

/** Returns the size of a recipe made from only the entries of the base, plus the size of this list. */
async function remoteSize({ base, target }: Pair, { path }: Output): Promise<number> {
  const { size, listed } = await withBuildFile(base, async (build) => {
    return { size: build.size, listed: comparableEntries(await readLayout(build)) };
  });
  const remote = { sha256: '', size, entries: listed.map(entryFrom) };
  const made = await makeRecipe({ base: remote, target, recipe: path }, { maxSize: Number.MAX_SAFE_INTEGER });
  return (made?.size ?? Number.NaN) + JSON.stringify(listed).length;
}

const remoteFigure: Figure = {
  name: 'delta-apps-entries',
  peer: 'the whole files',
  unit: 'bytes for 24 releases of two apps, from the entries of the previous release on the service',
  goal: 0.16,
  better: 'less',
  measure: () => measure('apps', ({ target }) => sizeOf(target), remoteSize),
};

const ofBothKinds: readonly Figure[] = (['apps', 'native'] as const).flatMap((kind) => [
  {
    ...kinds[kind],
    name: `delta-${kind}`,
    peer: 'the whole files',
    better: 'less' as const,
    measure: () => measure(kind, ({ target }) => sizeOf(target)),
  },
  ...Object.entries(programs).map(([program, write]) => ({
    name: `delta-${kind}-${program.split(' ')[0]}`,
    peer: program,
    unit: kinds[kind].unit,
    goal: 1,
    better: 'less' as const,
    measure: async () =>
      (await isInstalled('which', program.split(' ')[0] ?? ''))
        ? measure(kind, async (pair, output) => {
            await write(pair, output);
            return sizeOf(output.path);
          })
        : null,
  })),
]);

export const deltaFigures: readonly Figure[] = [...ofBothKinds, remoteFigure];
