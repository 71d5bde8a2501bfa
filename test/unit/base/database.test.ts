import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../../main/base/database/database.ts';
import { lockFolder } from '../../../main/base/database/lock.ts';
import { hasSignals } from '../../fakes/systems.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

const migrations = ['CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT'];

describe('openDatabase', () => {
  test('stores rows in WAL mode', async () => {
    const path = join(await temporaryFolder(), 'deep', 'a.db');
    const first = openDatabase(path, migrations);
    expect(first.run('INSERT INTO item (name) VALUES (?)', 'Füße')).toEqual({ changes: 1, id: 1 });
    expect(first.get('PRAGMA journal_mode')).toEqual({ journal_mode: 'wal' });
    first.close();
    const second = openDatabase(path, migrations);
    expect(second.all('SELECT name FROM item')).toEqual([{ name: 'Füße' }]);
    second.close();
  });

  test('cannot repair a database without a repair function', async () => {
    const database = openDatabase(join(await temporaryFolder(), 'a.db'), migrations);
    expect(database.repairNow(new Error('invalid data'))).toBe(false);
    database.close();
  });

  test('runs only missing migrations', async () => {
    const path = join(await temporaryFolder(), 'a.db');
    openDatabase(path, migrations).close();
    const later = openDatabase(path, [
      ...migrations,
      'ALTER TABLE item ADD COLUMN size INTEGER NOT NULL DEFAULT 7',
    ]);
    later.run('INSERT INTO item (name) VALUES (?)', 'x');
    expect(later.get('SELECT size FROM item')).toEqual({ size: 7 });
    later.close();
  });

  test('rolls back a failed migration', async () => {
    const path = join(await temporaryFolder(), 'a.db');
    expect(() => openDatabase(path, [...migrations, 'CREATE TABLE half (id INTEGER); NONSENSE'])).toThrow();
    const again = openDatabase(path, migrations);
    expect(again.get("SELECT count(*) AS n FROM sqlite_schema WHERE name = 'half'")).toEqual({ n: 0 });
    again.close();
  });

  test('rejects a newer database and a file that is not a database', async () => {
    const folder = await temporaryFolder();
    openDatabase(join(folder, 'a.db'), [...migrations, 'SELECT 1']).close();
    expect(() => openDatabase(join(folder, 'a.db'), migrations)).toThrow(
      expect.objectContaining({ code: 'database/newer' }),
    );
    await writeFile(join(folder, 'b.db'), 'this is no database, it is a text of some length');
    expect(() => openDatabase(join(folder, 'b.db'), migrations)).toThrow(
      expect.objectContaining({ code: 'database/unreadable' }),
    );
  });

  test('reports an unusable path as unusable, not as damaged', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'file'), 'text');
    for (const path of [folder, join(folder, 'file', 'a.db')]) {
      expect(() => openDatabase(path, migrations)).toThrow(
        expect.objectContaining({ code: 'database/unusable' }),
      );
    }
  });

  test('rolls back a failed transaction', async () => {
    const database = openDatabase(join(await temporaryFolder(), 'a.db'), migrations);
    expect(() =>
      database.transaction(() => {
        database.run('INSERT INTO item (name) VALUES (?)', 'x');
        throw new Error('stop');
      }),
    ).toThrow('stop');
    expect(database.get('SELECT count(*) AS n FROM item')).toEqual({ n: 0 });
    database.close();
  });
});

describe('lockFolder', () => {
  test('rejects a second lock until the first is released', async () => {
    const folder = await temporaryFolder();
    const lock = lockFolder(folder);
    expect(() => lockFolder(folder)).toThrow(expect.objectContaining({ code: 'lock/inUse' }));
    lock.release();
    lockFolder(folder).release();
  });

  test('reports an unusable folder as unusable, not as in use', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'file'), 'text');
    await writeFile(join(folder, 'lock.db'), 'this is no database, it is a text of some length');
    for (const unusable of [folder, join(folder, 'file')]) {
      expect(() => lockFolder(unusable)).toThrow(expect.objectContaining({ code: 'lock/unusable' }));
    }
  });

  test('locks a folder whose previous owner was killed', async () => {
    const folder = await temporaryFolder();
    const module = new URL('../../../main/base/database/lock.ts', import.meta.url).href;
    const script = `import { writeSync } from 'node:fs'; const { lockFolder } = await import(${JSON.stringify(module)}); lockFolder(${JSON.stringify(folder)}); writeSync(1, 'held'); process.kill(process.pid, 'SIGKILL');`;
    const owner = spawnSync(process.execPath, ['--input-type=module', '-e', script]);
    expect(`${owner.stdout}`).toBe('held');
    expect(hasSignals ? owner.signal : owner.status).toBe(hasSignals ? 'SIGKILL' : 1);
    lockFolder(folder).release();
  });
});
