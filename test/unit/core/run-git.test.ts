import { realpathSync } from 'node:fs';
import { readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { gitNotes } from '../../../main/core/git-notes.ts';
import { runGit } from '../../../main/core/run-git.ts';
import type { HistoryPage } from '../../../main/uploads/history/history-view.ts';
import { hasGit, hasScripts } from '../../fakes/systems.ts';
import { hostileRepository, layouts } from './hostile-repository.ts';

const failure = async (folder: string, ...words: readonly string[]): Promise<string> => {
  const output = await runGit(folder, ...words).catch((error: unknown) => error);
  return output instanceof Error ? output.message : `no failure: ${output}`;
};

/** Ignores errors, because a program in the repository may make git fail. */
const attempt = (run: () => unknown): void => {
  try {
    run();
  } catch {}
};

describe.runIf(hasGit && hasScripts)('a hostile repository', () => {
  test('runs its programs under plain git', async () => {
    const { git, ran, loseHead } = await hostileRepository('unpacked');
    git('log', '-1', '--no-ext-diff');
    attempt(() => git('status', '--porcelain'));
    attempt(() => git('update-ref', 'refs/heads/x', 'HEAD'));
    await loseHead();
    attempt(() => git('rev-list', 'HEAD'));
    expect(await ran()).toEqual(
      expect.arrayContaining([
        'core.fsmonitor',
        'gpg.program',
        'reference-transaction',
        'remote.origin.uploadpack',
      ]),
    );
  });

  test.each(layouts)('runs none of its programs for release notes: %s', async (layout) => {
    const { folder, first, ran, loseHead } = await hostileRepository(layout);
    const commit = { repository: realpathSync(folder), id: first };
    const history = () => ({ uploads: [{ commit }] }) as unknown as HistoryPage;
    const notes = gitNotes(folder, history);
    if (layout === 'bare') await expect(notes).rejects.toMatchObject({ code: 'core/noRepository' });
    else
      expect(await notes).toMatchObject({ releaseNote: '- Two', commit: { repository: commit.repository } });
    await loseHead();
    await gitNotes(folder, history).catch(() => undefined);
    expect(await ran()).toEqual([]);
  });
});

describe.runIf(hasGit && hasScripts)('runGit', () => {
  test('rejects a bare repository in a folder', async () => {
    const { folder } = await hostileRepository('bare');
    expect(await failure(folder, 'rev-parse', 'HEAD')).toContain('safe.bareRepository');
  });

  test('runs no file monitor', async () => {
    const { folder, ran } = await hostileRepository('unpacked');
    await failure(folder, 'status', '--porcelain');
    expect(await ran()).not.toContain('core.fsmonitor');
  });

  test('runs no hook', async () => {
    const { folder, ran } = await hostileRepository('unpacked');
    await runGit(folder, 'update-ref', 'refs/heads/x', 'HEAD');
    expect(await ran()).toEqual([]);
  });

  test('checks no signature', async () => {
    const { folder, ran } = await hostileRepository('unpacked');
    expect(await runGit(folder, 'log', '--format=%s')).toEqual(['Two', 'One']);
    expect(await ran()).toEqual([]);
  });

  test('connects to no remote', async () => {
    const { folder, ran } = await hostileRepository('unpacked');
    expect(await failure(folder, 'ls-remote', 'origin')).toContain('not allowed');
    expect(await ran()).toEqual([]);
  });

  test('fetches no missing object', async () => {
    const { folder, loseHead } = await hostileRepository('unpacked');
    await loseHead();
    expect(await failure(folder, 'rev-list', 'HEAD')).not.toContain('not allowed');
  });

  test('does not change the index', async () => {
    const { folder, gitFolder } = await hostileRepository('unpacked');
    await writeFile(join(folder, '.gitattributes'), '');
    const index = await readFile(join(gitFolder, 'index'));
    await utimes(join(folder, 'file.txt'), 1, 1);
    await runGit(folder, 'status', '--porcelain');
    expect(await readFile(join(gitFolder, 'index'))).toEqual(index);
  });

  test('shows no pager and no prompt', async () => {
    const { folder } = await hostileRepository('unpacked');
    const variables = await runGit(folder, '-c', 'alias.variables=!env', 'variables');
    expect(variables).toEqual(expect.arrayContaining(['GIT_PAGER=cat', 'GIT_TERMINAL_PROMPT=0']));
  });
});
