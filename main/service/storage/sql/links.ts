import type { LinkTarget, ShareStatus } from '../records.ts';
import { type LinkStorage, maxDownloads } from '../storage.ts';
import { loadShares } from './shares.ts';
import type { Sql, SqlDatabase } from './sql.ts';
import { loadItem, loadProfile } from './store.ts';
import { loadVersionFacts } from './versions.ts';

export function linksIn(database: SqlDatabase): LinkStorage {
  return {
    find: async (token) => (await findShare(database, token)) ?? findStoreLink(database, token),
    findIcon: (iconToken) => findItem(database, 'icon_token', iconToken),
    raiseStatus: (shareId, status) => raiseStatus(database, shareId, status),
    recordDownload: (shareId, at, userAgent) =>
      database.transaction(async (sql) => {
        if (!(await sql.get('SELECT 1 FROM shares WHERE id = ?', shareId))) return;
        const statement = 'INSERT INTO downloads (share_id, at, user_agent) VALUES (?, ?, ?)';
        await sql.run(statement, shareId, at, userAgent);
        await mergeDownloads(sql, shareId);
        await raiseStatus(sql, shareId, 3);
      }),
    countClick: async (itemId) => {
      await database.run('UPDATE store_items SET click_count = click_count + 1 WHERE id = ?', itemId);
    },
  };
}

/** Merges the entries beyond `maxDownloads` into the oldest remaining entry. */
async function mergeDownloads(sql: Sql, shareId: number): Promise<void> {
  const entries = await sql.all<{ id: number; count: number }>(
    'SELECT id, count FROM downloads WHERE share_id = ? ORDER BY id DESC',
    shareId,
  );
  const [oldest, ...earlier] = entries.slice(maxDownloads - 1);
  if (!oldest || earlier.length === 0) return;
  const removedCount = earlier.reduce((sum, { count }) => sum + count, 0);
  await sql.run('UPDATE downloads SET count = count + ? WHERE id = ?', removedCount, oldest.id);
  await sql.run('DELETE FROM downloads WHERE share_id = ? AND id < ?', shareId, oldest.id);
}

async function raiseStatus(sql: Sql, shareId: number, status: ShareStatus): Promise<void> {
  await sql.run('UPDATE shares SET status = ? WHERE id = ? AND status < ?', status, shareId, status);
}

async function findShare(sql: Sql, token: string): Promise<LinkTarget | null> {
  const found = await sql.get<{ id: number; share: number | null }>(
    `SELECT version_id AS id, shares.id AS share FROM share_links JOIN shares ON shares.id = share_id
     WHERE token = ? UNION ALL SELECT id, NULL FROM versions WHERE link_token = ?`,
    token,
    token,
  );
  const version = found && (await loadVersionFacts(sql, found.id));
  if (!found || !version) return null;
  const [share = null] = found.share === null ? [] : await loadShares(sql, [found.share]);
  return { kind: 'version', version, share };
}

async function findItem(
  sql: Sql,
  column: 'link_token' | 'icon_token',
  token: string,
): Promise<LinkTarget | null> {
  const row = await sql.get<{ id: number }>(`SELECT id FROM store_items WHERE ${column} = ?`, token);
  const item = row && (await loadItem(sql, row.id));
  const profile = item && (await loadProfile(sql, item.profileId));
  return item && profile && { kind: 'item', item, profile };
}

async function findStoreLink(sql: Sql, token: string): Promise<LinkTarget | null> {
  const item = await findItem(sql, 'link_token', token);
  if (item) return item;
  const row = await sql.get<{ id: number }>('SELECT id FROM store_profiles WHERE link_token = ?', token);
  const profile = row && (await loadProfile(sql, row.id));
  return profile && { kind: 'profile', profile };
}
