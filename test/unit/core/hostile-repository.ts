/** Repositories that run programs: their configuration sets every git key that may name a program. */
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

export const layouts = ['bare', 'unpacked', 'linked', 'worktree', 'submodule'] as const;

export type HostileRepository = {
  /** Folder in which tests run git. */
  readonly folder: string;
  /** Folder that contains `config` and `HEAD`. */
  readonly gitFolder: string;
  /** First of the repository's two commits. */
  readonly first: string;
  readonly git: (...words: readonly string[]) => string;
  /** Returns the names of the configured programs that git has run. */
  readonly ran: () => Promise<readonly string[]>;
  /** Points HEAD to a commit that git has to fetch. */
  readonly loseHead: () => Promise<void>;
};

export async function hostileRepository(layout: (typeof layouts)[number]): Promise<HostileRepository> {
  const [root, marks, programs] = await Promise.all([1, 2, 3].map(() => temporaryFolder()));
  const folder = join(root as string, 'app');
  await mkdir(folder);
  const git = (...words: readonly string[]): string =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@b.cd', ...words], {
      encoding: 'utf8',
      stdio: 'pipe',
    });
  git('init', '-q', '-b', 'main');
  await writeFile(join(folder, 'file.txt'), 'one\n');
  await writeFile(join(folder, '.gitattributes'), '* diff=evil filter=evil merge=evil\n');
  git('add', '.');
  git('commit', '-q', '-m', 'One');
  const first = git('rev-parse', 'HEAD').trim();
  await writeFile(join(folder, 'file.txt'), 'two\n');
  git('commit', '-q', '-a', '-m', 'Two');
  await signHead(git, programs as string);
  const gitFolder = await moveInto(layout, root as string, folder);
  const program = async (name: string): Promise<string> => {
    const path = join(programs as string, name);
    await writeFile(path, `#!/bin/sh\n: > '${join(marks as string, name)}'\nexit 1\n`);
    await chmod(path, 0o755);
    return path;
  };
  for (const name of hooks) await program(name);
  await writeFile(join(gitFolder, 'included'), await configuration(program, includedKeys));
  const own = await configuration(program, keys);
  const include = `[include]\n path = included\n[core]\n hooksPath = ${programs}\n`;
  await writeFile(join(gitFolder, 'config'), `${fixed(layout)}${own}${include}`);
  await mkdir(join(gitFolder, 'hooks'), { recursive: true });
  return {
    folder,
    gitFolder,
    first,
    git,
    ran: async () => (await readdir(marks as string)).toSorted(),
    loseHead: () => writeFile(join(gitFolder, 'refs', 'heads', 'main'), `${'1'.repeat(40)}\n`),
  };
}

/** Git settings that can name a program. Some need the `ext` protocol or a leading `!` for it. */
const keys = [
  'alias.log',
  'alias.rev-list',
  'core.alternateRefsCommand',
  'core.askPass',
  'core.editor',
  'core.fsmonitor',
  'core.gitProxy',
  'core.pager',
  'core.sshCommand',
  'credential.helper',
  'diff.evil.command',
  'diff.evil.textconv',
  'diff.external',
  'filter.evil.clean',
  'filter.evil.process',
  'filter.evil.smudge',
  'gpg.program',
  'gpg.ssh.program',
  'gpg.x509.program',
  'interactive.diffFilter',
  'merge.evil.driver',
  'pager.log',
  'pager.rev-list',
  'remote.origin.receivepack',
  'remote.origin.uploadpack',
  'sequence.editor',
  'uploadpack.packObjectsHook',
];
const includedKeys = ['core.sshCommand', 'gpg.program'];
const hooks = ['post-index-change', 'reference-transaction', 'pre-auto-gc', 'fsmonitor-watchman'];

async function configuration(
  program: (name: string) => Promise<string>,
  names: readonly string[],
): Promise<string> {
  const lines = names.map(async (name) => {
    const [section = '', ...rest] = name.split('.');
    const key = rest.pop() ?? '';
    const value = `${section === 'alias' ? '!' : ''}${await program(name)}`;
    return `[${section}${rest.length > 0 ? ` "${rest.join('.')}"` : ''}]\n ${key} = "${value}"\n`;
  });
  return (await Promise.all(lines)).join('');
}

const fixed = (layout: string): string => `[core]
 repositoryformatversion = 1
 bare = ${layout === 'bare' ? 'false\n worktree = .' : 'false'}
[extensions]
 partialClone = origin
[remote "origin"]
 url = .
 promisor = true
[log]
 showSignature = true
[protocol]
 allow = always
`;

/** Replaces the last commit with a signed commit, which makes git start a verification program. */
async function signHead(git: HostileRepository['git'], folder: string): Promise<void> {
  const [head = '', message = ''] = git('cat-file', 'commit', 'HEAD').split('\n\n');
  const signature = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n iQ==\n -----END PGP SIGNATURE-----';
  const file = join(folder, 'commit');
  await writeFile(file, `${head}\n${signature}\n\n${message}`);
  git('update-ref', 'refs/heads/main', git('hash-object', '-t', 'commit', '-w', file).trim());
}

/** Moves `.git` to its location in the given layout and returns the new path. */
async function moveInto(layout: string, root: string, folder: string): Promise<string> {
  const dotGit = join(folder, '.git');
  const pointTo = async (target: string): Promise<string> => {
    await mkdir(join(target, '..'), { recursive: true });
    await rename(dotGit, target);
    await writeFile(dotGit, `gitdir: ${target}\n`);
    return target;
  };
  switch (layout) {
    case 'bare':
      for (const name of await readdir(dotGit)) await rename(join(dotGit, name), join(folder, name));
      await rm(dotGit, { recursive: true });
      return folder;
    case 'linked':
      return pointTo(join(folder, 'outputs'));
    case 'submodule':
      return pointTo(join(root, '.git', 'modules', 'app'));
    case 'worktree': {
      const common = await pointTo(join(root, 'common.git'));
      const own = join(common, 'worktrees', 'app');
      await mkdir(own, { recursive: true });
      await writeFile(join(own, 'commondir'), '../..\n');
      await writeFile(join(own, 'gitdir'), `${dotGit}\n`);
      await writeFile(join(own, 'HEAD'), 'ref: refs/heads/main\n');
      await writeFile(dotGit, `gitdir: ${own}\n`);
      return common;
    }
    default:
      return dotGit;
  }
}
