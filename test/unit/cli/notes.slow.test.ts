/** Release notes, from the command line to the install page. */
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hasGit } from '../../fakes/systems.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { writeApk } from './builds.ts';
import { slipwayHere } from './run-here.ts';
import { runService, startSlipway } from './run-slipway.ts';

const textOf = async (address: string): Promise<string> => (await fetch(address)).text();

async function world() {
  const { service, environment } = await runService();
  const [folder, dataDir] = [await temporaryFolder(), await temporaryFolder()];
  const run = (words: readonly string[], here = folder) =>
    slipwayHere([...words, '--data-dir', dataDir, '--json'], {
      ...environment,
      INIT_CWD: here,
      npm_package_name: 'slipway',
    });
  const versions = async () =>
    JSON.parse((await run(['versions', 'Notes'])).stdout) as readonly {
      releaseNote: string | null;
      profileFiles: readonly { installUrl: string }[];
    }[];
  return { service, folder, run, versions };
}

test('release notes appear in the message and on the install page', async () => {
  const { service, folder, run, versions } = await world();
  const file = join(folder, 'notes.md');
  await writeFile(file, '**Faster** start\n\n- <b>fewer</b> crashes\n');
  const words = ['upload', '--activate', '--email', 'ann@example.test', '--send-anyway'];
  const first = await run([...words, '--notes-file', file, await writeApk(folder, 'one.apk', 1)]);
  expect([first.code, JSON.parse(first.stdout)]).toMatchObject([
    0,
    [{ releaseNote: '**Faster** start\n\n- <b>fewer</b> crashes', notes: [] }],
  ]);
  const [version] = await versions();
  expect(version?.releaseNote).toBe('**Faster** start\n\n- <b>fewer</b> crashes');
  const page = await textOf(version?.profileFiles[0]?.installUrl ?? '');
  expect(page).toContain('<strong>Faster</strong> start');
  expect(page).toContain('<li>&lt;b&gt;fewer&lt;/b&gt; crashes</li>');
  await service.idle();
  const [message] = await service.outbox.list();
  const { content } = await service.outbox.show(message?.id ?? '');
  expect(content?.text).toContain('- <b>fewer</b> crashes');
  // The identical build is not uploaded again. A warning reports that its notes differ.
  const again = await run([...words, '--notes', 'Other', join(folder, 'one.apk')]);
  expect([again.code, again.stderr]).toEqual([
    0,
    expect.stringContaining('does not show the release notes of this upload'),
  ]);
  const long = await run([...words, '--notes', 'x'.repeat(10_001), join(folder, 'one.apk')]);
  expect([long.code, long.stderr]).toEqual([2, expect.stringContaining('at most 10000 characters')]);
});

test.runIf(hasGit)('--notes-from-git lists the commit subjects since the last upload', async () => {
  const { folder, run, versions } = await world();
  const project = await temporaryFolder();
  const git = (...words: readonly string[]) =>
    execFileSync('git', ['-C', project, '-c', 'user.name=Ann', '-c', 'user.email=a@example.test', ...words]);
  const commit = (subject: string) => git('commit', '-q', '--allow-empty', '-m', subject);
  const upload = async (build: number) =>
    run(['upload', '--notes-from-git', await writeApk(folder, `${build}.apk`, build)], project);
  const none = await upload(1);
  expect([none.code, JSON.parse(none.stdout)]).toMatchObject([1, { error: { code: 'core/noRepository' } }]);
  git('init', '-q');
  commit('First');
  commit('Login mended');
  await upload(2);
  commit('Start is faster');
  commit('<b>Dark mode</b>');
  await upload(3);
  await upload(4);
  git('commit', '-q', '--amend', '--allow-empty', '-m', 'Rewritten');
  await upload(5);
  expect((await versions()).map(({ releaseNote }) => releaseNote)).toEqual([
    '- Rewritten',
    null,
    '- <b>Dark mode</b>\n- Start is faster',
    '- Login mended',
  ]);
});

test('`service note` changes the release notes of a folder rule', async () => {
  const own = ['--data-dir', await temporaryFolder()];
  const started = startSlipway(['serve', ...own]);
  await started.until('stderr', 'Ctrl-C');
  const folder = await temporaryFolder();
  const run = async (...words: readonly string[]) => slipwayHere([...words, ...own, '--json']);
  const added = await run('folders', 'add', folder, '--notes', 'Nightly', '--existing', 'all');
  expect(JSON.parse(added.stdout)).toMatchObject({ releaseNotes: { kind: 'text', text: 'Nightly' } });
  await writeApk(folder);
  const wait = await run('upload', join(folder, 'notes.apk'), '--notes', 'Nightly');
  expect(wait.code).toBe(0);
  const noteNow = async () =>
    (JSON.parse((await run('versions', 'Notes')).stdout) as readonly { releaseNote: unknown }[])[0]
      ?.releaseNote;
  expect(await noteNow()).toBe('Nightly');
  expect(await run('service', 'note', 'Notes@latest', '--notes', 'Better')).toMatchObject({ code: 0 });
  expect(await noteNow()).toBe('Better');
  expect(await run('service', 'note', 'Notes@latest', '--no-notes')).toMatchObject({ code: 0 });
  expect(await noteNow()).toBe(null);
  expect(await run('service', 'note', 'Notes@latest')).toMatchObject({ code: 2 });
  expect(await run('service', 'note', '99', '--notes', 'x')).toMatchObject({ code: 1 });
  const git = await run('folders', 'change', folder, '--notes-from-git');
  const code = hasGit ? 'core/noRepository' : 'core/noGit';
  expect([git.code, JSON.parse(git.stdout)]).toMatchObject([1, { error: { code } }]);
  const changed = await run('folders', 'change', folder, '--no-notes');
  expect(JSON.parse(changed.stdout)).toMatchObject({ releaseNotes: { kind: 'none' } });
  started.signal('SIGINT');
  await started.ended;
});

test.skipIf(!hasGit || process.getuid?.() !== 0)(
  "--notes-from-git reports git's error in another user's repository",
  async () => {
    const { folder, run } = await world();
    const repository = await temporaryFolder();
    execFileSync('git', ['init', '--quiet', repository]);
    execFileSync('chown', ['-R', '12345', repository]);
    const words = ['upload', await writeApk(folder), '--notes-from-git'];
    const { code, stdout } = await run(words, repository);
    expect([code, JSON.parse(stdout)]).toMatchObject([
      1,
      {
        error: {
          code: 'core/gitFailed',
          message: expect.stringMatching(/dubious ownership.+safe\.directory/),
        },
      },
    ]);
  },
);
