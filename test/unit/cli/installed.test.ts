/** Commands of the installed application, and its launcher on Linux. */
import { execFile } from 'node:child_process';
import { copyFile, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { startSlipway } from './run-slipway.ts';

const project = join(import.meta.dirname, '..', '..', '..');
const register = pathToFileURL(join(project, 'test', 'fakes', 'electron', 'register.ts')).href;

const installedOn = (platform: string) => ({
  NODE_OPTIONS: `--import=${register}`,
  ELECTRON_DOUBLE_PACKAGED: '1',
  ELECTRON_DOUBLE_PLATFORM: platform,
});

test.each(['win32', 'darwin'])(
  'the application on %s rejects commands and names the npm package',
  async (platform) => {
    for (const words of [['upload', 'a.apk'], ['--help'], ['--version']]) {
      const { code, stdout, stderr } = await startSlipway(words, installedOn(platform)).ended;
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(/^slipway: .+npm install --global slipway-[\d.]+\.tgz.+\n$/);
    }
    const json = await startSlipway(['apps', '--json'], installedOn(platform)).ended;
    expect(JSON.parse(json.stdout)).toMatchObject({ error: { code: 'cli/onlyWindow' } });
  },
);

test('the application on Linux accepts commands', async () => {
  const { code, stdout } = await startSlipway(['--version'], installedOn('linux')).ended;
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/)]);
});

type Ended = { readonly code: unknown; readonly stdout: string; readonly stderr: string };

/** Runs a copy of the packaged launcher through a symbolic link, with an `id` command that prints `user`. */
async function launchAs(user: number, locale = 'C.UTF-8'): Promise<Ended> {
  const folder = await temporaryFolder();
  const program = async (name: string, text: string): Promise<void> => {
    await writeFile(join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  };
  await program('id', `echo ${user}`);
  await program('slipway-bin', 'echo "$@"');
  await copyFile(join(project, 'assets', 'linux', 'slipway'), join(folder, 'slipway'));
  await mkdir(join(folder, 'bin'));
  const command = join(folder, 'bin', 'slipway');
  await symlink('../slipway', command);
  const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}`, LC_ALL: locale };
  return new Promise((resolve) => {
    execFile(command, ['upload', 'a b.apk'], { env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

test.skipIf(process.platform === 'win32')(
  'the Linux launcher rejects root and starts for other users',
  async () => {
    for (const [locale, words] of [
      ['C.UTF-8', /^slipway: .+sudo -u USER slipway.+npm package.+\n$/],
      ['de_DE.UTF-8', /^slipway: .+sudo -u BENUTZER slipway.+npm-Paket.+\n$/],
      ['fr_FR.UTF-8', /^slipway: .+sudo -u UTILISATEUR slipway.+paquet npm.+\n$/],
      ['tr_TR.UTF-8', /^slipway: .+sudo -u KULLANICI slipway.+npm paketini.+\n$/],
    ] as const) {
      const { code, stdout, stderr } = await launchAs(0, locale);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(words);
    }
    expect(await launchAs(1000)).toEqual({ code: 0, stdout: 'upload a b.apk\n', stderr: '' });
  },
);
