import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { sampleApk } from './builds.ts';
import { slipwayHere } from './run-here.ts';
import { runService, startSlipway } from './run-slipway.ts';

async function setUp() {
  const { environment } = await runService();
  const [dataDir, builds] = [await temporaryFolder(), await temporaryFolder()];
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const run = (...words: string[]) => slipwayHere(['folders', ...words, '--data-dir', dataDir, '--json']);
  const answer = async (...words: string[]) => {
    const { code, stdout, stderr } = await run(...words);
    expect([code, stderr.includes('slipway:')], `${words.join(' ')}: ${stderr}`).toEqual([0, false]);
    return JSON.parse(stdout);
  };
  return { environment, dataDir, builds, run, answer };
}

test('folders adds, lists, changes and removes a watched folder', async () => {
  const { builds, run, answer } = await setUp();
  const target = join(await temporaryFolder(), 'done');
  const added = await answer(
    ...['add', builds, '--kind', 'apk', '--include', 'release/', '--exclude', '*-unsigned*', '--depth', '2'],
    ...['--app', 'new', '--activate', '--email', 'ann@example.org', '--confirm', '--existing', 'newest'],
    ...['--stable-for', '1.5s', '--on-success', `move:${target}`, '--polling'],
  );
  const rule = {
    path: builds,
    area: 'testingdist',
    activate: true,
    recipients: { emails: ['ann@example.org'] },
    kinds: ['apk'],
    include: ['release/'],
    exclude: ['*-unsigned*'],
    depth: 2,
    application: { kind: 'new' },
    askFirst: true,
    existingBuilds: 'newest',
    stableForMs: 1_500,
    afterUpload: { kind: 'move', folder: target },
    polling: 'always',
  };
  expect(added).toMatchObject(rule);
  const changed = await answer(
    ...[
      'change',
      builds,
      '--no-include',
      '--depth',
      'all',
      '--app',
      '7',
      '--no-confirm',
      '--without-recipients',
    ],
    ...['--polling', 'never'],
  );
  expect(changed).toMatchObject({
    ...rule,
    id: added.id,
    include: [],
    depth: null,
    application: { kind: 'chosen', id: 7 },
    askFirst: false,
    recipients: { teamIds: [], memberIds: [], emails: [] },
    polling: 'never',
  });
  await writeFile(join(builds, 'good.apk'), sampleApk(1));
  await writeFile(join(builds, 'app-unsigned.apk'), sampleApk(1));
  await vi.waitFor(
    async () => {
      const { files } = await answer('test', builds, '--stable-for', '100ms');
      expect(files).toMatchObject([
        {
          relativePath: 'app-unsigned.apk',
          verdict: 'not-wanted',
          reason: expect.stringContaining('*-unsigned*'),
        },
        { relativePath: 'good.apk', verdict: 'upload', reason: null },
      ]);
    },
    { timeout: 15_000 },
  );
  expect(await answer('pause', builds)).toMatchObject({ paused: true });
  expect(await answer('resume', added.id)).toMatchObject({ paused: false });
  expect(await answer('list')).toMatchObject([{ id: added.id, paused: false }]);
  await answer('remove', builds);
  expect(await answer()).toEqual([]);
  expect(await run('remove', builds)).toMatchObject({ code: 2 });
});

test('folders rejects invalid options without saving a folder', async () => {
  const { builds, dataDir, run } = await setUp();
  const cases: readonly (readonly [readonly string[], number, string])[] = [
    [['add', builds, '--include', '/x'], 1, 'The pattern “/x” cannot be used'],
    [['add', builds, '--on-success', `move:${join(builds, 'done')}`], 1, 'cannot be moved to'],
    [['add', builds, '--stable-for', '1ms'], 1, 'from 100 to 600000'],
    [['add', builds, '--depth', 'deep'], 2, 'Expected a whole number from 0'],
    [['add', builds, '--kind', 'aab'], 2, 'Expected apk or ipa'],
    [['add', builds, '--app', '0'], 2, 'slipway apps'],
    [['add', builds, '--on-success', 'burn'], 2, 'move:FOLDER'],
    [['add', builds, '--store', '--activate'], 2, 'store area'],
    [['add', join(builds, 'none')], 1, 'does not exist'],
    [['change', join(builds, 'none'), '--depth', '1'], 2, 'There is no watched folder'],
  ];
  const results = await Promise.all(
    cases.map(async ([words]) => slipwayHere(['folders', ...words, '--data-dir', await temporaryFolder()])),
  );
  for (const [index, result] of results.entries()) {
    const [words, code, text] = cases[index] ?? [];
    expect([result.code, result.stdout], `${words?.join(' ')}: ${result.stderr}`).toEqual([code, '']);
    expect(result.stderr).toContain(text);
  }
  expect((await run('list')).stdout).toBe('[]\n');
  const waiting = await slipwayHere([
    'folders',
    'add',
    join(builds, 'none'),
    '--wait',
    '--data-dir',
    dataDir,
  ]);
  expect(waiting).toMatchObject({ code: 0, stdout: expect.stringContaining('does not exist yet') });
});

test('folders presets returns the output folder of a Gradle project', async () => {
  const { builds, answer } = await setUp();
  await mkdir(join(builds, 'app'));
  await writeFile(join(builds, 'gradlew'), '');
  await writeFile(join(builds, 'app', 'build.gradle'), "plugins { id 'com.android.application' }");
  const [first] = await answer('presets', builds);
  expect(first).toMatchObject({
    kind: 'gradle',
    path: join(builds, 'app', 'build', 'outputs'),
    exists: false,
    rule: { kinds: ['apk'] },
  });
});

test('a rule changed while watch runs applies to the next file', async () => {
  const { environment, dataDir, builds, answer } = await setUp();
  const words = ['watch', builds, '--include', '*-release*', '--app', 'new', '--data-dir', dataDir, '--json'];
  const watching = startSlipway(words, environment);
  await watching.until('stderr', 'Watching ');
  await writeFile(join(builds, 'app-debug.apk'), sampleApk(1));
  await writeFile(join(builds, 'app-release.apk'), sampleApk(2));
  await watching.until('stdout', '"app-release.apk"');
  await answer('change', builds, '--no-include', '--exclude', 'never*');
  await writeFile(join(builds, 'next-debug.apk'), sampleApk(3));
  const all = await watching.until('stdout', '"next-debug.apk"');
  expect(all).not.toContain('"app-debug.apk"');
  watching.signal('SIGINT');
  expect((await watching.ended).code).toBe(0);
  const { folders } = JSON.parse(await readFile(join(dataDir, 'settings.json'), 'utf8'));
  expect(folders).toMatchObject([{ path: builds, application: { kind: 'new' }, exclude: ['never*'] }]);
});

test('upload --app selects the application, and --store the store area', async () => {
  const { dataDir, builds } = await setUp();
  const file = join(builds, 'a.apk');
  const upload = async (...words: string[]) => {
    const { stdout } = await slipwayHere(['upload', file, ...words, '--data-dir', dataDir, '--json']);
    return JSON.parse(stdout)[0];
  };
  await writeFile(file, sampleApk(1));
  const first = (await upload()).target.applicationId;
  const second = (await upload('--app', 'new')).target.applicationId;
  expect(second).not.toBe(first);
  await writeFile(file, sampleApk(2));
  expect((await upload('--app', String(first))).target.applicationId).toBe(first);
  expect(await upload('--store')).toMatchObject({ area: 'appstore', state: 'done' });
});
