import type { Area } from '../../api/wire.ts';
import type { Database } from '../../base/database/database.ts';
import type { PackageInfo } from '../../packages/package-info.ts';

type Place = { readonly accountId: string; readonly area: Area };

/** Applications that were made for the builds of one watched folder. */
export type FolderApplications = {
  /** Null when none was made for this package. */
  folderApplication(place: Place, folderId: string, info: PackageInfo): number | null;
  /** Null forgets. */
  learnFolderApplication(
    place: Place,
    folderId: string,
    info: PackageInfo,
    applicationId: number | null,
  ): void;
  /** Of all folders. */
  folderApplications(place: Place): ReadonlySet<number>;
};

export function folderApplications(database: Database): FolderApplications {
  const key = (
    place: Place,
    folderId: string,
    info: PackageInfo,
  ): [string, string, string, string, string] => [
    folderId,
    place.accountId,
    place.area,
    info.id,
    info.platform,
  ];
  const isKey = 'folder_id = ? AND account_id = ? AND area = ? AND package_id = ? AND platform = ?';
  return {
    folderApplication: (place, folderId, info) =>
      database.get<{ application_id: number }>(
        `SELECT application_id FROM folder_applications WHERE ${isKey}`,
        ...key(place, folderId, info),
      )?.application_id ?? null,
    learnFolderApplication: (place, folderId, info, applicationId) => {
      if (applicationId === null) {
        database.run(`DELETE FROM folder_applications WHERE ${isKey}`, ...key(place, folderId, info));
        return;
      }
      database.run(
        `INSERT OR REPLACE INTO folder_applications (folder_id, account_id, area, package_id, platform, application_id)
         VALUES (?, ?, ?, ?, ?, ?)`,
        ...key(place, folderId, info),
        applicationId,
      );
    },
    folderApplications: (place) =>
      new Set(
        database
          .all<{ application_id: number }>(
            'SELECT application_id FROM folder_applications WHERE account_id = ? AND area = ?',
            place.accountId,
            place.area,
          )
          .map((row) => row.application_id),
      ),
  };
}
