import type { Database } from '../../base/database/database.ts';
import type { PackageInfo } from '../../packages/package-info.ts';
import type { SaveTransaction } from './stored-records.ts';
import type { AccountArea } from './upload-queries.ts';

const isApplication = 'folder_id = ? AND account_id = ? AND area = ? AND package_id = ? AND platform = ?';

export function learnedFacts(database: Database, saving: SaveTransaction) {
  const key = ({ accountId, area }: AccountArea, info: PackageInfo, folderId: string | null) =>
    [folderId ?? '', accountId, area, info.id, info.platform] as const;
  return {
    /** Returns the last application of the package or, with `folderId`, of the folder; null if unknown. */
    application: (target: AccountArea, info: PackageInfo, folderId: string | null = null) =>
      database.get<{ application_id: number }>(
        `SELECT application_id FROM applications WHERE ${isApplication}`,
        ...key(target, info, folderId),
      )?.application_id ?? null,
    /** Forgets the application if `id` is null. */
    learnApplication: (
      target: AccountArea,
      info: PackageInfo,
      id: number | null,
      folderId: string | null = null,
    ) =>
      saving(() => {
        const values = key(target, info, folderId);
        if (id === null) database.run(`DELETE FROM applications WHERE ${isApplication}`, ...values);
        else database.run('INSERT OR REPLACE INTO applications VALUES (?, ?, ?, ?, ?, ?)', ...values, id);
      }),
    folderApplications: ({ accountId, area }: AccountArea): ReadonlySet<number> =>
      new Set(
        database
          .lists<[number]>(
            "SELECT application_id FROM applications WHERE folder_id <> '' AND account_id = ? AND area = ?",
            accountId,
            area,
          )
          .map(([id]) => id),
      ),
    /** Bytes per unit of the service's `fileSize`; null if unknown. */
    sizeUnit: ({ accountId, area }: AccountArea) =>
      database.get<{ bytes: number }>(
        'SELECT bytes FROM size_units WHERE account_id = ? AND area = ?',
        accountId,
        area,
      )?.bytes ?? null,
    learnSizeUnit: ({ accountId, area }: AccountArea, bytes: number) =>
      saving(() =>
        database.run('INSERT OR REPLACE INTO size_units VALUES (?, ?, ?)', accountId, area, bytes),
      ),
  };
}
