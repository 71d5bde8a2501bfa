import { findProgram, runProgram } from '../base/programs.ts';
import { coreErrors } from './errors.ts';

const timeoutMs = 10_000;

/**
 * Overrides the repository's configuration, which could make git run programs or write files. System and user
 * configuration still apply for `safe.directory`.
 */
const settings = {
  'safe.bareRepository': 'explicit',
  'core.fsmonitor': 'false',
  'core.hooksPath': '/dev/null',
  'log.showSignature': 'false',
} as const;
const environment = {
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_NO_LAZY_FETCH: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_PAGER: 'cat',
  GIT_TERMINAL_PROMPT: '0',
  LC_ALL: 'C',
} as const;

/**
 * Runs git in a folder and returns the non-empty lines. Unsafe for commands that compare contents: they may
 * run external diff programs and filters. Throws `core/noGit`, and the errors of git.
 */
export async function runGit(folder: string, ...args: readonly string[]): Promise<readonly string[]> {
  const git = findProgram('git');
  if (git === null) throw coreErrors.noGit({});
  const overrides = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  const output = await runProgram(git, ['-C', folder, ...overrides, ...args], { timeoutMs, environment });
  return output.split(/\r?\n/).filter((line) => line !== '');
}
