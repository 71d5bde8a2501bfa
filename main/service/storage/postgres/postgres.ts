import pg from 'pg';
import { databaseErrors } from '../../../base/database/database.ts';
import { CodedError } from '../../../base/errors.ts';
import type { Log } from '../../../base/log/log.ts';
import { isLoopback } from '../../../base/loopback.ts';
import { serviceErrors } from '../../errors.ts';
import type { Sql, SqlDatabase, SqlValue } from '../sql/sql.ts';
import { listenTo, tellStatement } from './notifications.ts';
import { asStorageError, isPassing } from './postgres-error.ts';
import { postgresMigrations } from './schema.ts';

export type PostgresSettings = {
  /** `postgres://user:password@host/database`, with any parameter of libpq that `pg` knows; `options` sets a schema. */
  readonly url: string;
  /** How many connections this instance uses at a time, one more for notifications not counted. */
  readonly connections: number;
};

const connectMs = 5_000;
const answerMs = 60_000;
/** An instance that stands still in a transaction holds up the others no longer than this. */
const idleMs = 30_000;
const triesOfTransaction = 5;

/**
 * A database that several instances share, brought to the newest schema. Throws `service/databaseRefused` and
 * `database/newer`; what is called later throws `service/storageAway` while it cannot be reached.
 */
export async function openPostgres({ url, connections }: PostgresSettings, log: Log): Promise<SqlDatabase> {
  const config: pg.PoolConfig = {
    connectionString: url,
    application_name: 'slipway',
    connectionTimeoutMillis: connectMs,
    query_timeout: answerMs,
    idle_in_transaction_session_timeout: idleMs,
    keepAlive: true,
    types: { getTypeParser: parserOf as typeof pg.types.getTypeParser },
  };
  const { host, ssl } = new pg.Client(config);
  if (!ssl && !host.startsWith('/') && !isLoopback(host)) {
    log.warn(
      'Connections to PostgreSQL are not encrypted. Add ?sslmode=verify-full to SLIPWAY_DATABASE_URL.',
      { host },
    );
  }
  const pool = new pg.Pool({ ...config, max: connections });
  // Without listeners, a server that restarts would end this process: of a connection in use, and of one that waits.
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn('A connection to the database ended', { error }));
  });
  pool.on('error', () => undefined);
  try {
    await migratePostgres(pool);
  } catch (error) {
    await pool.end();
    throw openingError(error);
  }
  const notifications = listenTo(config, log);
  const transact = <Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> =>
    onClient(pool, async (client) => {
      await client.query('BEGIN');
      await client.query("SELECT pg_advisory_xact_lock(hashtext('slipway ' || current_schema()))");
      const result = await work(statementsOn(client));
      await client.query('COMMIT');
      return result;
    });
  return {
    ...statementsOn(pool),
    snapshot: async (work) => {
      try {
        return await onClient(pool, async (client) => {
          await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
          const result = await work(statementsOn(client));
          await client.query('COMMIT');
          return result;
        });
      } catch (error) {
        throw asStorageError(error);
      }
    },
    transaction: async (work) => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await transact(work);
        } catch (error) {
          if (attempt === triesOfTransaction || !isPassing(error)) throw asStorageError(error);
        }
      }
    },
    alone: (name, work) =>
      onClient(pool, async (client) => {
        const key = "hashtext('slipway ' || current_schema() || $1)";
        const { rows } = await client.query<{ locked: boolean }>(
          `SELECT pg_try_advisory_lock(${key}) AS locked`,
          [name],
        );
        if (!rows[0]?.locked) return null;
        const result = await work();
        await client.query(`SELECT pg_advisory_unlock(${key})`, [name]);
        return result;
      }),
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    listen: notifications.add,
    close: async () => {
      await notifications.end();
      await pool.end();
    },
  };
}

const sequence = "pg_get_serial_sequence(?, 'id')";

/** Null before the first. */
const lastId = `SELECT last_value FROM pg_sequences WHERE format('%I.%I', schemaname, sequencename) = ${sequence}`;

function statementsOn(queryable: pg.Pool | pg.PoolClient): Sql {
  const query = async <Row extends pg.QueryResultRow>(
    statement: string,
    values: readonly SqlValue[],
  ): Promise<pg.QueryResult<Row>> => {
    try {
      return await queryable.query<Row>(numbered(statement), values.map(asValue));
    } catch (error) {
      throw asStorageError(error);
    }
  };
  const listOf = (type: string): string =>
    `(SELECT CAST(value AS ${type}) FROM json_array_elements_text(CAST(? AS JSON)))`;
  return {
    numbers: listOf('BIGINT'),
    texts: listOf('TEXT'),
    clock: 'CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)',
    skipLocked: 'FOR UPDATE SKIP LOCKED',
    all: async <Row>(statement: string, ...values: readonly SqlValue[]) =>
      (await query(statement, values)).rows as Row[],
    lists: async <Values extends readonly unknown[]>(statement: string, ...values: readonly SqlValue[]) => {
      try {
        const text = numbered(statement);
        const found = await queryable.query({ text, values: values.map(asValue), rowMode: 'array' });
        return found.rows as unknown[] as Values[];
      } catch (error) {
        throw asStorageError(error);
      }
    },
    get: async <Row>(statement: string, ...values: readonly SqlValue[]) =>
      ((await query(statement, values)).rows[0] as Row | undefined) ?? null,
    run: async (statement, ...values) => (await query(statement, values)).rowCount ?? 0,
    tell: async (name) => {
      await query(tellStatement, [name]);
    },
    lastId: async (table) =>
      (await query<{ last: number | null }>(`SELECT (${lastId}) AS last`, [table])).rows[0]?.last ?? 0,
    raiseIds: async (table, id) => {
      const last = `greatest(CAST(? AS BIGINT), coalesce((${lastId}), 0))`;
      await query(`SELECT setval(CAST(${sequence} AS regclass), ${last})`, [table, id, table]);
    },
  };
}

const known = new Map<string, string>();

/** PostgreSQL numbers its values. None of our statements has a question mark for anything else. */
function numbered(statement: string): string {
  const text = known.get(statement);
  if (text !== undefined) return text;
  let count = 0;
  const made = statement.replaceAll('?', () => {
    count += 1;
    return `$${count}`;
  });
  known.set(statement, made);
  return made;
}

/** A text of PostgreSQL holds no NUL. */
function asValue(value: SqlValue): SqlValue {
  return typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value;
}

/** Times and counts are whole numbers far below 2 ** 53; pg would give them as texts. */
function parserOf(type: number, format?: 'text' | 'binary'): (value: string) => unknown {
  return type === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(type, format);
}

function openingError(cause: unknown): unknown {
  if (cause instanceof CodedError || !(cause instanceof Error)) return cause;
  return serviceErrors.databaseRefused({ reason: cause.message }, { cause });
}

/** Brings the schema to the newest version, one instance at a time. Throws `database/newer`. */
function migratePostgres(pool: pg.Pool): Promise<void> {
  return onClient(pool, async (client) => {
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
  });
}

async function onClient<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    return await work(client);
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    // A connection on which something failed may be half-way in a transaction or an answer.
    client.release(failure);
  }
}
