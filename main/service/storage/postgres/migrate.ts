import type pg from 'pg';
import { databaseErrors } from '../../../base/database/database.ts';
import { postgresMigrations } from './schema.ts';

/** Brings the schema to the newest version, one instance at a time. Throws `database/newer`. */
export async function migratePostgres(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query('BEGIN');
    await client.query("SELECT pg_advisory_xact_lock(hashtext('slipway schema ' || current_schema()))");
    await client.query('CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)');
    const { rows } = await client.query<{ version: number }>('SELECT version FROM schema_version');
    const version = rows[0]?.version ?? 0;
    if (version > postgresMigrations.length) throw databaseErrors.newer({ path: client.database ?? '' });
    for (const migration of postgresMigrations.slice(version)) await client.query(migration);
    await client.query('DELETE FROM schema_version');
    await client.query('INSERT INTO schema_version (version) VALUES ($1)', [postgresMigrations.length]);
    await client.query('COMMIT');
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    client.release(failure);
  }
}
