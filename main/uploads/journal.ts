import type { Area } from '../api/wire.ts';
import type { Database } from '../base/database.ts';
import type { PackageInfo } from '../packages/package-info.ts';
import { uploadErrors } from './errors.ts';
import type { UploadRecord } from './record.ts';
import { isFinished } from './upload.ts';

/** The numbered migrations of the journal's database; see `openDatabase`. */
export const journalMigrations: readonly string[] = [
  `
  CREATE TABLE uploads (
    id TEXT PRIMARY KEY,
    position INTEGER NOT NULL UNIQUE,
    account_id TEXT NOT NULL,
    area TEXT NOT NULL,
    path TEXT NOT NULL,
    size INTEGER NOT NULL,
    package_id TEXT,
    platform TEXT,
    sha256 TEXT,
    version_id INTEGER,
    state TEXT NOT NULL,
    finished INTEGER NOT NULL,
    removed INTEGER NOT NULL,
    record TEXT NOT NULL
  ) STRICT;
  CREATE INDEX uploads_by_path ON uploads (path, account_id, area);
  CREATE INDEX uploads_by_bytes ON uploads (account_id, area, size) WHERE sha256 IS NOT NULL;
  CREATE INDEX uploads_by_package ON uploads (account_id, area, package_id, size) WHERE package_id IS NOT NULL;
  CREATE INDEX uploads_by_version ON uploads (account_id, area, version_id) WHERE version_id IS NOT NULL;

  CREATE TABLE applications (
    account_id TEXT NOT NULL,
    area TEXT NOT NULL,
    package_id TEXT NOT NULL,
    platform TEXT NOT NULL,
    application_id INTEGER NOT NULL,
    PRIMARY KEY (account_id, area, package_id, platform)
  ) STRICT;

  CREATE TABLE size_units (account_id TEXT NOT NULL, area TEXT NOT NULL, bytes INTEGER NOT NULL, PRIMARY KEY (account_id, area)) STRICT;
  CREATE TABLE queue (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT;
  `,
  `
  ALTER TABLE uploads ADD COLUMN fingerprint TEXT;
  CREATE INDEX uploads_by_fingerprint ON uploads (account_id, area, fingerprint) WHERE fingerprint IS NOT NULL;
  `,
];

/** One place on one service. */
export type Place = { readonly accountId: string; readonly area: Area };

/** The truth about all uploads: what is saved here survives a crash at any moment. */
export type Journal = {
  /** Everything on the list, in the order of the queue. */
  load(): UploadRecord[];
  /** On disk when it returns. Throws `uploads/notSaved`. */
  save(record: UploadRecord): void;
  nextPosition(): number;
  /** A number above all that were given before. */
  nextBeginning(): number;
  /** The last 500 uploads of a path, newest first, also what was taken off the list. */
  ofPath(place: Place, path: string): UploadRecord[];
  /** Uploads of the same bytes whose version is known, newest first. */
  ofFingerprint(place: Place, fingerprint: string): UploadRecord[];
  /** Uploads of the same package and size whose bytes and version are known, newest first. */
  ofSize(place: Place, info: PackageInfo, size: number): UploadRecord[];
  /** All uploads of a package in one size. */
  ofPackage(place: Place, info: PackageInfo, size: number): UploadRecord[];
  /** Versions uploads other than `exceptId` have become. */
  claimed(place: Place, exceptId: string): ReadonlySet<number>;
  /** The application or profile this package was last uploaded to; null when unknown. */
  application(place: Place, info: PackageInfo): number | null;
  /** Null forgets. */
  learnApplication(place: Place, info: PackageInfo, applicationId: number | null): void;
  /** Bytes per unit of the service's `fileSize`; null when not learned yet. */
  sizeUnit(place: Place): number | null;
  learnSizeUnit(place: Place, bytes: number): void;
  paused(): boolean;
  setPaused(paused: boolean): void;
};

/** A build machine writes the same path for years; older ones are known by their bytes. */
const mostOfOnePath = 500;

type Stored = { readonly record: string };

