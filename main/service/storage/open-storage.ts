import type { Log } from '../../base/log/log.ts';
import { serviceErrors } from '../errors.ts';
import { serviceRow } from './ownership.ts';
import { createBuilds } from './sql/builds.ts';
import { freeTakenMail } from './sql/mail.ts';
import { storageOn } from './sql/storage-on.ts';
import type { Storage } from './storage.ts';
import { openParts, placeOfBuilds, type StoragePlaces } from './storage-parts.ts';
import { sweepObjects } from './sweep.ts';

export type StorageChoice = StoragePlaces & {
  /** True to redirect downloads to the S3 server, which devices must then be able to reach. */
  readonly redirects?: boolean;
  /** True for a command that runs beside the service: takes no folder lock and runs no sweeps. */
  readonly beside?: boolean;
};

const minute = 60_000;

/** Grace period for downloads from other instances after a build is removed. */
const graceMs = 10 * minute;

/** The first sweep runs one interval after the start: time to stop an instance that uses the wrong storage. */
const sweepEveryMs = 60 * minute;

/** Opens a storage that keeps records and builds in one folder. Throws the errors of `openStorage`. */
export function openEmbeddedStorage(folder: string, log: Log): Promise<Storage> {
  return openStorage({ database: { folder }, builds: { folder } }, log);
}

/**
 * Opens records and builds, and creates missing folders. Sweeps the leftovers of crashes every hour, in one
 * instance at a time. Throws `lock/held`, `lock/unusable`, `database/unreadable`, `database/unusable`,
 * `database/newer`, `service/databaseRefused`, `service/storageAway`, `service/copyIncomplete`, and the
 * errors of `claimObjects`.
 */
export async function openStorage(choice: StorageChoice, log: Log): Promise<Storage> {
  const parts = await openParts(choice, log, choice.beside);
  const { database, objects, serviceId, isOwn } = parts;
  try {
    const place = await placeOfBuilds(choice.builds);
    if ((await serviceRow(database)).state === 'copying') throw serviceErrors.copyIncomplete({ place });
    const options = { serviceId, graceMs: isOwn ? 0 : graceMs, redirects: choice.redirects ?? false };
    const builds = createBuilds(database, objects, options, log);
    if ('folder' in choice.database && !choice.beside) await freeTakenMail(database);
    if (isOwn) {
      await objects.removeUnfinished(Number.POSITIVE_INFINITY, serviceId);
      await builds.removeLeftovers();
    }
    const sweep: Storage['sweep'] = (all) =>
      database.alone('sweep', async () => {
        await builds.removeLeftovers();
        return sweepObjects(parts, place, { all }, log);
      });
    const stopSweeping = choice.beside ? async () => undefined : sweepEveryHour(sweep, log);
    const close = async (): Promise<void> => {
      await stopSweeping();
      await parts.close();
    };
    const check = async (): Promise<void> => {
      await database.get('SELECT 1');
      await objects.check();
    };
    return { ...storageOn(database, builds), sweep, check, close };
  } catch (error) {
    await parts.close();
    throw error;
  }
}

function sweepEveryHour(sweep: Storage['sweep'], log: Log): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    running = sweep(false).catch((error: unknown) => {
      log.warn('Could not remove what interrupted uploads left', { error });
    });
  }, sweepEveryMs).unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
