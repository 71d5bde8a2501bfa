import { CodedError } from '../base/errors.ts';
import { maxReleaseNoteLength } from '../settings/folder-rule.ts';
import type { HistoryPage } from '../uploads/history/history-view.ts';
import type { Commit, UploadState } from '../uploads/upload-view.ts';
import { coreErrors } from './errors.ts';
import { runGit } from './run-git.ts';

/** `releaseNote` is undefined if there are no new commits. */
export type GitNotes = { readonly releaseNote: string | undefined; readonly commit: Commit };

const maxSubjects = 100;
const maxUploadsScanned = 500;

/**
 * Returns the subjects of the commits since the last upload, or only of the newest commit if HEAD does not
 * descend from the uploaded commit. Throws `core/noGit`, `core/noRepository` and `core/gitFailed`.
 */
export async function gitNotes(
  folder: string,
  history: (query: { states: UploadState[]; limit: number }) => HistoryPage | Promise<HistoryPage>,
): Promise<GitNotes> {
  const [repository = '', id = ''] = await git(folder, 'rev-parse', '--show-toplevel', 'HEAD');
  const { uploads } = await history({ states: ['done', 'already-there'], limit: maxUploadsScanned });
  const last = uploads.find(({ commit }) => commit?.repository === repository)?.commit?.id;
  const since = last !== undefined && (await isAncestor(repository, last)) ? last : null;
  const range = since === null ? ['--max-count=1', id] : [`--max-count=${maxSubjects}`, `${since}..${id}`];
  const subjects = await git(
    repository,
    'rev-list',
    '--no-commit-header',
    '--no-merges',
    '--format=%s',
    ...range,
  );
  const text = subjects.map((subject) => `- ${subject}`).join('\n');
  const releaseNote = text === '' ? undefined : text.slice(0, maxReleaseNoteLength);
  return { releaseNote, commit: { repository, id } };
}

/** Returns false also if the commit no longer exists, for example after a rebase. */
async function isAncestor(repository: string, commit: string): Promise<boolean> {
  try {
    await git(repository, 'merge-base', '--is-ancestor', commit, 'HEAD');
    return true;
  } catch {
    return false;
  }
}

async function git(folder: string, ...args: readonly string[]): Promise<readonly string[]> {
  try {
    return await runGit(folder, ...args);
  } catch (error) {
    if (error instanceof CodedError) throw error;
    const message = gitMessage(error);
    if (message === '' || noCommitsPattern.test(message))
      throw coreErrors.noRepository({ folder }, { cause: error });
    throw coreErrors.gitFailed({ message }, { cause: error });
  }
}

/** Matches git's errors for a missing repository, a bare repository, and a repository without commits. */
const noCommitsPattern = /not a git repository|bare repository|'HEAD'|bad revision/;
const maxMessage = 500;

function gitMessage(error: unknown): string {
  const stderr = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
  return stderr
    .replace(/^fatal: /, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, maxMessage);
}
