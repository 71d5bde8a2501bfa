import type { Database } from '../../base/database/database.ts';
import type { ClientRecord, FailureRecord, UserRecord } from './records.ts';
import type { IdentityStorage, NewUser } from './storage.ts';

const userColumns = 'id, user_name AS userName, password_hash AS passwordHash';

export function embeddedIdentity(database: Database): IdentityStorage {
  const user = (userName: string): UserRecord | null =>
    database.get<UserRecord>(`SELECT ${userColumns} FROM users WHERE user_name = ?`, userName);
  const failures = (key: string): FailureRecord | null =>
    database.get<FailureRecord>(
      'SELECT failures, last_at AS lastAt FROM sign_in_failures WHERE key = ?',
      key,
    );
  return {
    users: async () => database.all<UserRecord>(`SELECT ${userColumns} FROM users ORDER BY id`),
    user: async (userName) => user(userName),
    addUser: async (user, at) => addUser(database, user, at),
    addFirstUser: async (user, client, at) =>
      database.transaction(() => {
        if (database.get('SELECT 1 FROM users LIMIT 1')) return false;
        putClient(database, client, at);
        return addUser(database, user, at);
      }),
    putUser: async (user, at) => {
      database.transaction(() => addUser(database, user, at) || setPassword(database, user));
    },
    setPassword: async (userName, passwordHash) =>
      database.transaction(() => setPassword(database, { userName, passwordHash })),
    removeUser: async (userName) =>
      database.run('DELETE FROM users WHERE user_name = ?', userName).changes > 0,
    clients: async () =>
      database.all(
        'SELECT client_id AS clientId, secret_hash AS secretHash FROM clients ORDER BY created_at, client_id',
      ),
    client: async (clientId) =>
      database.get(
        'SELECT client_id AS clientId, secret_hash AS secretHash FROM clients WHERE client_id = ?',
        clientId,
      ),
    putClient: async (client, at) => putClient(database, client, at),
    removeClient: async (clientId) =>
      database.run('DELETE FROM clients WHERE client_id = ?', clientId).changes > 0,
    addToken: async ({ tokenHash, userId, expiresAt }, passwordHash) =>
      database.run(
        `INSERT INTO tokens (token_hash, user_id, expires_at)
         SELECT ?, id, ? FROM users WHERE id = ? AND password_hash = ?`,
        tokenHash,
        expiresAt,
        userId,
        passwordHash,
      ).changes > 0,
    token: async (tokenHash) =>
      database.get(
        `SELECT token_hash AS tokenHash, user_id AS userId, expires_at AS expiresAt, user_name AS userName
         FROM tokens JOIN users ON users.id = tokens.user_id WHERE token_hash = ?`,
        tokenHash,
      ),
    removeTokensBefore: async (at) => {
      database.run('DELETE FROM tokens WHERE expires_at <= ?', at);
    },
    failures: async (key) => failures(key),
    addFailure: async (key, at, forgetBefore) =>
      database.transaction(() => {
        database.run('DELETE FROM sign_in_failures WHERE last_at < ?', forgetBefore);
        database.run(
          `INSERT INTO sign_in_failures (key, failures, last_at) VALUES (?, 1, ?)
           ON CONFLICT (key) DO UPDATE SET failures = failures + 1, last_at = excluded.last_at`,
          key,
          at,
        );
        return failures(key) ?? { failures: 1, lastAt: at };
      }),
    clearFailures: async (key) => {
      database.run('DELETE FROM sign_in_failures WHERE key = ?', key);
    },
  };
}

function addUser(database: Database, { userName, passwordHash }: NewUser, at: number): boolean {
  const sql =
    'INSERT INTO users (user_name, password_hash, created_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING';
  return database.run(sql, userName, passwordHash, at).changes > 0;
}

function setPassword(database: Database, { userName, passwordHash }: NewUser): boolean {
  database.run('DELETE FROM tokens WHERE user_id IN (SELECT id FROM users WHERE user_name = ?)', userName);
  const sql = 'UPDATE users SET password_hash = ? WHERE user_name = ?';
  return database.run(sql, passwordHash, userName).changes > 0;
}

function putClient(database: Database, { clientId, secretHash }: ClientRecord, at: number): void {
  database.run(
    `INSERT INTO clients (client_id, secret_hash, created_at) VALUES (?, ?, ?)
     ON CONFLICT (client_id) DO UPDATE SET secret_hash = excluded.secret_hash`,
    clientId,
    secretHash,
    at,
  );
}
