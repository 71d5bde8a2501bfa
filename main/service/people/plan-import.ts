/** Plans the outcome of each line of a CSV file before anything is changed. */

import { CodedError, toFailure } from '../../base/errors.ts';
import { type CsvRow, maxCells } from '../../base/formats/csv.ts';
import { withoutGuard } from '../../base/formats/formula-guard.ts';
import { joinMessages, type Message, messageOf } from '../../messages/message.ts';
import { serviceErrors } from '../errors.ts';
import type { ImportLine, PeopleView } from '../service-view.ts';
import { emailKey } from './email-address.ts';
import type { Columns } from './import-columns.ts';
import { checkedAddress, checkedMemberName, checkedTeamName, teamKey, truncate } from './validation.ts';

/** The import creates `person` and `team` if they do not exist. Both are null for a refused line. */
export type PlannedLine = {
  readonly report: ImportLine;
  readonly person: { readonly email: string; readonly name: string | null } | null;
  readonly team: string | null;
};

/** Plans the lines in order, because a line can use a team or member that an earlier line creates. */
export function planImport(
  rows: readonly CsvRow[],
  columns: Columns,
  people: PeopleView,
): readonly PlannedLine[] {
  const directory = directoryOf(people);
  return rows.map((row, index) => {
    const given = cellsOf(row, columns);
    try {
      checkRow(row, columns);
      return planLine(row.line, given, directory);
    } catch (error) {
      if (!(error instanceof CodedError)) throw error;
      const mayBeHeading = index === 0 && !columns.heading && error.code === 'service/badMember';
      const { code, values } = toFailure(error);
      const problem = values === undefined ? { code } : { code, values };
      const reason = mayBeHeading
        ? joinMessages('text/sentences', [problem, messageOf('import/headingHint')])
        : problem;
      return { report: rejectedLine(row.line, given.email, reason), person: null, team: null };
    }
  });
}

export function rejectedLine(line: number, email: string, reason: Message): ImportLine {
  const nothing = { joined: null, teamCreated: false, nameSet: false } as const;
  return { line, email: truncate(email), outcome: 'refused', ...nothing, reason };
}

/** State of the directory after the lines planned so far. */
type Directory = {
  readonly ungroupedKey: string;
  readonly teamKeys: Set<string>;
  readonly members: Map<string, { hasName: boolean; readonly teamKeys: Set<string> }>;
};

function directoryOf({ teams, ungrouped, members }: PeopleView): Directory {
  const keysOf = new Map<number, Set<string>>(members.map(({ id }) => [id, new Set()]));
  for (const { name, memberIds } of teams) for (const id of memberIds) keysOf.get(id)?.add(teamKey(name));
  return {
    ungroupedKey: teamKey(ungrouped.name),
    teamKeys: new Set(teams.map(({ name }) => teamKey(name))),
    members: new Map(
      members.map(({ id, email, name }) => [
        emailKey(email),
        { hasName: name !== null, teamKeys: keysOf.get(id) ?? new Set() },
      ]),
    ),
  };
}

type GivenCells = { readonly email: string; readonly name: string; readonly team: string };

function cellsOf(row: CsvRow, { indexes }: Columns): GivenCells {
  const cell = (column: number): string => withoutGuard(row.cells[column] ?? '');
  return { email: cell(indexes.email), name: cell(indexes.name), team: cell(indexes.team) };
}

function checkRow({ cells: row, problem }: CsvRow, { heading, width }: Columns): void {
  if (problem === 'unclosed') throw serviceErrors.badLine({ reason: messageOf('import/unclosed') });
  const last = row.findLastIndex((cell) => cell !== '') + 1;
  if (problem !== 'wide' && last <= width) return;
  const cells = problem === 'wide' ? messageOf('import/moreThan', { max: maxCells }) : last;
  throw serviceErrors.badLine({
    reason: heading
      ? messageOf('import/cells', { cells, width })
      : messageOf('import/cellsNoHeading', { cells }),
  });
}

/** Throws `service/badMember`, `service/badName` or `service/badLine` before it changes the directory. */
function planLine(line: number, given: GivenCells, directory: Directory): PlannedLine {
  const team = given.team.trim() === '' ? null : checkedTeamName(given.team);
  const key = team === null ? null : teamKey(team);
  if (key === directory.ungroupedKey) throw serviceErrors.badLine({ reason: messageOf('import/ungrouped') });
  const teamCreated = key !== null && !directory.teamKeys.has(key);
  if (key !== null && given.email === '' && given.name === '') {
    directory.teamKeys.add(key);
    const outcome = teamCreated ? 'created' : 'existing';
    const report = {
      line,
      email: '',
      outcome,
      joined: null,
      teamCreated,
      nameSet: false,
      reason: null,
    } as const;
    return { report, person: null, team };
  }
  const email = checkedAddress(given.email);
  const name = checkedMemberName(given.name);
  const existing = directory.members.get(emailKey(email));
  const member = existing ?? { hasName: false, teamKeys: new Set<string>() };
  const nameSet = existing !== undefined && !member.hasName && name !== null;
  const joined = key === null || member.teamKeys.has(key) ? null : team;
  if (key !== null) {
    directory.teamKeys.add(key);
    member.teamKeys.add(key);
  }
  member.hasName ||= name !== null;
  directory.members.set(emailKey(email), member);
  const outcome = existing ? 'existing' : 'created';
  return {
    report: { line, email, outcome, joined, teamCreated, nameSet, reason: null },
    person: { email, name },
    team,
  };
}
