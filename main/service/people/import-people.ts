import { setImmediate } from 'node:timers/promises';
import { type CsvRow, readCsv } from '../../base/csv.ts';
import { CodedError } from '../../base/errors.ts';
import { serviceErrors } from '../errors.ts';
import type { ImportLine, ImportReport, PeopleView } from '../service-view.ts';
import { decodeText } from './decode-text.ts';
import { emailKey } from './email-address.ts';
import { readColumns } from './import-columns.ts';
import type { People } from './people.ts';
import { type PlannedLine, planImport, refusedLine } from './plan-import.ts';
import { teamKey } from './rules.ts';

export type ImportOptions = {
  /** Says what would become of each line and changes nothing. */
  readonly dryRun?: boolean;
  /** Stops between two lines; those before it stay. */
  readonly signal?: AbortSignal;
};

type Directory = Pick<People, 'list' | 'createMember' | 'createTeam' | 'addToTeam' | 'changeMember'>;

const largestFile = 16 * 1024 * 1024;
const mostLines = 10_000;

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
  const decoded = decodeText(await readWhole(file));
  if (!decoded) throw serviceErrors.badCsv({ reason: notText });
  const rows = firstRows(decoded.text);
  const columns = readColumns(rows[0]?.cells ?? []);
  const known = await people.list();
  const planned = planImport(columns.heading ? rows.slice(1) : rows, columns, known);
  return {
    dryRun,
    encoding: decoded.encoding,
    unusedColumns: columns.unused,
    lines: dryRun ? planned.map(({ report }) => report) : await apply(people, known, planned, signal),
  };
}

const notText =
  'the file is no text. Save the sheet as “CSV UTF-8” (or as Unicode text) and import what comes of it';

async function readWhole(file: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of file) {
    size += chunk.byteLength;
    if (size > largestFile) throw serviceErrors.badCsv({ reason: 'the file is larger than 16 MiB' });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function firstRows(text: string): readonly CsvRow[] {
  const rows: CsvRow[] = [];
  for (const row of readCsv(text)) {
    if (rows.push(row) > mostLines) {
      throw serviceErrors.badCsv({ reason: `the file has more than ${mostLines} lines; split it` });
    }
  }
  return rows;
}

async function apply(
  people: Directory,
  known: PeopleView,
  planned: readonly PlannedLine[],
  signal: AbortSignal | undefined,
): Promise<readonly ImportLine[]> {
  const memberIds = new Map(known.members.map((member) => [emailKey(member.email), member.id]));
  const teamIds = new Map(known.teams.map((team) => [teamKey(team.name), team.id]));
  const report: ImportLine[] = [];
  for (const line of planned) {
    // Lets requests, and the wish to stop, come in between.
    await setImmediate();
    signal?.throwIfAborted();
    report.push(await applyLine(people, line, memberIds, teamIds));
  }
  return report;
}

async function applyLine(
  people: Directory,
  { report, person, team }: PlannedLine,
  memberIds: Map<string, number>,
  teamIds: Map<string, number>,
): Promise<ImportLine> {
  try {
    const teamId = team === null ? null : (teamIds.get(teamKey(team)) ?? (await people.createTeam(team)).id);
    if (team !== null && teamId !== null) teamIds.set(teamKey(team), teamId);
    if (person === null) return report;
    const key = emailKey(person.email);
    const memberId = memberIds.get(key) ?? (await people.createMember(person)).id;
    memberIds.set(key, memberId);
    if (report.named) await people.changeMember(memberId, { name: person.name });
    if (report.joined !== null && teamId !== null) await people.addToTeam(memberId, teamId);
    return report;
  } catch (error) {
    // Somebody else changed the directory meanwhile; anything but that ends the import.
    if (!(error instanceof CodedError && error.code.startsWith('service/'))) throw error;
    return refusedLine(report.line, report.email, error.message);
  }
}
