import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fileSink } from '../../../main/base/log/log.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

function stderrLines(): () => readonly string[] {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => write.mockRestore());
  return () => write.mock.calls.map(([text]) => String(text));
}

test('fileSink writes to stderr when the log cannot be written', async () => {
  const folder = await temporaryFolder();
  const inTheWay = join(folder, 'logs');
  await writeFile(inTheWay, '');
  const lines = stderrLines();
  const path = join(inTheWay, 'slipway.log');
  const sink = fileSink(path);
  sink('one');
  sink('two');
  expect(lines()).toEqual([
    expect.stringMatching(/^The log .+ cannot be written \(E\w+\)\.\n$/),
    'one\n',
    'two\n',
  ]);
  await rm(inTheWay);
  sink('three');
  expect(await readFile(path, 'utf8')).toBe('three\n');
  expect(lines()).toHaveLength(3);
});

test.skipIf(!existsSync('/dev/full'))(
  'fileSink reports a full disk each time the disk fills up',
  async () => {
    const path = join(await temporaryFolder(), 'logs', 'slipway.log');
    await mkdir(join(path, '..'));
    const lines = stderrLines();
    const sink = fileSink(path);
    for (const line of ['one', 'two']) {
      await symlink('/dev/full', path);
      sink(line);
      await rm(path);
      sink('written');
      await rm(path);
    }
    expect(lines()).toEqual([
      expect.stringContaining('(ENOSPC)'),
      'one\n',
      expect.stringContaining('(ENOSPC)'),
      'two\n',
    ]);
  },
);
