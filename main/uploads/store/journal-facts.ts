/** What uploads teach about a service: where a package goes, and how it counts bytes. */
import type { Database } from '../../base/database/database.ts';
import type { PackageInfo } from '../../packages/package-info.ts';
import type { UploadRecord } from '../machine/record.ts';
import type { Journal, Place } from './journal-types.ts';
import { readRecords } from './stored-records.ts';

/** What is known of the journal itself. */
export function lossFacts(database: Database): Pick<Journal, 'noteLoss' | 'lostAt'> {
  return {
    noteLoss: (at, begun) => {
      database.run("INSERT OR REPLACE INTO queue (name, value) VALUES ('lost-at', ?)", at);
      database.run(
        `INSERT INTO queue (name, value) VALUES ('begun', ?)
         ON CONFLICT (name) DO UPDATE SET value = max(value, excluded.value)`,
        begun,
      );
    },
    lostAt: () =>
      database.get<{ value: number }>("SELECT value FROM queue WHERE name = 'lost-at'")?.value ?? null,
  };
}

export function learnedFacts(
  database: Database,
): Pick<Journal, 'application' | 'learnApplication' | 'sizeUnit' | 'learnSizeUnit' | 'namesAreIds'> {
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
    namesAreIds: (place) => {
      const named = readRecords(database, namedSql, place.accountId, place.area).map(isNamedById);
      return new Set(named).size === 1 ? (named[0] ?? null) : null;
    },
  };
}

const namedSql = `
  SELECT record FROM uploads WHERE account_id = ? AND area = ? AND area <> 'appstore' AND version_id IS NOT NULL
  ORDER BY position DESC LIMIT 20`;

function isNamedById({ target, package: info }: UploadRecord): boolean {
  return target !== null && target.uniqueName === info?.id;
}
