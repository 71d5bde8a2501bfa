/** Release notes from git: the subjects of what was committed since the last build that was sent from a repository. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { withoutSecrets } from '../base/environment.ts';
import { systemCode } from '../base/errors.ts';
import { longestReleaseNote } from '../settings/folder-rule.ts';
import type { HistoryPage } from '../uploads/history/history-view.ts';
import type { Commit, UploadState } from '../uploads/upload-view.ts';
import { coreErrors } from './errors.ts';

/** `releaseNote` is undefined where nothing was committed since. */
export type GitNotes = { readonly releaseNote: string | undefined; readonly commit: Commit };

const run = promisify(execFile);
const mostSubjects = 100;
const uploadsLookedAt = 500;
const longestMs = 10_000;

/**
 * Of the first build that is sent from a repository, and where its last commit is gone, the newest subject alone. Throws
 * `core/noGit` and `core/noRepository`.
 */
export async function gitNotes(
  folder: string,
  history: (query: { states: UploadState[]; limit: number }) => HistoryPage | Promise<HistoryPage>,
): Promise<GitNotes> {
  const [repository = '', id = ''] = await git(folder, 'rev-parse', '--show-toplevel', 'HEAD');
  const { uploads } = await history({ states: ['done', 'already-there'], limit: uploadsLookedAt });
  const last = uploads.find(({ commit }) => commit?.repository === repository)?.commit?.id;
  const since = last !== undefined && (await isBefore(repository, last)) ? last : null;
  const range = since === null ? ['--max-count=1', id] : [`--max-count=${mostSubjects}`, `${since}..${id}`];
  const subjects = await git(repository, 'log', '--no-merges', '--format=%s', ...range);
  const text = subjects.map((subject) => `- ${subject}`).join('\n');
  const releaseNote = text === '' ? undefined : text.slice(0, longestReleaseNote);
  return { releaseNote, commit: { repository, id } };
}

/** False also for a commit that was rewritten. */
async function isBefore(repository: string, commit: string): Promise<boolean> {
  try {
    await git(repository, 'merge-base', '--is-ancestor', commit, 'HEAD');
    return true;
  } catch {
    return false;
  }
}

/** The lines of what git says. No program that the repository names is run. */
async function git(folder: string, ...words: readonly string[]): Promise<readonly string[]> {
  const safe = ['-C', folder, '-c', 'log.showSignature=false', '-c', 'core.fsmonitor=false'];
  try {
    const options = { env: withoutSecrets(process.env), timeout: longestMs, maxBuffer: 1024 * 1024 };
    const { stdout } = await run('git', [...safe, ...words], options);
    return stdout.split(/\r?\n/).filter((line) => line !== '');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') throw coreErrors.noGit({}, { cause: error });
    throw coreErrors.noRepository({ folder }, { cause: error });
  }
}
