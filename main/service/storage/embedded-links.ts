import type { Database } from '../../base/database/database.ts';
import { loadShares } from './embedded-shares.ts';
import { loadItem, loadProfile } from './embedded-store.ts';
import { loadVersionFacts } from './embedded-versions.ts';
import type { LinkTarget, ShareStatus } from './records.ts';
import { keptDownloads, type LinkStorage } from './storage.ts';

export function embeddedLinks(database: Database): LinkStorage {
  return {
    find: async (token) => findShare(database, token) ?? findStoreLink(database, token),
    raiseStatus: async (shareId, status) => raiseStatus(database, shareId, status),
    recordDownload: async (shareId, at, userAgent) =>
      database.transaction(() => {
        database.run(
          'INSERT INTO downloads (share_id, at, user_agent) SELECT id, ?, ? FROM shares WHERE id = ?',
          at,
          userAgent,
          shareId,
        );
        foldDownloads(database, shareId);
        raiseStatus(database, shareId, 3);
      }),
    countClick: async (itemId) => {
      database.run('UPDATE store_items SET click_count = click_count + 1 WHERE id = ?', itemId);
    },
  };
}

/** Has the oldest entry that is kept stand for those before it. */
function foldDownloads(database: Database, shareId: number): void {
  const [oldest, ...earlier] = database.all<{ id: number; count: number }>(
    'SELECT id, count FROM downloads WHERE share_id = ? ORDER BY id DESC LIMIT -1 OFFSET ?',
    shareId,
    keptDownloads - 1,
  );
  if (!oldest || earlier.length === 0) return;
  const more = earlier.reduce((sum, { count }) => sum + count, 0);
  database.run('UPDATE downloads SET count = count + ? WHERE id = ?', more, oldest.id);
  database.run('DELETE FROM downloads WHERE share_id = ? AND id < ?', shareId, oldest.id);
}

function raiseStatus(database: Database, shareId: number, status: ShareStatus): void {
  database.run('UPDATE shares SET status = max(status, ?) WHERE id = ?', status, shareId);
}

function findShare(database: Database, token: string): LinkTarget | null {
  const found = database.get<{ id: number; share: number | null }>(
    `SELECT version_id AS id, shares.id AS share FROM share_links JOIN shares ON shares.id = share_id
     WHERE token = ? UNION ALL SELECT id, NULL FROM versions WHERE link_token = ?`,
    token,
    token,
  );
  const version = found && loadVersionFacts(database, found.id);
  if (!found || !version) return null;
  const [share = null] = found.share === null ? [] : loadShares(database, [found.share]);
  return { kind: 'version', version, share };
}

function findStoreLink(database: Database, token: string): LinkTarget | null {
  const itemRow = database.get<{ id: number }>('SELECT id FROM store_items WHERE link_token = ?', token);
  const item = itemRow && loadItem(database, itemRow.id);
  if (item) {
    const profile = loadProfile(database, item.profileId);
    return profile && { kind: 'item', item, profile };
  }
  const row = database.get<{ id: number }>('SELECT id FROM store_profiles WHERE link_token = ?', token);
  const profile = row && loadProfile(database, row.id);
  return profile && { kind: 'profile', profile };
}
