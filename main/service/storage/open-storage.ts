import type { Log } from '../../base/log/log.ts';
import type { ObjectStore } from './objects.ts';
import { type Builds, createBuilds } from './sql/builds.ts';
import { freeTakenMail } from './sql/mail.ts';
import type { SqlDatabase } from './sql/sql.ts';
import { storageOn } from './sql/storage-on.ts';
import { sweepObjects } from './sql/sweep.ts';
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
