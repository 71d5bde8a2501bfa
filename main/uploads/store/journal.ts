import type { SQLInputValue } from 'node:sqlite';
import type { Database } from '../../base/database/database.ts';
import { uploadErrors } from '../errors.ts';
import { saveHistory } from '../history/history.ts';
import type { UploadRecord } from '../machine/record.ts';
import { isFinished } from '../machine/upload-states.ts';
import { folderApplications } from '../target/folder-applications.ts';
import { learnedFacts, lossFacts } from './journal-facts.ts';
import type { Journal, ListLimits } from './journal-types.ts';
import { prunedRecord } from './pruned-record.ts';
import { readRecords } from './stored-records.ts';

export { journalMigrations } from './journal-schema.ts';

/** What a person has before them; older ones are in the history. */
export const listLimits: ListLimits = { failed: 500, finished: 200 };

/** Of uploads that left the history: enough for years of a build machine; some 40 MB. */
const mostPruned = 50_000;

/** A build machine writes the same path for years; older ones are known by their bytes. */
const mostOfOnePath = 500;

export function createJournal(database: Database): Journal {
  const read = (sql: string, ...values: SQLInputValue[]): UploadRecord[] =>
    readRecords(database, sql, ...values);
  const save = (record: UploadRecord): void => {
    database.run(saveSql, ...columnsOf(record));
    saveHistory(database, record);
  };
  const saving = <Result>(work: () => Result): Result => {
    try {
      return database.transaction(work);
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw uploadErrors.notSaved({ reason }, { cause });
    }
  };
  const [facts, ofFolders] = [learnedFacts(database), folderApplications(database)];
  fillHistory(database);
  return {
    load: ({ failed, finished } = listLimits) =>
      read(listSql, failed, finished).sort((a, b) => a.position - b.position),
    get: (id) => read('SELECT record FROM uploads WHERE id = ? AND removed = 0', id)[0] ?? null,
    save: (record) => saving(() => save(record)),
    saveAll: (records) => saving(() => records.forEach(save)),
    prune: (keep) => {
      const left = read(prunedSql, keep);
      saving(() => {
        for (const record of left) save(prunedRecord(record));
        database.run(forgottenSql, mostPruned);
      });
      return left.map(({ id }) => id);
    },
    icons: () =>
      new Set(
        database
          .lists<[string]>('SELECT DISTINCT icon FROM history WHERE icon IS NOT NULL')
          .map(([icon]) => icon),
      ),
    openPaths: () =>
      new Set(
        database
          .lists<[string]>(
            "SELECT path FROM uploads WHERE removed = 0 AND state NOT IN ('done', 'already-there')",
          )
          .map(([path]) => path),
      ),
    nextPosition: () =>
      database.get<{ next: number }>('SELECT coalesce(max(position), 0) + 1 AS next FROM uploads')?.next ?? 1,
    nextBeginning: () =>
      saving(() =>
        database.get<{ value: number }>(
          `INSERT INTO queue (name, value) VALUES ('begun', 1)
           ON CONFLICT (name) DO UPDATE SET value = value + 1 RETURNING value`,
        ),
      )?.value ?? 1,
    ofPath: (place, path) =>
      read(
        'SELECT record FROM uploads WHERE path = ? AND account_id = ? AND area = ? ORDER BY position DESC LIMIT ?',
        path,
        place.accountId,
        place.area,
        mostOfOnePath,
      ),
    ofFingerprint: (place, fingerprint) =>
      read(
        `SELECT record FROM uploads WHERE account_id = ? AND area = ? AND fingerprint = ?
           AND version_id IS NOT NULL ORDER BY position DESC`,
        place.accountId,
        place.area,
        fingerprint,
      ),
    ofSize: (place, info, size) =>
      read(
        `SELECT record FROM uploads WHERE account_id = ? AND area = ? AND size = ? AND sha256 IS NOT NULL
           AND version_id IS NOT NULL AND package_id = ? AND platform = ? ORDER BY position DESC`,
        place.accountId,
        place.area,
        size,
        info.id,
        info.platform,
      ),
    ofPackage: (place, info, size) =>
      read(
        'SELECT record FROM uploads WHERE account_id = ? AND area = ? AND package_id = ? AND platform = ? AND size = ?',
        place.accountId,
        place.area,
        info.id,
        info.platform,
        size,
      ),
    ofVersion: (place, versionId) =>
      read(
        'SELECT record FROM uploads WHERE account_id = ? AND area = ? AND version_id = ? AND removed = 0',
        place.accountId,
        place.area,
        versionId,
      ),
    isClaimed: (place, versionId, exceptId) =>
      database.get(
        'SELECT 1 FROM uploads WHERE account_id = ? AND area = ? AND version_id = ? AND id <> ?',
        place.accountId,
        place.area,
        versionId,
        exceptId,
      ) !== null,
    ...facts,
    learnApplication: (...fact) => saving(() => facts.learnApplication(...fact)),
    learnSizeUnit: (...fact) => saving(() => facts.learnSizeUnit(...fact)),
    ...ofFolders,
    learnFolderApplication: (...fact) => saving(() => ofFolders.learnFolderApplication(...fact)),
    ...lossFacts(database),
    probe: () =>
      saving(() =>
        database.run(
          `INSERT INTO queue (name, value) VALUES ('probe', 1)
           ON CONFLICT (name) DO UPDATE SET value = value + 1`,
        ),
      ),
    paused: () =>
      database.get<{ value: number }>("SELECT value FROM queue WHERE name = 'paused'")?.value === 1,
    setPaused: (paused) => {
      saving(() =>
        database.run("INSERT OR REPLACE INTO queue (name, value) VALUES ('paused', ?)", paused ? 1 : 0),
      );
    },
  };
}

/** Once, for the journal of a Slipway that kept no history beside it. */
function fillHistory(database: Database): void {
  const wanting =
    'SELECT 1 AS wanting WHERE NOT EXISTS (SELECT 1 FROM history) AND EXISTS (SELECT 1 FROM uploads WHERE removed = 0)';
  if (!database.get(wanting)) return;
  const records = readRecords(database, 'SELECT record FROM uploads WHERE removed = 0');
  database.transaction(() => {
    for (const record of records) saveHistory(database, record);
  });
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
    record.fingerprint ?? null,
  ];
}
