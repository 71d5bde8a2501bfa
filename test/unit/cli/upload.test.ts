/** `slipway upload` on a build machine. */
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { writeApk, writeIpa } from './builds.ts';
import { slipwayHere } from './run-here.ts';
import { canMakeTerminals, runService, slipway, startSlipway } from './run-slipway.ts';

const ansi = '\u001b[';

async function world() {
  const { service, environment } = await runService();
  const [folder, dataDir] = [await temporaryFolder(), await temporaryFolder()];
  const run = (...words: readonly string[]) => slipwayHere([...words, '--data-dir', dataDir], environment);
  return { service, environment, folder, dataDir, run };
}

test('commands accept a version as APP@VERSION or APP@latest', async () => {
  const { folder, run } = await world();
  await run('upload', await writeApk(folder, 'one.apk', 1), await writeApk(folder, 'two.apk', 2));
  const versions = JSON.parse((await run('versions', 'Notes', '--json')).stdout) as readonly {
    id: number;
    version: string;
  }[];
  const [newest] = versions;
  const listed = await run('versions', 'Notes');
  for (const build of [1, 2]) expect(listed.stdout).toContain(`  1.2.0 (${build})  not active  `);
  const switched = JSON.parse((await run('activate', 'notes@LATEST', '--json')).stdout) as object;
  expect(switched).toMatchObject({ id: newest?.id, isActive: true });
  const sent = await run('send', 'Notes@latest', '--email', 'ann@example.test', '--json');
  expect([sent.code, JSON.parse(sent.stdout)]).toMatchObject([0, { id: newest?.id }]);
  // Both builds have the same version name.
  const [both, other, unknown] = [
    await run('deactivate', `Notes@${newest?.version}`),
    await run('deactivate', 'Notes@9.9'),
    await run('deactivate', 'Maps@latest'),
  ];
  expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('matches more than one version')]);
  expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('has no version “9.9”')]);
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('no app “Maps”')]);
  expect(await run('deactivate', String(newest?.id))).toMatchObject({ code: 0 });
});

test('upload prints state and install link last, and a QR code with --qr', async () => {
  const dataDir = await temporaryFolder();
  const own = ['--data-dir', dataDir];
  const started = startSlipway(['serve', ...own]);
  await started.until('stderr', 'Ctrl-C');
  const people = ['service', 'people', ...own];
  await slipwayHere([...people, 'add-team', 'QA']);
  for (const name of ['ann', 'ben', 'cleo'])
    await slipwayHere([...people, 'add-member', `${name}@example.test`, '--team', 'QA']);
  const folder = await temporaryFolder();
  const words = ['upload', await writeApk(folder), '--activate', '--team', 'QA', '--send-anyway', ...own];
  const { code, stdout, stderr } = await slipwayHere([...words, '--qr']);
  expect([code, stdout.trimEnd().split('\n').at(-1)]).toEqual([
    0,
    expect.stringMatching(/^active · not mailed to QA \(3\) · http:\/\/127\.0\.0\.1:\d+\/install\/\S+$/),
  ]);
  expect(stderr).toContain('slipway service mail --smtp-host');
  const outbox = await slipwayHere(['service', 'outbox', ...own]);
  expect(outbox.stdout).toMatch(/ {2}not-mailed {2}ann@example\.test /);
  const resent = await slipwayHere(['send', '1', '--team', 'QA', '--send-anyway', ...own]);
  expect(resent.stdout).toMatch(/^The messages about Notes 1\.2\.0 for 1 team were not mailed/);
  expect(stdout.split('\n').filter((line) => /^[█▀▄ ]{30,}$/.test(line)).length).toBeGreaterThan(15);
  const again = await slipwayHere(words);
  expect(again.stdout.trimEnd().split('\n').at(-1)).toMatch(/^already there · http/);
  const [one, two] = [await writeApk(folder, 'one.apk', 11), await writeApk(folder, 'two.apk', 12)];
  const several = await slipwayHere(['upload', one, two, ...own]);
  expect(several.stdout.trimEnd().split('\n').slice(-2)).toEqual([
    'Notes 1.2.0 (11) for Android: not active',
    'Notes 1.2.0 (12) for Android: not active',
  ]);
  started.signal('SIGINT');
  await started.ended;
});

