import { utimes } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { newestBuild } from '../../../main/core/folders/newest-build.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { foreign, splits, universal, type Variant, writeVariants } from '../packages/variants.ts';

describe('the newest build of a project', () => {
  const newestOf = async (builds: Readonly<Record<string, Variant>>): Promise<string | null> => {
    const folder = await temporaryFolder();
    await writeVariants(folder, builds);
    const newest = await newestBuild(folder, new AbortController().signal);
    return newest && basename(newest);
  };

  test.each<[builds: Readonly<Record<string, Variant>>, newest: string]>([
    [{ ...universal, ...splits }, 'app-universal.apk'],
    [splits, 'app-arm64-v8a.apk'],
    [{ 'app-Signed.apk': {}, 'app.apk': { signed: false } }, 'app-Signed.apk'],
    [{ 'app.apk': {}, 'tests.apk': { instrumentation: true } }, 'app.apk'],
  ])('among the files %j is %s', async (builds, newest) => {
    expect(await newestOf(builds)).toBe(newest);
  });

  test('is ambiguous when no APK supports most phones', async () => {
    await expect(newestOf(foreign)).rejects.toMatchObject({ code: 'core/ambiguousBuilds' });
  });

  test('is the latest build even if an earlier one supports more phones', async () => {
    const folder = await temporaryFolder();
    await writeVariants(folder, { ...universal, ...splits });
    await utimes(join(folder, 'app-universal.apk'), new Date(0), new Date(0));
    await utimes(join(folder, 'app-arm64-v8a.apk'), new Date(0), new Date(0));
    await utimes(join(folder, 'app-armeabi-v7a.apk'), new Date(0), new Date(0));
    expect(await newestBuild(folder, new AbortController().signal)).toBe(join(folder, 'app-x86_64.apk'));
  });
});
