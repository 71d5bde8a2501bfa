import { byOrder, type UploadRecord } from '../record/record.ts';
import { isFinished } from '../record/states.ts';
import { historyTime } from './history-row.ts';
import { listLimits } from './uploads-table.ts';

/** Number of finished uploads beyond the limit that are tolerated before the oldest are evicted. */
const evictionSlack = 50;

export function createUploadList() {
  const records = new Map<string, UploadRecord>();
  const unfinished = new Map<string, UploadRecord>();
  const set = (record: UploadRecord): void => {
    records.set(record.id, record);
    if (isFinished(record.machine)) unfinished.delete(record.id);
    else unfinished.set(record.id, record);
  };
  return {
    set,
    load: (loaded: readonly UploadRecord[]): void => {
      records.clear();
      unfinished.clear();
      loaded.forEach(set);
    },
    get: (id: string) => records.get(id) ?? null,
    /** Oldest first. */
    all: () => [...records.values()].sort((a, b) => a.addedAt - b.addedAt || a.position - b.position),
    /** In queue order. */
    unfinished: () => [...unfinished.values()].sort(byOrder),
    delete: (id: string) => records.delete(id),
    /** Evicts the oldest finished uploads, which stay in the journal, and returns their ids. */
    evict: (): readonly string[] => {
      if (records.size - unfinished.size <= listLimits.finished + evictionSlack) return [];
      const newestFirst = [...records.values()]
        .filter(({ machine }) => isFinished(machine))
        .sort((a, b) => historyTime(b) - historyTime(a));
      const { failed = [], others = [] } = Object.groupBy(newestFirst, ({ machine }) =>
        machine.kind === 'failed' ? 'failed' : 'others',
      );
      const evicted = [...failed.slice(listLimits.failed), ...others.slice(listLimits.finished)];
      return evicted.map(({ id }) => {
        records.delete(id);
        return id;
      });
    },
  };
}
