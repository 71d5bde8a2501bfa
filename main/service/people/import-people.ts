import { setImmediate } from 'node:timers/promises';
import { type CsvRow, readCsv } from '../../base/formats/csv.ts';
import { decodeWholeText } from '../../base/formats/unicode-text.ts';
import { messageOf } from '../../messages/message.ts';
import { serviceErrors } from '../errors.ts';
import type { ImportReport } from '../service-view.ts';
import type { NewPerson } from '../storage/storage.ts';
import { readColumns } from './import-columns.ts';
import type { ImportOptions, PeopleDirectory } from './people-types.ts';
import { type PlannedLine, planImport } from './plan-import.ts';

type Directory = Pick<PeopleDirectory, 'list'> & {
  /** See `PeopleStorage.importPeople`. */
  addAll(people: readonly NewPerson[]): Promise<void>;
};

const maxFileBytes = 16 * 1024 * 1024;
const maxLines = 10_000;
/** Lines per transaction. Each transaction costs a disk write, and other requests wait for it. */
const batchSize = 250;

/**
 * Imports the columns email, name and team. Creates missing teams and adds missing names. Reports unusable
 * lines and continues. Idempotent. Throws `service/badCsv`, before any change, if the file cannot be read.
 */
export async function importPeople(
  people: Directory,
  file: AsyncIterable<Uint8Array>,
  { dryRun = false, signal }: ImportOptions = {},
): Promise<ImportReport> {
  const text = decodeWholeText(await readWhole(file));
  if (text === null) throw serviceErrors.badCsv({ reason: messageOf('import/notText') });
  const rows = firstRows(text);
  const columns = readColumns(rows[0]?.cells ?? []);
  const planned = planImport(columns.heading ? rows.slice(1) : rows, columns, await people.list());
  if (!dryRun) await apply(people, planned, signal);
  return {
    dryRun,
    unusedColumns: columns.unused,
    lines: planned.map(({ report }) => report),
  };
}

async function readWhole(file: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of file) {
    size += chunk.byteLength;
    if (size > maxFileBytes) throw serviceErrors.badCsv({ reason: messageOf('import/tooLarge') });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function firstRows(text: string): readonly CsvRow[] {
  const rows: CsvRow[] = [];
  for (const row of readCsv(text)) {
    if (rows.push(row) > maxLines) {
      throw serviceErrors.badCsv({ reason: messageOf('import/tooManyLines', { max: maxLines }) });
    }
  }
  return rows;
}

async function apply(
  people: Directory,
  planned: readonly PlannedLine[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const usable = planned.filter(({ report }) => report.outcome !== 'refused');
  for (let start = 0; start < usable.length; start += batchSize) {
    // Lets other requests run and the abort signal take effect.
    await setImmediate();
    signal?.throwIfAborted();
    await people.addAll(
      usable.slice(start, start + batchSize).map(({ person: member, team }) => ({ member, team })),
    );
  }
}
