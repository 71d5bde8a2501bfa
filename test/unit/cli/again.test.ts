/** `slipway upload` with a new data folder for each run, as in CI jobs. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { referenceFormat } from '../../contract/api/other-formats.ts';
import { startOther } from '../../contract/api/other-service.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { writeApk } from './builds.ts';
import { slipwayHere } from './run-here.ts';
import { canMakeTerminals, startSlipway } from './run-slipway.ts';

async function otherService() {
  const other = await startOther(referenceFormat);
  const environment = {
    ...{ SLIPWAY_BASE_URL: other.url, SLIPWAY_USER: 'user', SLIPWAY_CLIENT_ID: 'client' },
    ...{ SLIPWAY_PASSWORD: 'correct horse', SLIPWAY_CLIENT_SECRET: 'client-secret-1' },
  };
  const posts = () =>
    other.requests.filter((line) => /^POST .*(profiles|profiles\/\d+\/items)$/.test(line)).length;
  return { environment, posts, path: await writeApk(await temporaryFolder()) };
}

describe('upload with an empty data folder', () => {
  test('requires --again when the service reports no hashes', async () => {
    const { environment, posts, path } = await otherService();
    const run = async (...words: readonly string[]) =>
      slipwayHere(['upload', path, ...words, '--data-dir', await temporaryFolder()], environment);
    expect((await run()).code).toBe(0);
    const second = await run();
    expect([second.code, posts()]).toEqual([1, 1]);
    expect(second.stdout).toMatch(/not uploaded, the service may have it already\n.*number \d+/s);
    expect(second.stderr).toContain('--again');
    expect([(await run('--again')).code, posts()]).toEqual([0, 2]);
  });

  test.skipIf(!canMakeTerminals())('prompts on a terminal when the service reports no hashes', async () => {
    const { environment, posts, path } = await otherService();
    const start = async () =>
      startSlipway(['upload', path, '--data-dir', await temporaryFolder()], environment, {
        terminal: true,
      });
    const first = await start();
    expect((await first.ended).code).toBe(0);
    const [no, yes] = [await start(), await start()];
    for (const [running, answer] of [
      [no, 'n\r'],
      [yes, 'y\r'],
    ] as const) {
      await running.until('stdout', '[y/N]');
      running.process.stdin?.write(answer);
    }
    expect([(await no.ended).code, (await yes.ended).code, posts()]).toEqual([1, 0, 2]);
  });
});

describe('SLIPWAY_DATA_DIR', () => {
  test('selects the data folder', async () => {
    const folder = join(await temporaryFolder(), 'data');
    const { code } = await slipwayHere(['queue', '--json'], { SLIPWAY_DATA_DIR: folder });
    expect([code, existsSync(join(folder, 'journal.db'))]).toEqual([0, true]);
  });

  test('is ignored by commands without a data folder', async () => {
    const { stderr } = await slipwayHere(['server', 'check'], { SLIPWAY_DATA_DIR: await temporaryFolder() });
    expect(stderr).not.toContain('has no --data-dir');
  });
});
