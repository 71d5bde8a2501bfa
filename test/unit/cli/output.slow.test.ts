/** Commands whose stdout, stderr or log is on a full disk. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { writeApk } from './builds.ts';
import { slipwayHere } from './run-here.ts';
import { runService, slipway, startSlipway } from './run-slipway.ts';

const isFull = /^slipway: The disk of stdout is full: free some space/;

/** Redirects the outputs of a program. */
const into = (outputs: string) => ({ within: ['sh', '-c', `exec "$@" ${outputs}`, 'sh'] });

describe.skipIf(!existsSync('/dev/full'))('on a full disk', () => {
  test.each([[[]], [['--json']]])('inspect %j reports the full disk and exits with 1', async (options) => {
    const build = await writeApk(await temporaryFolder());
    const result = await slipway(['inspect', build, ...options], {}, into('>/dev/full'));
    expect([result.code, result.stderr]).toEqual([1, expect.stringMatching(isFull)]);
    expect(result.stderr).not.toMatch(/\n\s+at /);
    const silent = await slipway(['inspect', build, ...options], {}, into('>/dev/full 2>/dev/full'));
    expect(silent.code).toBe(1);
  });

  test('--help and --version report a full disk and exit with 1', async () => {
    for (const word of ['--help', '--version']) {
      const result = await slipway([word], {}, into('>/dev/full'));
      expect([result.code, result.stderr]).toEqual([1, expect.stringMatching(isFull)]);
    }
  });

  test('inspect prints its result when stderr cannot be written', async () => {
    const result = await slipway(['inspect', '/nowhere/a.apk', '--json'], {}, into('2>/dev/full'));
    expect([result.code, JSON.parse(result.stdout)]).toMatchObject([1, { error: { code: 'file/missing' } }]);
  });

  test.each(['>/dev/full', '2>/dev/full', '>/dev/full 2>/dev/full'])(
    'watch %s uploads even if its log cannot be written',
    async (outputs) => {
      const { environment } = await runService();
      const [folder, dataDir] = [await temporaryFolder(), await temporaryFolder()];
      await mkdir(join(dataDir, 'logs'));
      await symlink('/dev/full', join(dataDir, 'logs', 'slipway.log'));
      await writeApk(folder, 'one.apk', 1);
      const words = ['watch', folder, '--existing', 'all', '--json', '--verbose', '--data-dir', dataDir];
      const watching = startSlipway(words, environment, into(outputs));
      const sizes = async (): Promise<number> => {
        const asked = await slipwayHere(
          ['versions', 'Notes', '--json', '--data-dir', await temporaryFolder()],
          environment,
        );
        return asked.code === 0 ? (JSON.parse(asked.stdout) as unknown[]).length : 0;
      };
      await expect.poll(sizes, { timeout: 60_000, interval: 200 }).toBe(1);
      await writeApk(folder, 'two.apk', 2);
      await expect.poll(sizes, { timeout: 60_000, interval: 200 }).toBe(2);
      watching.signal('SIGINT');
      const { code, stderr } = await watching.ended;
      expect(code).toBe(outputs.startsWith('>') ? 1 : 0);
      if (outputs === '>/dev/full') {
        expect(stderr.match(/The disk of stdout is full/g)).toHaveLength(1);
        expect(stderr.match(/The log \S+ cannot be written \(ENOSPC\)/g)).toHaveLength(1);
      }
    },
  );
});

test.skipIf(process.platform === 'win32')('inspect exits with 1 when its result is truncated', async () => {
  const folder = await temporaryFolder();
  const result = join(folder, 'result.json');
  const within = ['sh', '-c', `ulimit -f 1; exec "$@" >'${result}'`, 'sh'];
  const builds = await Promise.all([1, 2, 3].map((code) => writeApk(folder, `${code}.apk`, code)));
  // Otherwise the compile cache would also exceed the file size limit and end the process.
  const environment = { NODE_DISABLE_COMPILE_CACHE: '1' };
  const ended = await slipway(['inspect', ...builds, '--json'], environment, { within });
  expect(ended).toMatchObject({ code: 1, stderr: expect.stringMatching(/^slipway: .*stdout/) });
  expect((await readFile(result)).length).toBeGreaterThan(0);
});
