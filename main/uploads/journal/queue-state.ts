import type { Database } from '../../base/database/database.ts';
import type { SaveTransaction } from './stored-records.ts';

type Name = 'paused' | 'begun' | 'probe' | 'lost-at';

export function queueState(database: Database, saving: SaveTransaction) {
  const get = (name: Name): number | null =>
    database.get<{ value: number }>('SELECT value FROM queue WHERE name = ?', name)?.value ?? null;
  const set = (name: Name, value: number): number =>
    saving(() => {
      database.run('INSERT OR REPLACE INTO queue VALUES (?, ?)', name, value);
      return value;
    });
  const increment = (name: Name): number => saving(() => set(name, (get(name) ?? 0) + 1));
  return {
    nextTransferNumber: () => increment('begun'),
    /** Writes a counter, to check that the journal can be written. */
    probe: () => increment('probe'),
    /** Records that uploads were lost at `at`. `begun` is the highest transfer number that may be in use. */
    recordLoss: (at: number, begun: number) => {
      set('lost-at', at);
      set('begun', Math.max(get('begun') ?? 0, begun));
    },
    /** Returns the time of the last loss in milliseconds since 1970 UTC; null if never. */
    lostAt: () => get('lost-at'),
    paused: () => get('paused') === 1,
    setPaused: (paused: boolean) => set('paused', Number(paused)),
  };
}
