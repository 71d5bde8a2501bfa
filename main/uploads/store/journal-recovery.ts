/** What is carried over from a damaged journal, and what the fresh one knows of the loss. */
import type { Database } from '../../base/database/database.ts';
import type { DamagedDatabase } from '../../base/database/recovery.ts';
import { afterLoss } from '../machine/after-loss.ts';
import type { UploadRecord } from '../machine/record.ts';
import { isFinished, type UploadMachine } from '../machine/upload-states.ts';
import { createJournal } from './journal.ts';
import { parseRecord } from './stored-records.ts';

type UploadRow = { readonly record: unknown };
type FactRow = { readonly [column: string]: string | number | null };

/**
 * Every upload whose record is whole (see `afterLoss`), what was learned about services, and that the rest may have been
 * lost `at`.
 */
export function carryOverJournal(damaged: DamagedDatabase, fresh: Database, at: number): void {
  const journal = createJournal(fresh);
  let begun = 0;
  const unfinished = new Set<UploadMachine['kind']>();
  const save = (record: UploadRecord): void => {
    begun = Math.max(begun, record.begun);
    if (!isFinished(record.machine)) unfinished.add(record.machine.kind);
    const isTaken = fresh.get('SELECT 1 AS taken FROM uploads WHERE position = ?', record.position);
    const position = isTaken ? journal.nextPosition() : record.position;
    journal.save({ ...afterLoss(record), position });
  };
  fresh.transaction(() => {
    const known = carryOverRows(damaged, save);
    if (known) for (const record of scanned(damaged, known)) save(record);
    // Where it cannot be read whether the queue was paused, what is in it tells.
    if (unfinished.size === 1 && unfinished.has('paused')) journal.setPaused(true);
    copyFacts(damaged, fresh);
    journal.noteLoss(at, begun);
  });
}

/** Null when there was nothing that could not be read; otherwise the ids of what could. */
function carryOverRows(
  damaged: DamagedDatabase,
  save: (record: UploadRecord) => void,
): ReadonlySet<string> | null {
  const known = new Set<string>();
  const rows = damaged.rows<UploadRow>('uploads');
  let allWhole = true;
  let next = rows.next();
  for (; !next.done; next = rows.next()) {
    const record = readRecord(next.value.record);
    allWhole &&= record !== null;
    if (!record || known.has(record.id)) continue;
    known.add(record.id);
    save(record);
  }
  return next.value.whole && allWhole ? null : known;
}

/** The records besides those that are known. Of one that is found as it was at several times, how it was last. */
function scanned(damaged: DamagedDatabase, known: ReadonlySet<string>): Iterable<UploadRecord> {
  const newest = new Map<string, UploadRecord>();
  for (const [id, ...values] of damaged.scan()) {
    if (typeof id !== 'string' || known.has(id)) continue;
    const record = values.map(readRecord).find((found) => found?.id === id);
    if (!record) continue;
    const other = newest.get(id);
    if (!other || isNewer(record, other)) newest.set(id, record);
  }
  return newest.values();
}

/** The timeline only grows, until an upload leaves the history. */
function isNewer(one: UploadRecord, other: UploadRecord): boolean {
  if (one.removed !== other.removed) return one.removed;
  return one.timeline.length > other.timeline.length;
}

function readRecord(text: unknown): UploadRecord | null {
  if (typeof text !== 'string' || !text.startsWith('{')) return null;
  try {
    const record: Partial<UploadRecord> | null = parseRecord(text);
    const whole = record?.id && record.path && record.machine?.kind && record.stamp && record.position;
    return whole ? (record as UploadRecord) : null;
  } catch {
    // Half a record is none.
    return null;
  }
}

const facts: readonly { readonly table: string; readonly columns: readonly string[] }[] = [
  { table: 'applications', columns: ['account_id', 'area', 'package_id', 'platform', 'application_id'] },
  {
    table: 'folder_applications',
    columns: ['folder_id', 'account_id', 'area', 'package_id', 'platform', 'application_id'],
  },
  { table: 'size_units', columns: ['account_id', 'area', 'bytes'] },
  { table: 'known_addresses', columns: ['account_id', 'address'] },
  { table: 'queue', columns: ['name', 'value'] },
];

function copyFacts(damaged: DamagedDatabase, fresh: Database): void {
  for (const { table, columns } of facts) {
    for (const row of damaged.rows<FactRow>(table)) {
      const values = columns.map((column) => row[column] ?? null);
      if (values.includes(null)) continue;
      fresh.run(
        `INSERT OR REPLACE INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
        ...values,
      );
    }
  }
}
