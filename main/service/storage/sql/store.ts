import type { StoreItemRecord, StoreProfileRecord } from '../records.ts';
import type { NewItem, ProfileChange, StoreStorage } from '../storage.ts';
import {
  type BuildRow,
  type Builds,
  buildColumns,
  buildValues,
  checkPackage,
  selectBuildColumns,
  withInstallFacts,
} from './builds.ts';
import { listTag } from './schema.ts';
import { insert, type Sql, type SqlDatabase } from './sql.ts';

const profileFields = `id, name, package_id AS "packageId", short_description AS "shortDescription",
  long_description AS "longDescription", enabled, static_user AS "userName", static_password_hash AS "passwordHash",
  link_token AS "linkToken", created_at AS "createdAt", updated_at AS "updatedAt"`;

type ProfileRow = Omit<StoreProfileRecord, 'enabled' | 'staticUser' | 'items'> & {
  readonly enabled: number;
  readonly userName: string | null;
  readonly passwordHash: string | null;
};

const itemFields = `id, profile_id AS "profileId", order_id AS "orderId", unique_id AS "uniqueId",
  link_token AS "linkToken", icon_token AS "iconToken", name, enabled, click_count AS "clickCount", created_at AS "createdAt",
  updated_at AS "updatedAt", ${selectBuildColumns}`;

type ItemRow = BuildRow & Omit<StoreItemRecord, 'enabled' | 'installFacts'> & { readonly enabled: number };

export function storeIn(database: SqlDatabase, builds: Builds): StoreStorage {
  return {
    listTag: () => listTag(database, 'store'),
    profiles: () => loadProfiles(database, null),
    profile: (id) => loadProfile(database, id),
    item: (id) => loadItem(database, id),
    addProfile: async (name, linkToken, item) => {
      const profile = await builds.record(item.build, async (sql) => {
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
      if (!profile) throw new TypeError('The new profile was not found in its transaction.');
      return profile;
    },
    addItem: (profileId, item) =>
      builds.record(item.build, async (sql) => {
        const touch = `UPDATE store_profiles SET updated_at = ?, package_id = CASE
          WHEN EXISTS (SELECT 1 FROM store_items WHERE profile_id = store_profiles.id) THEN package_id ELSE ? END
          WHERE id = ?`;
        if ((await sql.run(touch, item.at, item.build.packageId, profileId)) === 0) return null;
        await checkPackage(sql, 'store_items WHERE profile_id', profileId, item.build);
        return loadItem(sql, await insertItem(sql, profileId, item));
      }),
    updateProfile: (id, change, at) =>
      database.transaction(async (sql) => {
        const existing = await loadProfile(sql, id);
        if (existing) await writeProfile(sql, existing, change, at);
        return loadProfile(sql, id);
      }),
    setItemEnabled: async (id, enabled, at) => {
      const value = enabled ? 1 : 0;
      const statement = 'UPDATE store_items SET enabled = ?, updated_at = ? WHERE id = ? AND enabled <> ?';
      await database.run(statement, value, at, id, value);
      return loadItem(database, id);
    },
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
  const row = await sql.get<ItemRow>(`SELECT ${itemFields} FROM store_items WHERE id = ?`, id);
  return row && itemFromRow(row);
}

async function loadProfiles(sql: Sql, id: number | null): Promise<readonly StoreProfileRecord[]> {
  const values = id === null ? [] : [id];
  const profiles = await sql.all<ProfileRow>(
    `SELECT ${profileFields} FROM store_profiles ${id === null ? '' : 'WHERE id = ?'} ORDER BY id`,
    ...values,
  );
  const items = await sql.all<ItemRow>(
    `SELECT ${itemFields} FROM store_items ${id === null ? '' : 'WHERE profile_id = ?'} ORDER BY profile_id, order_id`,
    ...values,
  );
  const itemsOf = Map.groupBy(items.map(itemFromRow), (item) => item.profileId);
  return profiles.map(({ userName, passwordHash, ...profile }) => ({
    ...profile,
    enabled: profile.enabled === 1,
    staticUser: userName === null ? null : { userName, passwordHash: passwordHash ?? '' },
    items: itemsOf.get(profile.id) ?? [],
  }));
}

function itemFromRow(row: ItemRow): StoreItemRecord {
  return { ...withInstallFacts(row), enabled: row.enabled === 1 };
}

function insertItem(sql: Sql, profileId: number, item: NewItem): Promise<number> {
  return insert(
    sql,
    `INSERT INTO store_items
     (profile_id, order_id, unique_id, link_token, icon_token, enabled, name, created_at, updated_at, ${buildColumns})
     VALUES (?, (SELECT coalesce(max(order_id), 0) + 1 FROM store_items WHERE profile_id = ?),
       ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    profileId,
    profileId,
    item.uniqueId,
    item.linkToken,
    item.iconToken,
    item.enabled ? 1 : 0,
    item.name,
    item.at,
    item.at,
    ...buildValues(item.build),
  );
}

async function writeProfile(
  sql: Sql,
  existing: StoreProfileRecord,
  change: ProfileChange,
  at: number,
): Promise<void> {
  const next = { ...existing, ...change };
  await sql.run(
    `UPDATE store_profiles SET name = ?, short_description = ?, long_description = ?, enabled = ?,
     static_user = ?, static_password_hash = ?, updated_at = ? WHERE id = ?`,
    next.name,
    next.shortDescription,
    next.longDescription,
    next.enabled ? 1 : 0,
    next.staticUser?.userName ?? null,
    next.staticUser?.passwordHash ?? null,
    at,
    existing.id,
  );
}

async function hashesOf(sql: Sql, column: 'id' | 'profile_id', id: number): Promise<readonly string[]> {
  const statement = `SELECT sha256 FROM store_items WHERE ${column} = ?`;
  return (await sql.rows<readonly [sha256: string]>(statement, id)).flat();
}
