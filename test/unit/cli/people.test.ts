import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { slipwayHere } from './run-here.ts';
import { slipway } from './run-slipway.ts';

test('service people edits teams and members by name, address or id', async () => {
  const dataDir = await temporaryFolder();
  const people = async (...words: readonly string[]) => {
    const ended = await slipwayHere(['service', 'people', ...words, '--data-dir', dataDir, '--json']);
    expect(ended.code, ended.stderr).toBe(0);
    return JSON.parse(ended.stdout) as unknown;
  };
  await people('add-team', 'QA');
  await people('add-team', 'Field');
  await people('add-member', 'ada@example.test', '--name', 'Ada', '--team', 'qa');
  await people('add-member', 'ben@example.test');
  expect(await people('list', '--team', 'Ungrouped')).toMatchObject({
    members: [{ email: 'ben@example.test' }],
  });
  expect(await people('move', 'Ada', 'QA', 'Field')).toMatchObject({
    teams: [
      { name: 'QA', memberIds: [] },
      { name: 'Field', memberIds: [1] },
    ],
    ungrouped: { memberIds: [2] },
  });
  await people('rename-member', 'ben@example.test', 'Ben');
  await people('change-address', 'Ben', 'ben@sub.example.test');
  await people('join', 'Ben', 'QA');
  expect(await people('leave', '2', 'qa')).toMatchObject({ ungrouped: { memberIds: [2] } });
  expect(await people('rename-team', 'Field', 'Field crew')).toMatchObject({
    teams: [{ name: 'QA' }, { name: 'Field crew' }],
    members: [{ name: 'Ada' }, { name: 'Ben', email: 'ben@sub.example.test' }],
  });
  await people('remove-team', 'Field crew');
  expect(await people('remove-member', '1')).toMatchObject({
    teams: [{ name: 'QA' }],
    members: [{ name: 'Ben' }],
  });
  const shown = await slipwayHere(['service', 'people', '--data-dir', dataDir]);
  expect(shown.stdout).toMatch(/Ungrouped +1\n/);
  expect(shown.stdout).toMatch(/2 +Ben +ben@sub\.example\.test +–\n/);
});

test('service people rejects unknown and duplicate names', async () => {
  const dataDir = await temporaryFolder();
  const people = (...words: readonly string[]) =>
    slipwayHere(['service', 'people', ...words, '--data-dir', dataDir, '--json']);
  await people('add-team', 'QA');
  for (const [words, exitCode, code] of [
    [['add-team', 'qa'], 1, 'service/taken'],
    [['join', 'Nobody', 'QA'], 2, 'cli/unknownRecipient'],
    [['list', '--team', '99'], 2, 'cli/unknownRecipient'],
    [['add-member', 'ben@example.test', '--team', 'Ungrouped'], 2, 'cli/unknownRecipient'],
    [['add-member', 'ben'], 1, 'service/badMember'],
  ] as const) {
    const refused = await people(...words);
    expect([refused.code, JSON.parse(refused.stdout)], words.join(' ')).toMatchObject([
      exitCode,
      { error: { code } },
    ]);
  }
  expect(JSON.parse((await people()).stdout)).toMatchObject({ teams: [{ name: 'QA' }], members: [] });
});

test('service people import reads the file that export writes', async () => {
  const [from, to, folder] = [await temporaryFolder(), await temporaryFolder(), await temporaryFolder()];
  const file = join(folder, 'people.txt');
  const text =
    'Name\tE-Mail\tTeam\r\nZoë, Dr.\tzoe@example.test\tQA\r\n=1+1\tben@example.test\t\r\nCy\tcy\tQA\r\n';
  await writeFile(file, Buffer.from(`\uFEFF${text}`, 'utf16le'));
  const people = (dataDir: string, given: readonly string[], input?: string) => {
    const words = ['service', 'people', ...given, '--data-dir', dataDir];
    return input === undefined ? slipwayHere(words) : slipway(words, {}, { input });
  };

  const tried = await people(from, ['import', file, '--dry-run', '--json']);
  const report = { created: 2, existing: 0, refused: 1, unusedColumns: [] };
  expect([tried.code, JSON.parse(tried.stdout)]).toMatchObject([1, { ...report, dryRun: true }]);
  expect(JSON.parse((await people(from, ['export', '--json'])).stdout)).toEqual([]);

  const done = await people(from, ['import', file]);
  expect([done.code, done.stderr]).toEqual([1, '2 created, 0 existing, 1 refused.\n']);
  expect(done.stdout).toContain('line 2  created  zoe@example.test  into QA (a new team)\n');
  expect(done.stdout).toMatch(/line 4 {2}refused {2}cy {16}“cy” is not an e-mail address/);

  const { stdout: csv, code } = await people(from, ['export']);
  expect([code, csv]).toEqual([
    0,
    '\uFEFFemail,name,team\r\nzoe@example.test,"Zoë, Dr.",QA\r\nben@example.test,\'=1+1,\r\n',
  ]);
  const again = await people(to, ['import', '-', '--json'], csv);
  expect([again.code, JSON.parse(again.stdout)]).toMatchObject([0, { created: 2, refused: 0 }]);
  expect((await people(to, ['export'])).stdout).toBe(csv);

  const missing = await people(to, ['import', join(folder, 'none.csv'), '--json']);
  expect([missing.code, JSON.parse(missing.stdout)]).toMatchObject([1, { error: { code: 'file/missing' } }]);
  const workbook = await people(to, ['import', '-', '--json'], 'PK\u0003\u0004\u0000');
  expect([workbook.code, JSON.parse(workbook.stdout)]).toMatchObject([
    1,
    { error: { code: 'service/badCsv' } },
  ]);
  expect(await readFile(join(to, 'settings.json'), 'utf8').catch(() => '')).not.toContain('built-in');
});
