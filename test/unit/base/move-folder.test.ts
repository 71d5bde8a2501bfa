import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { lockFolder } from '../../../main/base/files/lock.ts';
import { moveFolder } from '../../../main/base/files/move-folder.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

const holdsData = (names: readonly string[]): boolean => names.includes('settings.json');

async function places() {
  const folder = await temporaryFolder();
  return { from: join(folder, 'roaming', 'Slipway'), to: join(folder, 'local', 'Slipway') };
}

async function fill(folder: string, text = 'kept'): Promise<void> {
  await mkdir(join(folder, 'service', 'blobs'), { recursive: true });
  for (const name of ['settings.json', 'Local State', join('service', 'blobs', 'a')]) {
    await writeFile(join(folder, name), `${text} ${name}`);
    await utimes(join(folder, name), 1_700_000_000, 1_700_000_000);
  }
}

test('a folder is moved whole, also to a place that is there and empty', async () => {
  const { from, to } = await places();
  await fill(from);
  await mkdir(to, { recursive: true });
  expect(moveFolder(from, to, holdsData)).toEqual({ folder: to, unused: null, problem: null, moved: true });
  expect(await readFile(join(to, 'service', 'blobs', 'a'), 'utf8')).toBe(
    `kept ${join('service', 'blobs', 'a')}`,
  );
  expect(await readdir(join(from, '..'))).toEqual([]);
  expect(moveFolder(from, to, holdsData)).toEqual({ folder: to, unused: null, problem: null, moved: false });
});

test('what holds no data stays, and the new place is used', async () => {
  const { from, to } = await places();
  expect(moveFolder(from, to, holdsData).folder).toBe(to);
  await mkdir(join(from, 'Crashpad'), { recursive: true });
  expect(moveFolder(from, to, holdsData)).toEqual({ folder: to, unused: null, problem: null, moved: false });
  expect(await readdir(from)).toEqual(['Crashpad']);
});

test('where both places hold data, both stay as they are and the old one is named', async () => {
  const { from, to } = await places();
  await fill(from, 'old');
  await fill(to, 'new');
  expect(moveFolder(from, to, holdsData)).toEqual({ folder: to, unused: from, problem: null, moved: false });
  expect(await readFile(join(from, 'settings.json'), 'utf8')).toBe('old settings.json');
  expect(await readFile(join(to, 'settings.json'), 'utf8')).toBe('new settings.json');
});

test('a half copied folder beside a place that holds other data is named, not removed', async () => {
  const { from, to } = await places();
  await fill(`${from}.moving`, 'old');
  await fill(to, 'new');
  expect(moveFolder(from, to, holdsData)).toMatchObject({ folder: to, unused: `${from}.moving` });
  expect(await readFile(join(`${from}.moving`, 'settings.json'), 'utf8')).toBe('old settings.json');
});

test('data another Slipway is using stay where they are', async () => {
  const { from, to } = await places();
  await fill(from);
  const program = `import { lockFolder } from ${JSON.stringify(new URL('../../../main/base/files/lock.ts', import.meta.url).href)};
    lockFolder(process.argv[1]); process.stdout.write('held'); setInterval(() => {}, 1000);`;
  const other = spawn(process.execPath, ['--input-type=module-typescript', '-e', program, from]);
  onTestFinished(() => void other.kill('SIGKILL'));
  await once(other.stdout, 'data');
  expect(moveFolder(from, to, holdsData)).toMatchObject({
    folder: from,
    unused: null,
    problem: { code: 'lock/held' },
    moved: false,
  });
  other.kill('SIGKILL');
  await once(other, 'close');
  expect(moveFolder(from, to, holdsData)).toEqual({ folder: to, unused: null, problem: null, moved: true });
});

test('while another process copies, nothing is begun', async () => {
  const { from, to } = await places();
  await fill(`${from}.moving`);
  const { release } = lockFolder(`${from}.moving`);
  expect(() => moveFolder(from, to, holdsData)).toThrow(expect.objectContaining({ code: 'lock/held' }));
  release();
  expect(moveFolder(from, to, holdsData).folder).toBe(to);
  expect(await readdir(to)).toEqual(['Local State', 'service', 'settings.json']);
});
