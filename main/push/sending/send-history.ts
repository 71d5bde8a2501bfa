/** History of sent messages in its own database, which several processes may use at once. */

import { z } from 'zod';
import { type Database, openDatabase } from '../../base/database/database.ts';
import type { Remedy } from '../../base/failure.ts';
import type { MessageValues } from '../../messages/message.ts';
import { pushErrors } from '../errors.ts';

/** Older entries are deleted. */
const maxEntries = 500;

const migrations = [
  `
  CREATE TABLE sent (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    record TEXT NOT NULL
  ) STRICT;
  `,
];

const recordSchema = z.object({
  /** Name of a saved sender; null if the credentials were entered for this message only. */
  sender: z.string().nullable(),
  mode: z.enum(['server-key', 'http-v1']),
  address: z.string(),
  message: z.object({
    to: z.string(),
    data: z.record(z.string(), z.union([z.string(), z.record(z.string(), z.string())])),
  }),
  outcome: z.union([
    z.object({ ok: z.literal(true), messageId: z.string(), newToken: z.string().nullable() }),
    z.object({
      ok: z.literal(false),
      code: z.string(),
      message: z.string().optional(),
      remedy: z.custom<Remedy>((value) => typeof value === 'string'),
      values: z.custom<MessageValues>((value) => typeof value === 'object' && value !== null).optional(),
    }),
  ]),
});

export type SentRecord = z.infer<typeof recordSchema>;

export type SentEntry = SentRecord & {
  readonly id: number;
  /** Milliseconds since 1970 UTC. */
  readonly at: number;
};

export type SendHistory = {
  add(record: SentRecord, at: number): SentEntry;
  /** Newest first. */
  list(limit?: number): readonly SentEntry[];
  /** Throws `push/notSent` if the entry does not exist or is unreadable. */
  get(id: number): SentEntry;
  close(): void;
};

type Row = { readonly id: number; readonly at: number; readonly record: string };

/** Returns null for a record that another version of Slipway wrote in an incompatible form. */
function entryOf({ id, at, record }: Row): SentEntry | null {
  try {
    const read = recordSchema.safeParse(JSON.parse(record));
    return read.success ? { id, at, ...read.data } : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Throws `database/…`. */
export function openSendHistory(path: string): SendHistory {
  const database: Database = openDatabase(path, migrations);
  return {
    add: (record, at) =>
      database.transaction(() => {
        const { id } = database.run(
          'INSERT INTO sent (at, record) VALUES (?, ?)',
          at,
          JSON.stringify(record),
        );
        database.run('DELETE FROM sent WHERE id <= ?', id - maxEntries);
        return { id, at, ...record };
      }),
    list: (limit = maxEntries) =>
      database
        .all<Row>('SELECT id, at, record FROM sent ORDER BY id DESC LIMIT ?', limit)
        .map(entryOf)
        .filter((entry) => entry !== null),
    get: (id) => {
      const row = database.get<Row>('SELECT id, at, record FROM sent WHERE id = ?', id);
      const entry = row && entryOf(row);
      if (!entry) throw pushErrors.notSent({ id });
      return entry;
    },
    close: () => database.close(),
  };
}
