import type { StoreItemRecord, StoreProfileRecord } from '../records.ts';
import type { NewItem, ProfileChange, StoreStorage } from '../storage.ts';
import { type BuildCells, type Builds, buildCells, buildColumns, installFactsOf } from './builds.ts';
import { insert, type Sql, type SqlDatabase } from './sql.ts';

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

export function storeIn(database: SqlDatabase, builds: Builds): StoreStorage {
  return {
    profiles: () => loadProfiles(database, null),
    profile: (id) => loadProfile(database, id),
    addProfile: async (name, linkToken, item) => {
      const made = await builds.record(item.build, async (sql) => {
        const id = await insert(
          sql,
          'INSERT INTO store_profiles (name, package_id, link_token, created_at, updated_at) VALUES (?, ?, ?, ?, ?)',
          name,
          item.build.packageId,
          linkToken,
          item.at,
          item.at,
        );
        await insertItem(sql, id, item);
        return loadProfile(sql, id);
      });
      if (!made) throw new TypeError('The profile vanished inside its own transaction.');
      return made;
    },
    addItem: (profileId, item) =>
      builds.record(item.build, async (sql) => {
        const touch = 'UPDATE store_profiles SET updated_at = ? WHERE id = ?';
        if ((await sql.run(touch, item.at, profileId)) === 0) return null;
        return loadItem(sql, await insertItem(sql, profileId, item));
      }),
    updateProfile: (id, change, at) =>
      database.transaction(async (sql) => {
        const known = await loadProfile(sql, id);
        if (known) await writeProfile(sql, known, change, at);
        return loadProfile(sql, id);
      }),
    removeProfile: (id) =>
      builds.remove(async (sql) => {
        const hashes = await hashesOf(sql, 'profile_id', id);
        return { removed: (await sql.run('DELETE FROM store_profiles WHERE id = ?', id)) > 0, hashes };
      }),
    removeItem: (id, at) =>
      builds.remove(async (sql) => {
        const hashes = await hashesOf(sql, 'id', id);
        await sql.run(
          'UPDATE store_profiles SET updated_at = ? WHERE id = (SELECT profile_id FROM store_items WHERE id = ?)',
          at,
          id,
        );
        return { removed: (await sql.run('DELETE FROM store_items WHERE id = ?', id)) > 0, hashes };
      }),
  };
}

export async function loadProfile(sql: Sql, id: number): Promise<StoreProfileRecord | null> {
  return (await loadProfiles(sql, id))[0] ?? null;
}

export async function loadItem(sql: Sql, id: number): Promise<StoreItemRecord | null> {
  const [row] = await sql.lists<ItemRow>(`SELECT ${itemColumns} FROM store_items WHERE id = ?`, id);
  return row ? itemFromRow(row) : null;
}

async function loadProfiles(sql: Sql, id: number | null): Promise<readonly StoreProfileRecord[]> {
  const values = id === null ? [] : [id];
  const profiles = await sql.all<ProfileRow>(
    `SELECT * FROM store_profiles ${id === null ? '' : 'WHERE id = ?'} ORDER BY id`,
    ...values,
  );
  const items = await sql.lists<ItemRow>(
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

function insertItem(sql: Sql, profileId: number, item: NewItem): Promise<number> {
  return insert(
    sql,
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
  );
}

async function writeProfile(
  sql: Sql,
  known: StoreProfileRecord,
  change: ProfileChange,
  at: number,
): Promise<void> {
  const next = { ...known, ...change };
  await sql.run(
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

async function hashesOf(sql: Sql, column: 'id' | 'profile_id', id: number): Promise<readonly string[]> {
  const statement = `SELECT sha256 FROM store_items WHERE ${column} = ?`;
  return (await sql.lists<readonly [sha256: string]>(statement, id)).flat();
}
