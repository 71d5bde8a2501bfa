import { mkdir, rename, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { outcomeOf, type ProbeFacts } from '../../../main/watcher/dry-run.ts';
import { createFileSelector, type FileRule, unrestricted } from '../../../main/watcher/files/file-rule.ts';
import type { FinishedFile } from '../../../main/watcher/watcher.ts';
import { hasLinks } from '../../fakes/systems.ts';
import { tinyBuild } from '../../fixtures/builds/zip-writer.ts';
import { until, watchedTestFolder } from './watched-folder.ts';

const build = tinyBuild();
const old = new Date(Date.UTC(2026, 9, 1));
const selector = (rule: Partial<FileRule> = {}) => createFileSelector({ ...unrestricted, ...rule }, 'linux');

const stamp = { size: 1, mtimeMs: 0, changedMs: 0, identity: '1:1' };
const fine: ProbeFacts = {
  exclusion: null,
  fileProbe: { kind: 'file', stamp },
  isHandled: false,
  isEarlier: false,
  incomplete: null,
  unchangedMs: 1_000,
  stableForMs: 300,
};

test('a file is selected if and only if no property excludes it', () => {
  const anything: fc.Arbitrary<ProbeFacts> = fc.record({
    exclusion: fc.constantFrom<ProbeFacts['exclusion']>(null, { kind: 'depth' }),
    fileProbe: fc.constantFrom<ProbeFacts['fileProbe']>(
      { kind: 'file', stamp },
      { kind: 'blocked', reason: 'in-use' },
    ),
    isHandled: fc.boolean(),
    isEarlier: fc.boolean(),
    incomplete: fc.constantFrom<ProbeFacts['incomplete']>(null, 'ends-early'),
    unchangedMs: fc.nat({ max: 1_000 }),
    stableForMs: fc.nat({ max: 1_000 }),
  });
  fc.assert(
    fc.property(anything, (observed) => {
      const quiet = observed.unchangedMs >= observed.stableForMs;
      const free =
        observed.exclusion === null &&
        observed.fileProbe.kind === 'file' &&
        !observed.isHandled &&
        !observed.isEarlier &&
        observed.incomplete === null;
      expect(outcomeOf(observed).kind === 'selected').toBe(free && quiet);
    }),
  );
  expect(outcomeOf(fine)).toEqual({ kind: 'selected' });
});

test('a dry run reports the outcome of every build and changes no state', async () => {
  const { path, rule, run } = await watchedTestFolder();
  await mkdir(join(path, 'deep', 'deeper'), { recursive: true });
  await mkdir(join(path, 'node_modules'));
  const files = {
    'good.apk': build,
    'half.apk': build.subarray(0, 50),
    'other.ipa': build,
    'skip-me.apk': build,
    'deep/deeper/far.apk': build,
    'node_modules/never.apk': build,
    'notes.txt': build,
  };
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(path, name), bytes);
  if (hasLinks) await symlink('/nowhere/at/all.apk', join(path, 'link.apk'));
  const { watcher, finished } = run();
  const { whyNot } = selector({ kinds: ['apk'], exclude: ['skip*'], depth: 1 });
  const dryRunRule = { ...rule, stableForMs: 0 };
  const { files: seen, uncheckedCount } = await watcher.dryRun(dryRunRule, whyNot);
  expect(uncheckedCount).toBe(0);
  expect(Object.fromEntries(seen.map(({ relativePath, outcome }) => [relativePath, outcome]))).toEqual({
    'good.apk': { kind: 'selected' },
    'half.apk': { kind: 'unfinished', why: 'ends-early' },
    'other.ipa': { kind: 'not-wanted', why: { kind: 'build-kind' } },
    'skip-me.apk': { kind: 'not-wanted', why: { kind: 'excluded', pattern: 'skip*' } },
    'deep/deeper/far.apk': { kind: 'not-wanted', why: { kind: 'depth' } },
    ...(hasLinks && { 'link.apk': { kind: 'unfinished', why: 'link' } }),
  });
  await watcher.watch({ ...rule, existingBuilds: 'all' });
  await until(() => expect(finished.map((file) => file.path)).toContain(join(path, 'good.apk')));
});

test('a dry run recognises handled, earlier and unfinished builds', async () => {
  const { path, rule, run } = await watchedTestFolder();
  await writeFile(join(path, 'one.apk'), build);
  await utimes(join(path, 'one.apk'), old, old);
  const { watcher, finished } = run();
  const { whyNot } = selector();
  const outcomes = async (changes: Partial<typeof rule> & { readonly stableForMs?: number }) => {
    const { files } = await watcher.dryRun({ ...rule, stableForMs: 0, ...changes }, whyNot);
    return files.map(({ outcome }) => outcome);
  };
  expect(await outcomes({ existingBuilds: 'none' })).toEqual([{ kind: 'earlier' }]);
  expect(await outcomes({ existingBuilds: 'all' })).toEqual([{ kind: 'selected' }]);
  expect(await outcomes({ stableForMs: 600_000 })).toEqual([{ kind: 'unfinished', why: 'moving' }]);
  await watcher.watch(rule);
  await until(() => expect(finished).toHaveLength(1));
  expect(await outcomes({ existingBuilds: 'none' })).toEqual([{ kind: 'seen' }]);
});

test('a dry run distinguishes a new build from a copy by its fingerprint', async () => {
  const { path, rule, run } = await watchedTestFolder();
  const file = join(path, 'one.apk');
  const put = async (bytes: Buffer) => {
    await writeFile(join(path, 'part'), bytes);
    await utimes(join(path, 'part'), old, old);
    await rename(join(path, 'part'), file);
  };
  await put(build);
  const first = run();
  await first.watcher.watch(rule);
  await until(() => expect(first.finished).toHaveLength(1));
  first.watcher.complete(rule.id, first.finished[0] as FinishedFile);
  await first.stop();
  const { watcher } = run();
  const dryRunRule = async () => {
    const { files } = await watcher.dryRun({ ...rule, stableForMs: 0 }, selector().whyNot);
    return files.map(({ outcome }) => outcome.kind);
  };
  await put(build);
  expect(await dryRunRule()).toEqual(['seen']);
  await put(tinyBuild(4_000, 2));
  expect(await dryRunRule()).toEqual(['selected']);
});

test('a dry run of a missing folder is an error', async () => {
  const { rule, run } = await watchedTestFolder();
  const missing = run().watcher.dryRun({ ...rule, path: join(rule.path, 'none') }, () => null);
  await expect(missing).rejects.toMatchObject({ code: 'watcher/missing' });
});