test('upload --dry-run reports errors and uploads no build', async () => {
  const { folder, dataDir, environment, run } = await world();
  const path = await writeApk(folder);
  const text = join(folder, 'text.apk');
  await writeFile(text, 'no build');
  const words = ['upload', '--dry-run', '--json', '--activate', '--email', 'ann@example.test'];
  const good = await run(...words, path);
  expect([good.code, JSON.parse(good.stdout)]).toMatchObject([
    0,
    [{ file: path, error: null, package: { id: 'org.example.notes' } }],
  ]);
  expect(good.stderr).toMatch(/would be uploaded to .+, activated, sent/);
  const mixed = await run(...words, path, text);
  expect([mixed.code, JSON.parse(mixed.stdout)]).toMatchObject([
    1,
    [{ error: null }, { file: text, error: { code: expect.stringMatching(/^package\//) } }],
  ]);
  expect(JSON.parse((await run('apps', '--json')).stdout)).toEqual([]);
  expect(JSON.parse((await run('queue', '--json')).stdout)).toEqual([]);
  const name = await run(...words, path, '--team', 'Nobody');
  expect([name.code, JSON.parse(name.stdout)]).toMatchObject([
    2,
    { error: { code: 'cli/unknownRecipient' } },
  ]);
  const wrong = await slipwayHere([...words, path, '--data-dir', dataDir], {
    ...environment,
    SLIPWAY_PASSWORD: 'quite wrong',
  });
  expect(wrong.code).toBe(3);
});

test('commands accept an application by its package id', async () => {
  const { folder, dataDir, run } = await world();
  await run('upload', await writeApk(folder));
  expect((await run('apps')).stdout).toContain('  org.example.notes  ');
  expect(JSON.parse((await run('versions', 'org.example.notes', '--json')).stdout)).toHaveLength(1);
  const active = await run('activate', 'org.example.notes@latest', '--json');
  expect(JSON.parse(active.stdout)).toMatchObject({ id: 1, isActive: true });
  const chosen = ['--app', 'org.example.notes', '--json'];
  const second = await run('upload', await writeApk(folder, 'b.apk', 8), ...chosen);
  expect(JSON.parse(second.stdout)).toMatchObject([{ state: 'done', target: { applicationId: 1 } }]);
  const watched = await run('folders', 'add', folder, ...chosen);
  expect(JSON.parse(watched.stdout)).toMatchObject({ application: { kind: 'chosen', id: 1 } });
  expect(await run('folders', 'add', dataDir, '--app', 'org.example.other')).toMatchObject({ code: 2 });
  expect(await run('send', '1', '--email', 'ann@example.test')).toMatchObject({
    code: 0,
  });
});

describe('an upload without a path', () => {
  test.each([['--activate'], ['--team', 'QA'], ['--email', 'ann@example.test'], ['--store']])(
    'is rejected with %s unless --newest is given',
    async (...options) => {
      const { service, environment, folder, dataDir } = await world();
      const team = await service.people.createTeam('QA');
      const ann = await service.people.createMember({ email: 'ann@example.test' });
      await service.people.addToTeam(ann.id, team.id);
      await writeApk(folder);
      const here = { ...environment, INIT_CWD: folder, npm_package_name: 'slipway' };
      const run = (...words: readonly string[]) =>
        slipwayHere(['upload', ...words, ...options, '--json', '--data-dir', dataDir], here);
      const refused = await run();
      expect([refused.code, JSON.parse(refused.stdout)]).toMatchObject([
        2,
        { error: { code: 'cli/noPath' } },
      ]);
      expect(await run('--newest')).toMatchObject({ code: 0 });
    },
  );

  test('is rejected when the path is empty', async () => {
    const { run } = await world();
    for (const words of [
      ['upload', ''],
      ['watch', ''],
    ]) {
      const { code, stdout } = await run(...words, '--json');
      expect([words, code, stdout]).toEqual([words, 2, expect.stringContaining('cli/emptyPath')]);
    }
  });
});

describe('a dry run', () => {
  test('reports a build that is already on the service', async () => {
    const { folder, run } = await world();
    const path = await writeApk(folder);
    await run('upload', path);
    const same = await run('upload', '--dry-run', '--json', path);
    expect([same.code, JSON.parse(same.stdout)]).toMatchObject([
      0,
      [{ state: 'already-there', versionId: 1 }],
    ]);
    expect(same.stderr).toContain('no action needed');
    const active = await run('upload', '--dry-run', '--activate', path);
    expect(active.stdout).toMatch(/: already at .+, would be activated\n/);
    expect(JSON.parse((await run('versions', 'Notes', '--json')).stdout)).toMatchObject([
      { isActive: false },
    ]);
    expect(JSON.parse((await run('history', '--json')).stdout)).toMatchObject({ total: 1 });
  });

  test('exits with 1 for a build with send warnings', async () => {
    const { folder, run } = await world();
    const words = ['upload', await writeIpa(folder), '--email', 'ann@example.test', '--json'];
    const asking = [1, [{ state: 'asking', sendWarnings: [expect.stringContaining('Not signed')] }]];
    const dry = await run(...words, '--dry-run');
    expect([dry.code, JSON.parse(dry.stdout)]).toMatchObject(asking);
    expect(dry.stderr).toMatch(/activated, but not sent\. .+ Add --send-anyway/);
    const anyway = await run(...words, '--dry-run', '--send-anyway');
    expect([anyway.code, JSON.parse(anyway.stdout)]).toMatchObject([0, [{ state: 'done' }]]);
    const uploaded = await run(...words);
    expect([uploaded.code, JSON.parse(uploaded.stdout)]).toMatchObject(asking);
  });

  test.each([
    [['--notes-file', 'missing.txt'], 'file/missing'],
    [['--notes-file', 'long.txt'], 'cli/badOption'],
    [['--notes-from-git'], 'core/noRepository'],
    [['--app', '77'], 'uploads/applicationGone'],
  ])('fails like the upload with %j', async (options, code) => {
    const { folder, dataDir, environment } = await world();
    await writeFile(join(folder, 'long.txt'), 'n'.repeat(70_000));
    const here = { ...environment, INIT_CWD: folder, npm_package_name: 'slipway' };
    const words = ['upload', await writeApk(folder), ...options, '--json', '--data-dir', dataDir];
    const [dry, real] = [await slipwayHere([...words, '--dry-run'], here), await slipwayHere(words, here)];
    expect([dry.code, dry.stdout]).toEqual([real.code, expect.stringContaining(code)]);
    expect(real.stdout).toContain(code);
  });
});

test('upload --all-or-nothing uploads no build when one file is invalid', async () => {
  const { folder, run } = await world();
  const [good, bad] = [await writeApk(folder), join(folder, 'bad.apk')];
  await writeFile(bad, 'no build');
  const none = await run('upload', '--all-or-nothing', '--json', good, bad);
  expect([none.code, JSON.parse(none.stdout)]).toMatchObject([
    1,
    [{ file: bad, error: { remedy: 'choose-file' } }],
  ]);
  expect(JSON.parse((await run('apps', '--json')).stdout)).toEqual([]);
  const missing = join(folder, 'missing.apk');
  const both = await run('upload', '--json', good, bad, missing);
  expect(both.code).toBe(1);
  for (const path of [bad, missing]) expect(both.stderr).toContain(`${path}: `);
  const objects = JSON.parse(both.stdout) as readonly Record<string, unknown>[];
  expect(objects).toMatchObject([
    { file: good, error: null, state: 'done' },
    { file: bad, error: { code: expect.any(String) } },
    { file: missing, error: { code: 'file/missing' } },
  ]);
  const alone = await run('upload', '--json', bad);
  expect([alone.code, JSON.parse(alone.stdout)]).toMatchObject([
    1,
    [{ file: bad, error: { remedy: 'choose-file' } }],
  ]);
});

test('upload without a path uploads the newest build of the project', async () => {
  const { dataDir, environment } = await world();
  const project = await temporaryFolder();
  const outputs = join(project, 'app', 'build', 'outputs', 'apk', 'release');
  await mkdir(outputs, { recursive: true });
  await writeFile(join(project, 'settings.gradle'), 'include ":app"');
  await writeFile(join(project, 'app', 'build.gradle'), 'plugins { id "com.android.application" }');
  const at = (name: string, minutesAgo: number) =>
    utimes(name, new Date(), new Date(Date.now() - minutesAgo * 60_000));
  await at(await writeApk(outputs, 'old.apk', 1), 9);
  await at(await writeApk(outputs, 'new.apk', 2), 5);
  await at(await writeApk(outputs, 'app-unsigned.apk', 3), 3);
  await writeFile(join(outputs, 'half.apk'), 'PK');
  const here = { ...environment, INIT_CWD: project, npm_package_name: 'slipway' };
  const words = ['upload', '--dry-run', '--json', '--data-dir', dataDir];
  const { code, stdout, stderr } = await slipwayHere(words, here);
  expect([code, JSON.parse(stdout)]).toMatchObject([0, [{ file: join(outputs, 'new.apk'), error: null }]]);
  expect(stderr).toContain(`The newest build in ${project}: ${join(outputs, 'new.apk')}`);
  for (const given of [project, '.']) {
    const named = await slipwayHere([...words, given], here);
    expect([named.code, JSON.parse(named.stdout)]).toMatchObject([0, [{ file: join(outputs, 'new.apk') }]]);
  }
  const empty = await slipwayHere(words, { ...here, INIT_CWD: await temporaryFolder() });
  expect([empty.code, JSON.parse(empty.stdout)]).toMatchObject([2, { error: { code: 'cli/noBuild' } }]);
});

test.each(['*.apk', './b?ild.apk', 'builds/*.apk'])('upload and inspect expand %s', async (pattern) => {
  const { environment, dataDir } = await world();
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'builds'));
  for (const file of ['build.apk', 'builds/build.apk']) await writeApk(folder, file);
  const here = { ...environment, INIT_CWD: folder, npm_package_name: 'slipway' };
  for (const words of [['upload', '--dry-run'], ['inspect']]) {
    const given = [...words, pattern, '--json', '--data-dir', dataDir];
    const { code, stdout } = await slipwayHere(given, here);
    expect([code, [JSON.parse(stdout)].flat()]).toMatchObject([0, [{ error: null }]]);
  }
  const missing = await slipwayHere(['inspect', 'no*.apk', '--json', '--data-dir', dataDir], here);
  expect([missing.code, JSON.parse(missing.stdout)]).toMatchObject([1, { file: 'no*.apk' }]);
});

test.skipIf(!canMakeTerminals())(
  'output on a terminal has colours unless NO_COLOR or --no-color is set',
  async () => {
    const dataDir = ['--data-dir', await temporaryFolder()];
    const on = { TERM: 'xterm-256color' };
    const terminal = { terminal: true } as const;
    const help = async (words: readonly string[], environment: Readonly<Record<string, string>>) =>
      (await slipway(words, environment, terminal)).stdout;
    expect(await help(['--help'], on)).toContain(`${ansi}1mExamples:`);
    expect(await help(['apps', ...dataDir], on)).toContain(`${ansi}31mslipway: No service`);
    expect(await help(['apps', ...dataDir, '--no-color'], on)).not.toContain(ansi);
    expect(await help(['--help', '--no-color'], on)).not.toContain(ansi);
    expect(await help(['apps', ...dataDir], { ...on, NO_COLOR: '1' })).not.toContain(ansi);
    expect((await slipway(['apps', ...dataDir])).stderr).not.toContain(ansi);
  },
);