export function createJournal(database: Database): Journal {
  const read = (rows: readonly Stored[]): UploadRecord[] =>
    rows.map((row) => JSON.parse(row.record) as UploadRecord);
  return {
    load: () => read(database.all<Stored>('SELECT record FROM uploads WHERE removed = 0 ORDER BY position')),
    save: (record) => {
      try {
        database.run(saveSql, ...columnsOf(record));
      } catch (cause) {
        throw uploadErrors.notSaved(
          { reason: cause instanceof Error ? cause.message : String(cause) },
          { cause },
        );
      }
    },
    nextPosition: () =>
      database.get<{ next: number }>('SELECT coalesce(max(position), 0) + 1 AS next FROM uploads')?.next ?? 1,
    nextBeginning: () =>
      database.get<{ value: number }>(
        `INSERT INTO queue (name, value) VALUES ('begun', 1)
         ON CONFLICT (name) DO UPDATE SET value = value + 1 RETURNING value`,
      )?.value ?? 1,
    ofPath: (place, path) =>
      read(
        database.all<Stored>(
          'SELECT record FROM uploads WHERE path = ? AND account_id = ? AND area = ? ORDER BY position DESC LIMIT ?',
          path,
          place.accountId,
          place.area,
          mostOfOnePath,
        ),
      ),
    ofFingerprint: (place, fingerprint) =>
      read(
        database.all<Stored>(
          `SELECT record FROM uploads WHERE account_id = ? AND area = ? AND fingerprint = ?
           AND version_id IS NOT NULL ORDER BY position DESC`,
          place.accountId,
          place.area,
          fingerprint,
        ),
      ),
    ofSize: (place, info, size) =>
      read(
        database.all<Stored>(
          `SELECT record FROM uploads WHERE account_id = ? AND area = ? AND size = ? AND sha256 IS NOT NULL
           AND version_id IS NOT NULL AND package_id = ? AND platform = ? ORDER BY position DESC`,
          place.accountId,
          place.area,
          size,
          info.id,
          info.platform,
        ),
      ),
    ofPackage: (place, info, size) =>
      read(
        database.all<Stored>(
          'SELECT record FROM uploads WHERE account_id = ? AND area = ? AND package_id = ? AND platform = ? AND size = ?',
          place.accountId,
          place.area,
          info.id,
          info.platform,
          size,
        ),
      ),
    claimed: (place, exceptId) =>
      new Set(
        database
          .all<{ version_id: number }>(
            'SELECT version_id FROM uploads WHERE account_id = ? AND area = ? AND version_id IS NOT NULL AND id <> ?',
            place.accountId,
            place.area,
            exceptId,
          )
          .map((row) => row.version_id),
      ),
    ...learnedFacts(database),
    paused: () =>
      database.get<{ value: number }>("SELECT value FROM queue WHERE name = 'paused'")?.value === 1,
    setPaused: (paused) => {
      database.run("INSERT OR REPLACE INTO queue (name, value) VALUES ('paused', ?)", paused ? 1 : 0);
    },
  };
}

function learnedFacts(
  database: Database,
): Pick<Journal, 'application' | 'learnApplication' | 'sizeUnit' | 'learnSizeUnit'> {
  const key = (place: Place, info: PackageInfo): [string, string, string, string] => [
    place.accountId,
    place.area,
    info.id,
    info.platform,
  ];
  return {
    application: (place, info) =>
      database.get<{ application_id: number }>(
        'SELECT application_id FROM applications WHERE account_id = ? AND area = ? AND package_id = ? AND platform = ?',
        ...key(place, info),
      )?.application_id ?? null,
    learnApplication: (place, info, applicationId) => {
      if (applicationId === null) {
        database.run(
          'DELETE FROM applications WHERE account_id = ? AND area = ? AND package_id = ? AND platform = ?',
          ...key(place, info),
        );
      } else {
        database.run(
          'INSERT OR REPLACE INTO applications (account_id, area, package_id, platform, application_id) VALUES (?, ?, ?, ?, ?)',
          ...key(place, info),
          applicationId,
        );
      }
    },
    sizeUnit: (place) =>
      database.get<{ bytes: number }>(
        'SELECT bytes FROM size_units WHERE account_id = ? AND area = ?',
        place.accountId,
        place.area,
      )?.bytes ?? null,
    learnSizeUnit: (place, bytes) => {
      database.run(
        'INSERT OR REPLACE INTO size_units (account_id, area, bytes) VALUES (?, ?, ?)',
        place.accountId,
        place.area,
        bytes,
      );
    },
  };
}

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
