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
  /** See `PeopleStorage.addAll`. */
  addAll(people: readonly NewPerson[]): Promise<void>;
};

const largestFile = 16 * 1024 * 1024;
const mostLines = 10_000;
/** Lines kept at once: each time costs a write to the disk, and a request waits no longer than one of them takes. */
const batchSize = 250;

/**
 * Reads people from a CSV file: the columns email, name and team in any order under a heading, or in this order without
 * one. Teams that do not exist are made; a known member without a name gets the one of the file, and no name is ever
 * replaced. A line that cannot be used is reported and holds up no other; importing a file again changes nothing more.
 * Throws `service/badCsv` before anything is changed for a file that cannot be read as a whole.
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
    if (size > largestFile) throw serviceErrors.badCsv({ reason: messageOf('import/tooLarge') });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function firstRows(text: string): readonly CsvRow[] {
  const rows: CsvRow[] = [];
  for (const row of readCsv(text)) {
    if (rows.push(row) > mostLines) {
      throw serviceErrors.badCsv({ reason: messageOf('import/tooManyLines', { most: mostLines }) });
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
    // Lets requests, and the wish to stop, come in between.
    await setImmediate();
    signal?.throwIfAborted();
    await people.addAll(
      usable.slice(start, start + batchSize).map(({ person: member, team }) => ({ member, team })),
    );
  }
}
