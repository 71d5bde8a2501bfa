import type { Log } from '../../../base/log/log.ts';
import type { ObjectStore } from '../objects.ts';
import { freeBlob, unrecordedBlobs } from './builds.ts';
import type { SqlDatabase } from './sql.ts';

/** Names that are looked up at once. */
const lookedUpTogether = 500;

/**
 * Brings objects and records together after a crash: removes uploads that never ended and objects no record names, when
 * they are older than `ageMs`, and says of which builds the object is gone. Builds of that age from an incomplete copy of a
 * service become leftovers.
 */
export async function sweepObjects(
  database: SqlDatabase,
  objects: ObjectStore,
  ageMs: number,
  log: Log,
): Promise<void> {
  const before = (await timeOf(database)) - ageMs;
  const named = await database.lists<readonly [object: string, sha256: string]>(
    'SELECT object, sha256 FROM blobs',
  );
  const missing = new Map(named);
  const unrecorded = new Map(
    await database.lists<readonly [object: string, sha256: string]>(unrecordedBlobs),
  );
  const uploads = await objects.removeUnfinished(before);
  let blobs = 0;
  let old: string[] = [];
  const removeUnnamed = async (): Promise<void> => {
    for (const name of await unnamed(database, old)) {
      await objects.remove(name);
      blobs += 1;
    }
    old = [];
  };
  for await (const { name, changedAt } of objects.list()) {
    const isNamed = missing.delete(name);
    if (changedAt >= before) unrecorded.delete(name);
    else if (!isNamed) old.push(name);
    if (old.length === lookedUpTogether) await removeUnnamed();
  }
  await removeUnnamed();
  for (const sha256 of unrecorded.values()) await database.transaction((sql) => freeBlob(sql, sha256));
  if (uploads + blobs > 0) log.warn('Removed what an interrupted upload left', { uploads, blobs });
  for (const sha256 of missing.values()) {
    const stillNamed = await database.get('SELECT 1 FROM blobs WHERE sha256 = ?', sha256);
    if (stillNamed) log.error('The file of a build is gone; upload the build again', { sha256 });
  }
}

async function timeOf(database: SqlDatabase): Promise<number> {
  const row = await database.get<{ now: number }>(`SELECT ${database.clock} AS now`);
  return row?.now ?? 0;
}

/** Leftovers are not among them: they have a time of their own. */
async function unnamed(database: SqlDatabase, names: readonly string[]): Promise<readonly string[]> {
  const list = JSON.stringify(names);
  const known = await database.lists<readonly [object: string]>(
    `SELECT object FROM blobs WHERE object IN ${database.texts}
     UNION SELECT object FROM leftovers WHERE object IN ${database.texts}`,
    list,
    list,
  );
  const found = new Set(known.flat());
  return names.filter((name) => !found.has(name));
}
