import type { IdentityStorage, NewUser } from '../identity-storage.ts';
import type { ClientRecord, FailureRecord, UserRecord } from '../records.ts';
import type { Sql, SqlDatabase } from './sql.ts';

const userColumns = 'id, user_name AS "userName", password_hash AS "passwordHash"';
const clientColumns = 'client_id AS "clientId", secret_hash AS "secretHash"';

/** User names are case-insensitive. */
function nameKey(userName: string): string {
  return userName.normalize('NFC').toLowerCase();
}

export function identityIn(database: SqlDatabase): IdentityStorage {
  return {
    users: () => database.all<UserRecord>(`SELECT ${userColumns} FROM users ORDER BY id`),
    user: (userName) =>
      database.get<UserRecord>(`SELECT ${userColumns} FROM users WHERE name_key = ?`, nameKey(userName)),
    addUser: (user, at) => database.transaction((sql) => addUser(sql, user, at)),
    addFirstUser: (user, client, at) =>
      database.transaction(async (sql) => {
        if (await sql.get('SELECT 1 FROM users LIMIT 1')) return false;
        await putClient(sql, client, at);
        return addUser(sql, user, at);
      }),
    upsertUser: (user, at) =>
      database.transaction(async (sql) => {
        if (!(await addUser(sql, user, at))) await setPassword(sql, user);
      }),
    setPassword: (userName, passwordHash) =>
      database.transaction((sql) => setPassword(sql, { userName, passwordHash })),
    removeUser: (userName) =>
      database.transaction(
        async (sql) => (await sql.run('DELETE FROM users WHERE name_key = ?', nameKey(userName))) > 0,
      ),
    clients: () => database.all(`SELECT ${clientColumns} FROM clients ORDER BY created_at, client_id`),
    client: (clientId) => database.get(`SELECT ${clientColumns} FROM clients WHERE client_id = ?`, clientId),
    upsertClient: (client, at) => database.transaction((sql) => putClient(sql, client, at)),
    removeClient: (clientId) =>
      database.transaction(
        async (sql) => (await sql.run('DELETE FROM clients WHERE client_id = ?', clientId)) > 0,
      ),
    addToken: ({ tokenHash, userId, clientId, expiresAt }, { passwordHash, secretHash }) =>
      database.transaction(async (sql) => {
        const user = 'SELECT 1 FROM users WHERE id = ? AND password_hash = ?';
        const client = 'SELECT 1 FROM clients WHERE client_id = ? AND secret_hash = ?';
        if (!(await sql.get(user, userId, passwordHash))) return false;
        if (!(await sql.get(client, clientId, secretHash))) return false;
        const statement =
          'INSERT INTO tokens (token_hash, user_id, client_id, expires_at) VALUES (?, ?, ?, ?)';
        return (await sql.run(statement, tokenHash, userId, clientId, expiresAt)) > 0;
      }),
    token: (tokenHash) =>
      database.get(
        `SELECT token_hash AS "tokenHash", user_id AS "userId", client_id AS "clientId",
         expires_at AS "expiresAt", user_name AS "userName" FROM tokens JOIN users ON users.id = tokens.user_id WHERE token_hash = ?`,
        tokenHash,
      ),
    removeExpiredTokens: async (at) => {
      await database.run('DELETE FROM tokens WHERE expires_at <= ?', at);
    },
    activeSessions: (at) =>
      database.all(
        `SELECT user_name AS "userName", count(*) AS tokens, max(expires_at) AS until
         FROM tokens JOIN users ON users.id = tokens.user_id WHERE expires_at > ?
         GROUP BY user_name ORDER BY user_name`,
        at,
      ),
    revokeTokens: (userName) =>
      database.transaction(async (sql) => {
        const user = await sql.get('SELECT 1 FROM users WHERE name_key = ?', nameKey(userName));
        return user ? removeTokens(sql, userName) : null;
      }),
    failures: (key) => failures(database, key),
    addFailure: (key, at, forgetBefore) =>
      database.transaction(async (sql) => {
        await sql.run('DELETE FROM sign_in_failures WHERE last_at < ?', forgetBefore);
        await sql.run(
          `INSERT INTO sign_in_failures (key, failures, last_at) VALUES (?, 1, ?)
           ON CONFLICT (key) DO UPDATE SET failures = sign_in_failures.failures + 1, last_at = excluded.last_at`,
          key,
          at,
        );
        return (await failures(sql, key)) ?? { failures: 1, lastAt: at };
      }),
    clearFailures: async (key) => {
      await database.run('DELETE FROM sign_in_failures WHERE key = ?', key);
    },
  };
}

function failures(sql: Sql, key: string): Promise<FailureRecord | null> {
  return sql.get('SELECT failures, last_at AS "lastAt" FROM sign_in_failures WHERE key = ?', key);
}

async function addUser(sql: Sql, { userName, passwordHash }: NewUser, at: number): Promise<boolean> {
  const statement =
    'INSERT INTO users (user_name, name_key, password_hash, created_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING';
  return (await sql.run(statement, userName, nameKey(userName), passwordHash, at)) > 0;
}

async function setPassword(sql: Sql, { userName, passwordHash }: NewUser): Promise<boolean> {
  await removeTokens(sql, userName);
  return (
    (await sql.run(
      'UPDATE users SET password_hash = ? WHERE name_key = ?',
      passwordHash,
      nameKey(userName),
    )) > 0
  );
}

function removeTokens(sql: Sql, userName: string): Promise<number> {
  return sql.run(
    'DELETE FROM tokens WHERE user_id IN (SELECT id FROM users WHERE name_key = ?)',
    nameKey(userName),
  );
}

async function putClient(sql: Sql, { clientId, secretHash }: ClientRecord, at: number): Promise<void> {
  await sql.run('DELETE FROM tokens WHERE client_id = ?', clientId);
  await sql.run(
    `INSERT INTO clients (client_id, secret_hash, created_at) VALUES (?, ?, ?)
     ON CONFLICT (client_id) DO UPDATE SET secret_hash = excluded.secret_hash`,
    clientId,
    secretHash,
    at,
  );
}
