import type { AccessToken, DailyQuota } from '../../service-view.ts';
import { type AccessTokenStorage, lastUseResolutionMs } from '../identity-storage.ts';
import { insert, type Sql, type SqlDatabase } from './sql.ts';

const columns = `id, name, apps, scopes, quota, created_at AS "createdAt", expires_at AS "expiresAt",
  last_used_at AS "lastUsedAt", revoked_at AS "revokedAt"`;

/** `apps`, `scopes` and `quota` are JSON. The table rejects empty lists, which could be read as no limit. */
type Row = Omit<AccessToken, 'apps' | 'scopes' | 'quota'> & {
  readonly apps: string;
  readonly scopes: string;
  readonly quota: string | null;
};

export function createAccessTokenStorage(database: SqlDatabase): AccessTokenStorage {
  return {
    list: async () =>
      (await database.all<Row>(`SELECT ${columns} FROM access_tokens ORDER BY id`)).map(fromRow),
    add: (token) =>
      database.transaction(async (sql) => {
        const { tokenHash, name, apps, scopes, quota, createdAt, expiresAt } = token;
        const existing = 'SELECT 1 FROM access_tokens WHERE name = ? AND revoked_at IS NULL';
        if (await sql.get(existing, name)) return null;
        const id = await insert(
          sql,
          `INSERT INTO access_tokens (token_hash, name, apps, scopes, quota, created_at, expires_at)
           VALUES (?, ?, ?, ?, ?, ?, ?)`,
          tokenHash,
          name,
          JSON.stringify(apps),
          JSON.stringify(scopes),
          quota ? JSON.stringify(quota) : null,
          createdAt,
          expiresAt,
        );
        return find(sql, 'id', id);
      }),
    find: (tokenHash) => find(database, 'token_hash', tokenHash),
    recordUse: async (id, at) => {
      const statement = `UPDATE access_tokens SET last_used_at = ?
        WHERE id = ? AND (last_used_at IS NULL OR last_used_at <= ?)`;
      await database.run(statement, at, id, at - lastUseResolutionMs);
    },
    revoke: (id, at) =>
      database.transaction(async (sql) => {
        const statement = 'UPDATE access_tokens SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL';
        return (await sql.run(statement, at, id)) > 0;
      }),
  };
}

async function find(
  sql: Sql,
  column: 'id' | 'token_hash',
  value: string | number,
): Promise<AccessToken | null> {
  const row = await sql.get<Row>(`SELECT ${columns} FROM access_tokens WHERE ${column} = ?`, value);
  return row && fromRow(row);
}

function fromRow({ quota, ...row }: Row): AccessToken {
  return {
    ...row,
    ...(quota === null ? {} : { quota: JSON.parse(quota) as Partial<DailyQuota> }),
    apps: JSON.parse(row.apps) as AccessToken['apps'],
    scopes: JSON.parse(row.scopes) as AccessToken['scopes'],
  };
}
