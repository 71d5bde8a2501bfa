/** `slipway service backup` and `restore` while `slipway serve` runs. */
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { slipwayHere } from './run-here.ts';
import { startSlipway } from './run-slipway.ts';

const commandsIn =
  (dataDir: string) =>
  (...words: readonly string[]) =>
    slipwayHere(['service', ...words, '--data-dir', dataDir]);

async function serve(dataDir: string) {
  const running = startSlipway(['serve', '--no-ui', '--json', '--data-dir', dataDir]);
  onTestFinished(async () => {
    running.signal('SIGINT');
    await running.ended;
  });
  await running.until('stdout', '"service"');
}

describe('a backup of a running service', () => {
  test('restores into another data folder', async () => {
    const root = await temporaryFolder();
    const [dataDir, backup, other] = [join(root, 'data'), join(root, 'backup'), join(root, 'other')];
    await serve(dataDir);
    const run = commandsIn(dataDir);
    for (const words of ['add ada', 'add ben', 'remove ben']) await run('user', ...words.split(' '));
    const made = await run('backup', backup);
    expect([made.code, made.stderr]).toEqual([0, '']);
    expect(made.stdout).toContain(`Backed up to ${backup}: 0 builds`);
    await run('user', 'remove', 'ada');
    expect((await run('restore', backup)).stderr).toContain('There is already a service');

    const there = commandsIn(other);
    const restored = await there('restore', backup);
    expect([restored.code, restored.stderr]).toEqual([0, '']);
    expect((await there('user', 'list')).stdout.trim().split('\n')).toEqual(['slipway', 'ada']);
    expect((await there('backup', backup)).stderr).toContain('contains no backup of this service');
    expect((await there('backup', join(root, 'second'))).code).toBe(0);
  });
});
