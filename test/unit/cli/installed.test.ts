/** The installed application when it is given a command, and the command of the Debian package. */
import { execFile } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
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
  'on %s it is not the command line, says in one line what to install, and ends with 2',
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

test('on Linux it is the command line as well', async () => {
  const { code, stdout } = await startSlipway(['--version'], installedOn('linux')).ended;
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/)]);
});

type Ended = { readonly code: unknown; readonly stdout: string; readonly stderr: string };

/** Runs the command of the Debian package as the user with this number, as far as it can see. */
async function runCommandAs(user: number): Promise<Ended> {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'id'), `#!/bin/sh\necho ${user}\n`);
  await chmod(join(folder, 'id'), 0o755);
  const command = join(project, 'assets', 'linux', 'bin', 'slipway');
  const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}` };
  return new Promise((resolve) => {
    execFile(command, ['upload'], { env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

test.skipIf(process.platform === 'win32')(
  'as root the package says what to do; others reach the program',
  async () => {
    const root = await runCommandAs(0);
    expect([root.code, root.stdout]).toEqual([2, '']);
    expect(root.stderr).toMatch(/^slipway: .+sudo -u USER slipway.+npm package.+\n$/);
    const other = await runCommandAs(1000);
    expect([other.code, other.stderr]).toEqual([127, expect.stringContaining('/opt/Slipway/slipway')]);
  },
);
