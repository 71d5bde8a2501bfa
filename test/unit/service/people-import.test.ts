import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CodedError } from '../../../main/base/errors.ts';
import { writeCsv } from '../../../main/base/formats/csv.ts';
import { writePeopleCsv } from '../../../main/service/people/people.ts';
import type { PeopleDirectory } from '../../../main/service/people/people-types.ts';
import type { ImportLine } from '../../../main/service/service-view.ts';
import { inEnglish } from '../../english.ts';
import { fileOf, openPeople } from './people-world.ts';

const line = (given: Partial<ImportLine> & Pick<ImportLine, 'line'>): ImportLine => ({
  email: '',
  outcome: 'created',
  joined: null,
  teamCreated: false,
  nameSet: false,
  reason: null,
  ...given,
});

async function facts(people: PeopleDirectory) {
  const { teams, members } = await people.list();
  const sorted = <Value>(values: readonly Value[]) => values.toSorted((a, b) => (`${a}` < `${b}` ? -1 : 1));
  return {
    teams: sorted(teams.map(({ name }) => name)),
    members: sorted(
      members.map(({ id, email, name }) => [
        email,
        name,
        sorted(teams.filter((team) => team.memberIds.includes(id)).map((team) => team.name)),
      ]),
    ),
  };
}

test('importCsv reports an outcome per line and changes no data in a dry run', async () => {
  const { people } = await openPeople();
  await people.createMember({ email: 'ben@example.com' });
  const before = await facts(people);
  const text = [
    'Name;E-Mail;Team;Phone',
    '"Lee; ""Ann""";ann@example.com;Red;5',
    'Ben;BEN@example.com;red',
    '',
    'Cy;not an address;Red',
    '"two',
    'lines";dan@example.com',
    'Ann;ann@example.com;red',
    ';;Blue',
    'Eve;eve@example.com;Ungrouped',
    'Fay;fay@example.com;Blue;5;6',
    `${'x'.repeat(201)};gil@example.com`,
  ].join('\r\n');
  const lines = [
    line({ line: 2, email: 'ann@example.com', joined: 'Red', teamCreated: true }),
    line({ line: 3, email: 'BEN@example.com', outcome: 'existing', joined: 'red', nameSet: true }),
    line({ line: 5, email: 'not an address', outcome: 'refused', reason: expect.stringContaining('e-mail') }),
    line({ line: 6, email: 'dan@example.com', outcome: 'refused', reason: expect.stringContaining('name') }),
    line({ line: 8, email: 'ann@example.com', outcome: 'existing' }),
    line({ line: 9, teamCreated: true }),
    line({
      line: 10,
      email: 'eve@example.com',
      outcome: 'refused',
      reason: expect.stringContaining('without a team'),
    }),
    line({
      line: 11,
      email: 'fay@example.com',
      outcome: 'refused',
      reason: expect.stringContaining('5 cells'),
    }),
    line({ line: 12, email: 'gil@example.com', outcome: 'refused', reason: expect.stringContaining('200') }),
  ];
  const report = { dryRun: false, unusedColumns: ['Phone'], lines };
  expect(inEnglish(await people.importCsv(fileOf(text), { dryRun: true }))).toEqual({
    ...report,
    dryRun: true,
  });
  expect(await facts(people)).toEqual(before);
  expect(inEnglish(await people.importCsv(fileOf(text)))).toEqual(report);
  expect(await facts(people)).toEqual({
    teams: ['Blue', 'Red'],
    members: [
      ['ann@example.com', 'Lee; "Ann"', ['Red']],
      ['ben@example.com', 'Ben', ['Red']],
    ],
  });
  const again = inEnglish(await people.importCsv(fileOf(text)));
  expect(
    again.lines.map(({ outcome, joined, teamCreated, nameSet }) => [outcome, joined, teamCreated, nameSet]),
  ).toEqual(lines.map(({ outcome }) => [outcome === 'created' ? 'existing' : outcome, null, false, false]));
});

test('importCsv without a header row expects address, name and team', async () => {
  const { people } = await openPeople();
  expect((await people.importCsv(fileOf('eve@example.com, Eve'))).lines).toEqual([
    line({ line: 1, email: 'eve@example.com' }),
  ]);
  const strange = await people.importCsv(fileOf('Wer,Wo\nfay@example.com,Fay'));
  expect(inEnglish(strange.lines)).toMatchObject([
    { outcome: 'refused', reason: expect.stringContaining('call the column of addresses “email”') },
    { outcome: 'created' },
  ]);
  expect((await people.importCsv(fileOf(''))).lines).toEqual([]);
  expect((await people.importCsv(fileOf('email,name'))).lines).toEqual([]);
  expect((await people.list()).members.map(({ name }) => name)).toEqual(['Eve', 'Fay']);
});

test.each([
  ['Équipe\tE-mail 1 - Value\tFull Name', 'QA\tann@example.com\tAnn'],
  ['Gruppe;Name;E-Mail-Adresse', 'QA;Ann;ann@example.com'],
  ['EMAIL ADDRESS,groups,Display_Name', 'ann@example.com,QA,Ann'],
])('importCsv accepts the heading %j', async (heading, row) => {
  const { people } = await openPeople();
  await people.importCsv(fileOf(`${heading}\n${row}`));
  expect(await facts(people)).toEqual({ teams: ['QA'], members: [['ann@example.com', 'Ann', ['QA']]] });
});

