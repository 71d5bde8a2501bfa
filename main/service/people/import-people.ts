import { CodedError } from '../../base/errors.ts';
import type { ImportLine } from '../service-view.ts';
import { type CsvRow, readCsv } from './csv.ts';
import { emailKey } from './email-address.ts';
import type { People } from './people.ts';

const columns = ['email', 'name', 'team'] as const;
type Column = (typeof columns)[number];

/**
 * Reads people from CSV: the columns `email`, `name` and `team` in any order under a heading, or in this order without
 * one. Teams that do not exist are made. A line that cannot be used is reported and holds up no other.
 */
export async function importPeople(
  people: Pick<People, 'list' | 'createMember' | 'createTeam' | 'addToTeam'>,
  text: string,
): Promise<readonly ImportLine[]> {
  const rows = readCsv(text);
  const heading = rows[0]?.cells.map((cell) => cell.toLowerCase()) ?? [];
  const hasHeading = heading.some((cell) => /^e-?mail/.test(cell));
  const places = hasHeading ? placesOf(heading) : { email: 0, name: 1, team: 2 };
  const known = await people.list();
  const memberIds = new Map(known.members.map((member) => [emailKey(member.email), member.id]));
  const teamIds = new Map(known.teams.map((team) => [emailKey(team.name), team.id]));
  const report: ImportLine[] = [];
  for (const row of hasHeading ? rows.slice(1) : rows) {
    report.push(await importRow(people, row, places, memberIds, teamIds));
  }
  return report;
}

async function importRow(
  people: Pick<People, 'createMember' | 'createTeam' | 'addToTeam'>,
  row: CsvRow,
  places: Record<Column, number>,
  memberIds: Map<string, number>,
  teamIds: Map<string, number>,
): Promise<ImportLine> {
  const [email, name, team] = columns.map((column) => row.cells[places[column]] ?? '') as [
    string,
    string,
    string,
  ];
  try {
    const known = memberIds.get(emailKey(email));
    const memberId = known ?? (await people.createMember({ email, name: name || null })).id;
    memberIds.set(emailKey(email), memberId);
    if (team !== '') {
      const teamId = teamIds.get(emailKey(team)) ?? (await people.createTeam(team)).id;
      teamIds.set(emailKey(team), teamId);
      await people.addToTeam(memberId, teamId);
    }
    return { line: row.line, email, outcome: known === undefined ? 'created' : 'known', reason: null };
  } catch (error) {
    if (!(error instanceof CodedError)) throw error;
    return { line: row.line, email, outcome: 'refused', reason: error.message };
  }
}

function placesOf(heading: readonly string[]): Record<Column, number> {
  const find = (pattern: RegExp): number => heading.findIndex((cell) => pattern.test(cell));
  return { email: find(/^e-?mail/), name: find(/^name/), team: find(/^(team|group)/) };
}
