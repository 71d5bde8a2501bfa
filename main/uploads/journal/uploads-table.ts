import type { SQLInputValue } from 'node:sqlite';
import type { Database } from '../../base/database/database.ts';
import { prunedRecord, type UploadRecord } from '../record/record.ts';
import { isFinished } from '../record/states.ts';
import { saveHistoryRow } from './history-row.ts';
import { readRecords, type SaveTransaction } from './stored-records.ts';

/** Maximum numbers of finished uploads in the list; the history contains older ones. */
export const listLimits = { failed: 500, finished: 200 };

/** Maximum number of pruned records: years of a build machine's uploads, about 40 MB. */
const maxPruned = 50_000;

export function uploadsTable(database: Database, saving: SaveTransaction) {
  const read = (sql: string, ...values: SQLInputValue[]): UploadRecord[] =>
    readRecords(database, sql, ...values);
  const list = (sql: string): ReadonlySet<string> =>
    new Set(database.lists<[string]>(sql).map(([value]) => value));
  const save = (record: UploadRecord): void => {
    database.run(saveSql, ...columnsOf(record));
    saveHistoryRow(database, record);
  };
  return {
    /** Returns all unfinished and the newest finished uploads, oldest first. */
    load: ({ failed, finished } = listLimits) =>
      read(listSql, failed, finished).sort((a, b) => a.position - b.position),
    /** Null if unknown or removed. */
    get: (id: string) => read('SELECT record FROM uploads WHERE id = ? AND removed = 0', id)[0] ?? null,
    save: (record: UploadRecord) => saving(() => save(record)),
    saveAll: (records: readonly UploadRecord[]) => saving(() => records.forEach(save)),
    /**
     * Prunes up to 500 finished uploads beyond the newest `keep`, and returns their ids. Also deletes the
     * oldest pruned records.
     */
    prune: (keep: number): readonly string[] => {
      const left = read(prunedSql, keep);
      saving(() => {
        for (const record of left) save(prunedRecord(record));
        database.run(forgottenSql, maxPruned);
      });
      return left.map(({ id }) => id);
    },
    icons: () => list('SELECT DISTINCT icon FROM history WHERE icon IS NOT NULL'),
    /** Returns the paths of unfinished, failed and cancelled uploads. */
    openPaths: () =>
      list("SELECT path FROM uploads WHERE removed = 0 AND state NOT IN ('done', 'already-there')"),
    nextPosition: () =>
      database.get<{ next: number }>('SELECT coalesce(max(position), 0) + 1 AS next FROM uploads')?.next ?? 1,
  };
}

const listSql = `
  SELECT record FROM uploads WHERE finished = 0 AND removed = 0
  UNION ALL SELECT * FROM (
    SELECT record FROM history JOIN uploads USING (id) WHERE history.state = 'failed'
    ORDER BY at DESC LIMIT ?)
  UNION ALL SELECT * FROM (
    SELECT record FROM history JOIN uploads USING (id) WHERE history.finished = 1 AND history.state <> 'failed'
    ORDER BY at DESC LIMIT ?)`;

const prunedSql = `
  SELECT record FROM history JOIN uploads USING (id) WHERE history.finished = 1
  ORDER BY at DESC, id DESC LIMIT 500 OFFSET ?`;

const forgottenSql = `
  DELETE FROM uploads WHERE removed = 1 AND position <= (
    SELECT position FROM uploads WHERE removed = 1 ORDER BY position DESC LIMIT 1 OFFSET ?)`;

const saveSql = `
  INSERT INTO uploads (id, position, account_id, area, path, size, package_id, platform, sha256, version_id, state,
    finished, removed, record, fingerprint)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (id) DO UPDATE SET size = excluded.size, package_id = excluded.package_id, platform = excluded.platform,
    sha256 = excluded.sha256, version_id = excluded.version_id, state = excluded.state, finished = excluded.finished,
    removed = excluded.removed, record = excluded.record, fingerprint = excluded.fingerprint`;

function columnsOf(record: UploadRecord): (string | number | null)[] {
  return [
    record.id,
    record.position,
    record.accountId,
    record.area,
    record.path,
    record.stamp.size,
    record.package?.id ?? null,
    record.package?.platform ?? null,
    record.sha256,
    record.target?.versionId ?? null,
    record.machine.kind,
    isFinished(record.machine) ? 1 : 0,
    record.removed ? 1 : 0,
    JSON.stringify(record),
    record.fingerprint,
  ];
}
