import type { Log } from '../../base/log/log.ts';
import type { ObjectStore } from './objects.ts';
import { type Builds, createBuilds, freeBlob, unrecordedBlobs } from './sql/builds.ts';
import { freeTakenMail } from './sql/mail.ts';
import type { SqlDatabase } from './sql/sql.ts';
import { storageOn } from './sql/storage-on.ts';
import type { Storage } from './storage.ts';
import { openParts, type StoragePlaces } from './storage-parts.ts';

export type StorageChoice = StoragePlaces & {
  /** Whether devices are sent to the S3 server for builds, which they then have to reach. */
  readonly redirects?: boolean;
  /** False where it is open for a moment only: what is shared is not swept then. */
  readonly sweeps?: boolean;
};

const minute = 60_000;

/** Whoever is reading a build from another computer when it is removed has this long. */
const graceMs = 10 * minute;

/** Longer than any upload takes: what others began is theirs until then. */
const strangersMs = 24 * 60 * minute;

const sweepEveryMs = 60 * minute;

/** As `openStorage`, with everything in one folder. */
export function openEmbeddedStorage(folder: string, log: Log): Promise<Storage> {
  return openStorage({ database: { folder }, builds: { folder } }, log);
}

/**
 * Opens records and builds; folders are made if need be. What a crash left behind is swept: before anything else where
 * nobody else can be using it, else in the background, by one instance at a time. Throws `lock/held`, `lock/unusable`,
 * `database/unreadable`, `database/unusable`, `database/newer`, `service/databaseRefused`, `service/storageAway`.
 */
export async function openStorage(choice: StorageChoice, log: Log): Promise<Storage> {
  const { database, objects, isOwn, close: closeParts } = await openParts(choice, log);
  try {
    const options = { graceMs: isOwn ? 0 : graceMs, redirects: choice.redirects ?? false };
    const builds = createBuilds(database, objects, options, log);
    const sweep = sweepWith(database, objects, builds, isOwn ? Number.NEGATIVE_INFINITY : strangersMs, log);
    if ('folder' in choice.database) await freeTakenMail(database);
    if (isOwn) await sweep();
    const isSwept = !isOwn && choice.sweeps !== false;
    const stopSweeping = isSwept ? sweepNowAndThen(database, sweep, log) : async () => undefined;
    const close = async (): Promise<void> => {
      await stopSweeping();
      await closeParts();
    };
    const check = async (): Promise<void> => {
      await database.get('SELECT 1');
      await objects.check();
    };
    return { ...storageOn(database, builds), check, close };
  } catch (error) {
    await closeParts();
    throw error;
  }
}

function sweepWith(
  database: SqlDatabase,
  objects: ObjectStore,
  builds: Builds,
  ageMs: number,
  log: Log,
): () => Promise<void> {
  return async () => {
    await sweepObjects(database, objects, ageMs, log);
    await builds.removeLeftovers();
  };
}

/** Sweeps now and every hour, unless another instance is at it; gives what ends it. */
function sweepNowAndThen(database: SqlDatabase, sweep: () => Promise<void>, log: Log): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  const run = (): void => {
    running = database
      .alone('sweep', sweep)
      .catch((error: unknown) => log.warn('Leftovers of builds could not be removed', { error }));
  };
  run();
  const timer = setInterval(run, sweepEveryMs).unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

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
