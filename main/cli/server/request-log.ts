import { systemClock } from '../../base/clock.ts';
import type { Log } from '../../base/log/log.ts';
import { createAccessLog, defaultMaxEntries } from '../../service/http/access-log.ts';
import type { AccessLog } from '../../service/service.ts';
import type { AccessEntry } from '../../service/service-view.ts';
import type { RequestStorage } from '../../service/storage/storage.ts';
import { operationalPaths } from './health.ts';

/** Logs each request and stores it for all instances, except health checks and metrics. */
export function createStoredAccessLog(requests: RequestStorage, log: Log): AccessLog {
  const accessLog = createAccessLog(systemClock, log);
  const own = new Set<string>(Object.values(operationalPaths));
  let waiting: readonly AccessEntry[] = [];
  let saving: Promise<void> | null = null;
  const save = async (): Promise<void> => {
    while (waiting.length > 0) {
      const entries = waiting;
      waiting = [];
      await requests.add(entries, defaultMaxEntries).catch((error: unknown) => {
        log.warn('Could not save all entries of the request log', { requests: entries.length, error });
      });
    }
    saving = null;
  };
  accessLog.events.on('added', (entries) => {
    for (const { id: _id, at: _at, ...entry } of entries) log.info('Request', entry);
    waiting = [...waiting, ...entries].slice(-defaultMaxEntries);
    saving ??= save();
  });
  return {
    ...accessLog,
    flush: async () => {
      await accessLog.flush();
      await saving;
    },
    add: (entry) => {
      if (!own.has(entry.path) || entry.status === 404) accessLog.add(entry);
    },
  };
}
