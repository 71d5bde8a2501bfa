import type { Log } from '../../base/log/log.ts';
import { serviceErrors } from '../errors.ts';
import { locationOfBuilds, openBackends, type StorageLocations } from './backends.ts';
import { serviceRow } from './ownership.ts';
import { createBuilds } from './sql/builds.ts';
import { createSqlStorage } from './sql/create-storage.ts';
import { releaseLeases } from './sql/mail.ts';
import { releaseCompletions, removeExpiredUploads } from './sql/uploads.ts';
import type { Storage } from './storage.ts';
import { sweepObjects } from './sweep.ts';

export type StorageOptions = StorageLocations & {
  /** True to redirect downloads to the S3 server, which devices must then be able to reach. */
  readonly redirectDownloads?: boolean;
  /** True for a command that runs beside the service: takes no folder lock and runs no sweeps. */
  readonly isAuxiliary?: boolean;
};

const minuteMs = 60_000;

/** Time that other instances have to finish downloads of a removed build. */
const graceMs = 10 * minuteMs;

/** Also delays the first sweep, which leaves time to stop an instance that uses the wrong storage. */
const sweepEveryMs = 60 * minuteMs;

/** Opens records and builds in one folder. Throws the errors of `openStorage`. */
export function openEmbeddedStorage(folder: string, log: Log): Promise<Storage> {
  return openStorage({ database: { folder }, builds: { folder } }, log);
}

/**
 * Opens records and builds. Sweeps the leftovers of crashes every hour, in one instance at a time. Throws
 * `lock/…`, `database/…`, `service/databaseRefused`, `storageUnavailable`, `copyIncomplete`, and the errors
 * of `claimStore`.
 */
export async function openStorage(choice: StorageOptions, log: Log): Promise<Storage> {
  const parts = await openBackends(choice, log, choice.isAuxiliary);
  const { database, objects, serviceId, isExclusive } = parts;
  try {
    const location = await locationOfBuilds(choice.builds);
    if ((await serviceRow(database)).state === 'copying') throw serviceErrors.copyIncomplete({ location });
    const options = {
      serviceId,
      graceMs: isExclusive ? 0 : graceMs,
      redirects: choice.redirectDownloads ?? false,
    };
    const builds = createBuilds(database, objects, options, log);
    if ('folder' in choice.database && !choice.isAuxiliary) {
      await releaseLeases(database);
      await releaseCompletions(database);
    }
    if (isExclusive) {
      await objects.abortUnfinished(Number.POSITIVE_INFINITY, serviceId);
      await builds.removeLeftovers();
    }
    const sweep: Storage['sweep'] = (all) =>
      database.exclusive('sweep', async () => {
        await removeExpiredUploads(database);
        await builds.removeLeftovers();
        return sweepObjects(parts, location, { all }, log);
      });
    const stopSweeps = choice.isAuxiliary ? async () => undefined : startSweeps(sweep, log);
    const close = async (): Promise<void> => {
      await stopSweeps();
      await parts.close();
    };
    const check = async (): Promise<void> => {
      await database.get('SELECT 1');
      await objects.check();
    };
    return { ...createSqlStorage(database, builds), sweep, check, close };
  } catch (error) {
    await parts.close();
    throw error;
  }
}

function startSweeps(sweep: Storage['sweep'], log: Log): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    running = sweep(false).catch((error: unknown) => {
      log.warn('Could not remove leftovers of interrupted uploads', { error });
    });
  }, sweepEveryMs).unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
