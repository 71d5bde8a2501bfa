import { chmod, lstat, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../main/base/database/database.ts';
import { lockFolder } from '../../../main/base/database/lock.ts';
import {
  restrictFolder,
  restrictOnWindows,
  restrictRecursively,
} from '../../../main/base/files/private-folder.ts';
import { hasModes } from '../../fakes/systems.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

const refuse = (path: string, reason: unknown): never => {
  throw new Error(path, { cause: reason });
};
const modeOf = async (path: string): Promise<string> => ((await lstat(path)).mode & 0o7777).toString(8);

test.runIf(hasModes)('restrictRecursively restricts a folder without following links', async () => {
  const folder = await temporaryFolder();
  const [data, outside] = [join(folder, 'data'), join(folder, 'outside')];
  await mkdir(join(data, 'deep', 'deeper'), { recursive: true });
  await mkdir(outside);
  await writeFile(join(outside, 'theirs'), 'x');
  await symlink(outside, join(data, 'link'));
  await symlink(join(outside, 'theirs'), join(data, 'deep', 'link'));
  const files = [join(data, 'a.db'), join(data, 'deep', 'deeper', 'b'), join(data, 'deep', 'program')];
  for (const file of files) await writeFile(file, 'x');
  const folders = [data, join(data, 'deep'), join(data, 'deep', 'deeper')];
  for (const path of [...folders, ...files, outside, join(outside, 'theirs')]) await chmod(path, 0o777);
  await chmod(files[0] ?? '', 0o644);

  restrictRecursively(data, refuse);
  expect(await Promise.all(folders.map(modeOf))).toEqual(['700', '700', '700']);
  expect(await Promise.all(files.map(modeOf))).toEqual(['600', '700', '700']);
  expect(await Promise.all([outside, join(outside, 'theirs')].map(modeOf))).toEqual(['777', '777']);
});

test.runIf(hasModes)('restrictRecursively changes the target when the folder is a symlink', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'disk'));
  await writeFile(join(folder, 'disk', 'blob'), 'x');
  await chmod(join(folder, 'disk'), 0o755);
  await chmod(join(folder, 'disk', 'blob'), 0o644);
  await symlink(join(folder, 'disk'), join(folder, 'service'));
  restrictRecursively(join(folder, 'service'), refuse);
  expect([await modeOf(join(folder, 'disk')), await modeOf(join(folder, 'disk', 'blob'))]).toEqual([
    '700',
    '600',
  ]);
});

test.runIf(hasModes)('restrictFolder changes only the folder and ignores a missing folder', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'a'), 'x');
  await chmod(join(folder, 'a'), 0o644);
  await chmod(folder, 0o2775);
  restrictFolder(folder, refuse);
  expect([await modeOf(folder), await modeOf(join(folder, 'a'))]).toEqual(['700', '644']);
  restrictFolder(join(folder, 'gone'), refuse);
  restrictRecursively(join(folder, 'gone'), refuse);
});

test.runIf(hasModes)('a database and its SQLite files are readable only by the owner', async () => {
  const folder = join(await temporaryFolder(), 'new');
  const database = openDatabase(join(folder, 'a.db'), ['CREATE TABLE item (id INTEGER) STRICT']);
  database.run('INSERT INTO item VALUES (1)');
  const names = ['', 'a.db', 'a.db-wal', 'a.db-shm'];
  const modes = await Promise.all(names.map((name) => modeOf(join(folder, name))));
  database.close();
  expect(modes).toEqual(['700', '600', '600', '600']);
});

test('a rejected lock attempt does not release the first lock', async () => {
  const folder = await temporaryFolder();
  const lock = lockFolder(folder);
  expect(() => lockFolder(folder)).toThrow(expect.objectContaining({ code: 'lock/inUse' }));
  const other = new DatabaseSync(join(folder, 'lock.db'));
  expect(() => other.exec('BEGIN IMMEDIATE')).toThrow('locked');
  other.close();
  lock.release();
  if (hasModes) expect(await modeOf(join(folder, 'lock.db'))).toBe('600');
});

const home = 'C:\\Users\\Ann';

function windows() {
  const commands: string[][] = [];
  const run = (program: string, words: readonly string[]): string => {
    commands.push([program, ...words]);
    return program === 'whoami.exe' ? '"pc\\ann lee","S-1-5-21-1-2-3-1001"\r\n' : '';
  };
  return { commands, run };
}

test('restrictOnWindows grants a folder to user, system and administrators', () => {
  for (const folder of [
    'D:\\Slipway',
    'C:\\Slipway data',
    'C:\\Users\\Anna',
    'C:\\Users',
    '\\\\server\\share',
  ]) {
    const { commands, run } = windows();
    restrictOnWindows(folder, home, run);
    expect(commands.at(-1), folder).toEqual([
      'icacls.exe',
      folder,
      '/inheritance:r',
      ...['/grant:r', '*S-1-5-21-1-2-3-1001:(OI)(CI)F'],
      ...['/grant:r', '*S-1-5-18:(OI)(CI)F'],
      ...['/grant:r', '*S-1-5-32-544:(OI)(CI)F'],
      '/q',
    ]);
  }
});

test('restrictOnWindows ignores folders in the home folder', () => {
  for (const folder of [home, `${home}\\AppData\\Roaming\\Slipway`, 'c:\\users\\ann\\x']) {
    const { commands, run } = windows();
    restrictOnWindows(folder, home, run);
    expect(commands, folder).toEqual([]);
  }
});

test('restrictOnWindows fails without changes when the user is unknown', () => {
  expect(() => restrictOnWindows('D:\\Slipway', home, () => 'ERROR')).toThrow('whoami');
});