test.each([
  ['name;team\nAnn;QA', 'no column for addresses'],
  ['email,mail,name\nann@example.com,,Ann', 'more than one column “email” (email, mail)'],
  ['PK\u0003\u0004\u0000\u0000', 'not UTF-8 text'],
  ['a@example.com\n'.repeat(10_001), 'more than 10000 lines'],
  ['x'.repeat(16 * 1024 * 1024 + 1), 'larger than 16 MiB'],
])('importCsv rejects an unreadable file and adds no member (%#)', async (text, reason) => {
  const { people } = await openPeople();
  await expect(people.importCsv(fileOf(text))).rejects.toMatchObject({
    code: 'service/badCsv',
    message: expect.stringContaining(reason),
  });
  expect((await people.list()).members).toEqual([]);
});

test('importCsv reports an unclosed quote and imports the preceding lines', async () => {
  const { people } = await openPeople();
  const { lines } = await people.importCsv(fileOf('ann@example.com\nben@example.com,"Ben\ncy@example.com\n'));
  expect(inEnglish(lines)).toMatchObject([
    { line: 1, outcome: 'created' },
    {
      line: 2,
      email: 'ben@example.com',
      outcome: 'refused',
      reason: expect.stringContaining('never closed'),
    },
  ]);
  expect((await people.list()).members).toHaveLength(1);
});

test('importCsv stops when aborted and completes when repeated', async () => {
  const { people } = await openPeople();
  const text = Array.from({ length: 500 }, (_, index) => `p${index}@example.com`).join('\n');
  const controller = new AbortController();
  setImmediate(() => controller.abort());
  const stopped = people.importCsv(fileOf(text), { signal: controller.signal });
  await expect(stopped).rejects.toMatchObject({ name: 'AbortError' });
  expect((await people.list()).members.length).toBeLessThan(500);
  inEnglish(await people.importCsv(fileOf(text)));
  expect((await people.list()).members).toHaveLength(500);
});

const name = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.string({ unit: fc.constantFrom('=', ';', '"', "'", 'x') }),
  )
  .map((text) => text.trim())
  .filter((text) => /^[^\p{Cc}]{1,200}$/u.test(text) && text.isWellFormed());
const directory = fc.record({
  teams: fc.uniqueArray(name, {
    selector: (text) => text.normalize('NFC').toLowerCase(),
    maxLength: 4,
  }),
  members: fc.uniqueArray(
    fc.record({
      email: fc.emailAddress(),
      name: fc.option(name),
      teams: fc.uniqueArray(fc.nat(3), { maxLength: 3 }),
    }),
    { selector: ({ email }) => email.toLowerCase(), maxLength: 6 },
  ),
});

test('importCsv restores an exported directory', async () => {
  await fc.assert(
    fc.asyncProperty(directory, async (given) => {
      const { people: first } = await openPeople();
      const teams = await Promise.all(given.teams.map((team) => first.createTeam(team)));
      for (const member of given.members) {
        const { id } = await first.createMember(member);
        for (const at of member.teams) {
          const team = teams[at];
          if (team) await first.addToTeam(id, team.id);
        }
      }
      const { text } = await first.exportCsv();
      const { people: second } = await openPeople();
      const planned = inEnglish(await second.importCsv(fileOf(text), { dryRun: true }));
      const report = inEnglish(await second.importCsv(fileOf(text)));
      expect(report).toEqual({ ...planned, dryRun: false });
      expect(report.lines.filter(({ outcome }) => outcome === 'refused')).toEqual([]);
      expect(await facts(second)).toEqual(await facts(first));
    }),
    { numRuns: 30 },
  );
});

test('importCsv returns a report or an error with a code for any file', async () => {
  const { people } = await openPeople();
  const cell = fc.oneof(
    name,
    fc.emailAddress(),
    fc.constantFrom('', 'email', 'team', 'Ungrouped', 'a@b.example'),
  );
  const file = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.string({ unit: 'grapheme' }),
    fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 5 }).map(writeCsv),
  );
  await fc.assert(
    fc.asyncProperty(file, async (content) => {
      const planned = await people
        .importCsv(fileOf(content), { dryRun: true })
        .catch((error: unknown) => error);
      const done = await people.importCsv(fileOf(content)).catch((error: unknown) => error);
      if (done instanceof CodedError) expect(done.code).toBe('service/badCsv');
      else expect(done).toMatchObject({ ...(planned as object), dryRun: false });
    }),
    { numRuns: 300 },
  );
});

test('writePeopleCsv escapes names that are formulas', () => {
  const text = writePeopleCsv([{ email: '+a@example.com', name: '=HYPERLINK("x")', team: null }]);
  expect(text).toBe('\uFEFFemail,name,team\r\n\'+a@example.com,"\'=HYPERLINK(""x"")",\r\n');
});
