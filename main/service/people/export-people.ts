import { writeCsv } from '../../base/formats/csv.ts';
import { withGuard } from '../../base/formats/formula-guard.ts';
import type { PeopleRow, PeopleView } from '../service-view.ts';

/** Somebody in several teams has a row for each. */
export function peopleRows({ teams, members }: PeopleView): readonly PeopleRow[] {
  const memberships = teams.flatMap(({ name, memberIds }) => memberIds.map((id) => ({ id, team: name })));
  const teamsOf = Map.groupBy(memberships, ({ id }) => id);
  const rows = members.flatMap(({ id, email, name }): readonly PeopleRow[] =>
    (teamsOf.get(id) ?? [{ team: null }]).map(({ team }) => ({ email, name, team })),
  );
  const empty = teams.filter((team) => team.memberIds.length === 0);
  return [...rows, ...empty.map((team): PeopleRow => ({ email: null, name: null, team: team.name }))];
}

/**
 * The rows as CSV that the import reads back: with a heading, the mark by which spreadsheets know UTF-8, and an apostrophe
 * in front of what they would take for a formula (the import takes it away).
 */
export function writePeopleCsv(rows: readonly PeopleRow[]): string {
  const cells = rows.map(({ email, name, team }) =>
    [email, name, team].map((value) => withGuard(value ?? '')),
  );
  return `\uFEFF${writeCsv([['email', 'name', 'team'], ...cells])}`;
}
