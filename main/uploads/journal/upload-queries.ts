/** Queries for earlier uploads, including removed uploads. */
import type { SQLInputValue } from 'node:sqlite';
import type { Area } from '../../api/wire.ts';
import type { Database } from '../../base/database/database.ts';
import type { PackageInfo } from '../../packages/package-info.ts';
import type { UploadRecord } from '../record/record.ts';
import type { UploadSavings } from '../upload-view.ts';
import { readRecords } from './stored-records.ts';

export type AccountArea = { readonly accountId: string; readonly area: Area };

/** Build machines write the same path for years. Uploads beyond this limit are recognised by fingerprint. */
const maxPerPath = 500;

export function uploadQueries(database: Database) {
  const read = (
    { accountId, area }: AccountArea,
    condition: string,
    ...values: SQLInputValue[]
  ): UploadRecord[] =>
    readRecords(
      database,
      `SELECT record FROM uploads WHERE account_id = ? AND area = ? AND ${condition}`,
      accountId,
      area,
      ...values,
    );
  return {
    /** Newest first. */
    ofPath: (target: AccountArea, path: string) =>
      read(target, 'path = ? ORDER BY position DESC LIMIT ?', path, maxPerPath),
    /** Newest first; only uploads with a known version. */
    ofFingerprint: (target: AccountArea, fingerprint: string) =>
      read(target, 'fingerprint = ? AND version_id IS NOT NULL ORDER BY position DESC', fingerprint),
    ofPackage: (target: AccountArea, { id, platform }: PackageInfo, size: number) =>
      read(target, 'package_id = ? AND platform = ? AND size = ?', id, platform, size),
    ofVersion: (target: AccountArea, versionId: number) =>
      read(target, 'version_id = ? AND removed = 0', versionId),
    /** True if the version belongs to an upload other than `exceptId`. */
    isClaimed: ({ accountId, area }: AccountArea, versionId: number, exceptId: string) =>
      database.get(
        'SELECT 1 FROM uploads WHERE account_id = ? AND area = ? AND version_id = ? AND id <> ?',
        accountId,
        area,
        versionId,
        exceptId,
      ) !== null,
    /** Bytes per second of the newest upload that sent a whole file in one transfer; null if unknown. */
    lastSpeed: (target: AccountArea): number | null => {
      const sent = read(target, 'version_id IS NOT NULL ORDER BY position DESC LIMIT 20').find(
        ({ sentInMs, recipeSize }) => sentInMs !== null && sentInMs > 0 && recipeSize === undefined,
      );
      return sent?.sentInMs ? (1_000 * sent.stamp.size) / sent.sentInMs : null;
    },
    /** Counts each version of an application once, even if several uploads have it. */
    savings: ({ accountId, area }: AccountArea, applicationId: number): UploadSavings =>
      database.get<UploadSavings>(savingsSql, accountId, area, applicationId) ?? {
        totalBytes: 0,
        savedBytes: 0,
      },
    /** True if each of the last 20 versions is named by its package id; false if none is; null otherwise. */
    namesAreIds: (target: AccountArea) => {
      const versions = "area <> 'appstore' AND version_id IS NOT NULL ORDER BY position DESC LIMIT 20";
      const named = new Set(read(target, versions).map(isNamedById));
      return named.size === 1 ? named.has(true) : null;
    },
  };
}

const savingsSql = `
  SELECT coalesce(sum(size), 0) AS totalBytes, coalesce(sum(size - recipe), 0) AS savedBytes FROM (
    SELECT max(size) AS size, max(json_extract(record, '$.recipeSize')) AS recipe FROM uploads
    WHERE account_id = ? AND area = ? AND version_id IS NOT NULL AND state = 'done'
      AND json_extract(record, '$.target.applicationId') = ?
    GROUP BY version_id)`;

function isNamedById({ target, package: info }: UploadRecord): boolean {
  return target !== null && target.uniqueName === info?.id;
}
