import type { Database } from '../../base/database/database.ts';
import type { EmbeddedBlobs } from './embedded-blobs.ts';
import {
  type BuildCells,
  buildCells,
  buildColumns,
  installFactsOf,
  recordBuild,
  removeBuilds,
} from './embedded-builds.ts';
import type { StoreItemRecord, StoreProfileRecord } from './records.ts';
import type { NewItem, ProfileChange, StoreStorage } from './storage.ts';

type ProfileRow = {
  readonly id: number;
  readonly name: string;
  readonly package_id: string;
  readonly short_description: string | null;
  readonly long_description: string | null;
  readonly enabled: number;
  readonly static_user: string | null;
  readonly static_password: string | null;
  readonly link_token: string;
  readonly created_at: number;
  readonly updated_at: number;
};

const itemColumns = `id, profile_id, order_id, unique_id, link_token, name, enabled, click_count,
  created_at, updated_at, ${buildColumns}`;

/** The values of `itemColumns`, in that order. */
type ItemRow = readonly [
  id: number,
  profileId: number,
  orderId: number,
  uniqueId: string,
  linkToken: string,
  name: string,
  enabled: number,
  clickCount: number,
  createdAt: number,
  updatedAt: number,
  ...BuildCells,
];

export function embeddedStore(database: Database, blobs: EmbeddedBlobs): StoreStorage {
  return {
    profiles: async () => loadProfiles(database, null),
    profile: async (id) => loadProfile(database, id),
    addProfile: async (name, linkToken, item) => {
      const made = await recordBuild(database, blobs, item.build, () => {
        const { id } = database.run(
          `INSERT INTO store_profiles (name, package_id, link_token, created_at, updated_at) VALUES (?, ?, ?, ?, ?)`,
          name,
          item.build.packageId,
          linkToken,
          item.at,
          item.at,
        );
        insertItem(database, id, item);
        return loadProfile(database, id);
      });
      if (!made) throw new TypeError('The profile vanished inside its own transaction.');
      return made;
    },
    addItem: (profileId, item) =>
      recordBuild(database, blobs, item.build, () => {
        const known = database.run(
          'UPDATE store_profiles SET updated_at = ? WHERE id = ?',
          item.at,
          profileId,
        );
        return known.changes > 0 ? loadItem(database, insertItem(database, profileId, item)) : null;
      }),
    updateProfile: async (id, change, at) =>
      database.transaction(() => {
        const known = loadProfile(database, id);
        if (known) writeProfile(database, known, change, at);
        return loadProfile(database, id);
      }),
    removeProfile: (id) =>
      removeBuilds(database, blobs, () => {
        const hashes = hashesOf(database, 'profile_id', id);
        return { removed: database.run('DELETE FROM store_profiles WHERE id = ?', id).changes > 0, hashes };
      }),
    removeItem: (id, at) =>
      removeBuilds(database, blobs, () => {
        const hashes = hashesOf(database, 'id', id);
        database.run(
          'UPDATE store_profiles SET updated_at = ? WHERE id = (SELECT profile_id FROM store_items WHERE id = ?)',
          at,
          id,
        );
        return { removed: database.run('DELETE FROM store_items WHERE id = ?', id).changes > 0, hashes };
      }),
  };
}

export function loadProfile(database: Database, id: number): StoreProfileRecord | null {
  return loadProfiles(database, id)[0] ?? null;
}

export function loadItem(database: Database, id: number): StoreItemRecord | null {
  const [row] = database.lists<ItemRow>(`SELECT ${itemColumns} FROM store_items WHERE id = ?`, id);
  return row ? itemFromRow(row) : null;
}

function loadProfiles(database: Database, id: number | null): readonly StoreProfileRecord[] {
  const values = id === null ? [] : [id];
  const profiles = database.all<ProfileRow>(
    `SELECT * FROM store_profiles ${id === null ? '' : 'WHERE id = ?'} ORDER BY id`,
    ...values,
  );
  const items = database.lists<ItemRow>(
    `SELECT ${itemColumns} FROM store_items ${id === null ? '' : 'WHERE profile_id = ?'} ORDER BY profile_id, order_id`,
    ...values,
  );
  const itemsOf = Map.groupBy(items.map(itemFromRow), (item) => item.profileId);
  return profiles.map((row) => ({
    id: row.id,
    name: row.name,
    packageId: row.package_id,
    shortDescription: row.short_description,
    longDescription: row.long_description,
    enabled: row.enabled === 1,
    staticUser:
      row.static_user === null ? null : { userName: row.static_user, password: row.static_password ?? '' },
    linkToken: row.link_token,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    items: itemsOf.get(row.id) ?? [],
  }));
}

function itemFromRow([
  id,
  profileId,
  orderId,
  uniqueId,
  linkToken,
  name,
  enabled,
  clickCount,
  createdAt,
  updatedAt,
  kind,
  platform,
  packageId,
  versionName,
  build,
  minOs,
  fileName,
  fileSize,
  sha256,
  installFacts,
]: ItemRow): StoreItemRecord {
  return {
    kind,
    platform,
    packageId,
    versionName,
    build,
    minOs,
    fileName,
    fileSize,
    sha256,
    id,
    profileId,
    orderId,
    uniqueId,
    name,
    enabled: enabled === 1,
    clickCount,
    linkToken,
    createdAt,
    updatedAt,
    ...installFactsOf(installFacts),
  };
}

function insertItem(database: Database, profileId: number, item: NewItem): number {
  return database.run(
    `INSERT INTO store_items
     (profile_id, order_id, unique_id, link_token, name, created_at, updated_at, ${buildColumns})
     VALUES (?, (SELECT coalesce(max(order_id), 0) + 1 FROM store_items WHERE profile_id = ?),
       ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    profileId,
    profileId,
    item.uniqueId,
    item.linkToken,
    item.name,
    item.at,
    item.at,
    ...buildCells(item.build),
  ).id;
}

function writeProfile(
  database: Database,
  known: StoreProfileRecord,
  change: ProfileChange,
  at: number,
): void {
  const next = { ...known, ...change };
  database.run(
    `UPDATE store_profiles SET name = ?, short_description = ?, long_description = ?, enabled = ?,
     static_user = ?, static_password = ?, updated_at = ? WHERE id = ?`,
    next.name,
    next.shortDescription,
    next.longDescription,
    next.enabled ? 1 : 0,
    next.staticUser?.userName ?? null,
    next.staticUser?.password ?? null,
    at,
    known.id,
  );
}

function hashesOf(database: Database, column: 'id' | 'profile_id', id: number): readonly string[] {
  return database
    .all<{ sha256: string }>(`SELECT sha256 FROM store_items WHERE ${column} = ?`, id)
    .map((row) => row.sha256);
}
