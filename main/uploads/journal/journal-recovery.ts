import type { Database } from '../../base/database/database.ts';
import type { DamagedDatabase } from '../../base/database/recovery.ts';
import type { UploadRecord } from '../record/record.ts';
import { reduce } from '../record/reduce.ts';
import { isFinished, type UploadMachine } from '../record/states.ts';
import { createJournal } from './journal.ts';
import { parseRecord } from './stored-records.ts';

type UploadRow = { readonly record: unknown };
type FactRow = { readonly [column: string]: string | number | null };

/** Copies all readable uploads and stored data about services. `at` is stored as the time of the loss. */
export function recoverJournal(damaged: DamagedDatabase, fresh: Database, at: number): void {
  const journal = createJournal(fresh);
  let begun = 0;
  const unfinished = new Set<UploadMachine['kind']>();
  const save = (record: UploadRecord): void => {
    begun = Math.max(begun, record.transferNumber);
    if (!isFinished(record.machine)) unfinished.add(record.machine.kind);
    const isTaken = fresh.get('SELECT 1 AS taken FROM uploads WHERE position = ?', record.position);
    const position = isTaken ? journal.nextPosition() : record.position;
    journal.save({ ...(reduce(record, { kind: 'journal-lost' }, at) ?? record), position });
  };
  fresh.transaction(() => {
    const known = recoverRows(damaged, save);
    if (known) for (const record of scanned(damaged, known)) save(record);
    // If every unfinished upload is paused, the whole queue was paused. The saved flag may be lost.
    if (unfinished.size === 1 && unfinished.has('paused')) journal.setPaused(true);
    copyFacts(damaged, fresh);
    journal.recordLoss(at, begun);
  });
}

/** Saves all readable records and returns their ids; null if every record was readable. */
function recoverRows(
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

/** Returns the newest copy of each record that is not in `known`. */
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

/** Compares timeline lengths, because a timeline only grows until the record is pruned. */
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
    return null;
  }
}

const factTables = ['applications', 'size_units', 'answered_addresses', 'queue'];

function copyFacts(damaged: DamagedDatabase, fresh: Database): void {
  for (const table of factTables) {
    const columns = fresh.lists<[string]>(`SELECT name FROM pragma_table_info('${table}')`).flat();
    for (const row of damaged.rows<FactRow>(table)) {
      const values = columns.map((column) => row[column] ?? null);
      if (values.includes(null)) continue;
      fresh.run(`INSERT OR REPLACE INTO ${table} VALUES (${columns.map(() => '?').join(', ')})`, ...values);
    }
  }
}
