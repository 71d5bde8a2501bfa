import { describe, expect, test } from 'vitest';
import {
  collectAddresses,
  collectNames,
  splitAddresses,
} from '../../../main/cli/options/parse-recipients.ts';
import {
  checkTarget,
  findMember,
  findTeam,
  resolveRecipients,
} from '../../../main/cli/options/recipients.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { serverOf } from '../api/api-world.ts';
import { writeApk } from './builds.ts';
import { slipwayHere } from './run-here.ts';
import { runService } from './run-slipway.ts';

const people = {
  teams: [
    { id: 3, name: 'QA', memberIds: [1] },
    { id: 4, name: 'Twins', memberIds: [2] },
    { id: 5, name: 'twins', memberIds: [2] },
    { id: 6, name: 'Empty', memberIds: [] },
    { id: 7, name: 'Void', memberIds: [] },
  ],
  members: [
    { id: 1, name: 'Ada Demir', email: 'ada@example.test' },
    { id: 2, name: null, email: 'ben@example.test' },
  ],
};

test('findTeam and findMember accept ids and case-insensitive names', () => {
  expect(findTeam(people, ' qa ')).toBe(3);
  expect(findTeam(people, '77')).toBe(77);
  expect(findMember(people, 'ADA DEMIR')).toBe(1);
  expect(findMember(people, 'Ben@Example.test')).toBe(2);
});

test('findTeam and findMember reject unknown and ambiguous names', () => {
  expect(() => findTeam(people, 'Sales')).toThrow(
    'There is no team “Sales”. Known: QA, Twins, twins, Empty, Void.',
  );
  expect(() => findTeam(people, 'Twins')).toThrow('more than one team');
  expect(() => findMember({ teams: [], members: [] }, 'x')).toThrow('No member exists yet.');
});

test('splitAddresses accepts pasted lists with names and line breaks', () => {
  expect(splitAddresses('a@x.test, Ben <b@x.test>;c@x.test\n "D, E" <d@x.test>')).toEqual([
    'a@x.test',
    'b@x.test',
    'c@x.test',
    'd@x.test',
  ]);
  expect(splitAddresses(' ,; ')).toEqual([]);
});

test('checkTarget rejects activation and recipients for the store area', () => {
  expect(() => checkTarget({ area: 'appstore', activate: true })).toThrow('store area');
  expect(() => checkTarget({ area: 'appstore', email: ['a@x.test'] })).toThrow('store area');
  expect(() => checkTarget({ area: 'appstore' })).not.toThrow();
});

test.each([
  'nonsense',
  'a@',
  '@x.test',
  'a b@x.test',
  'a@x.test, nonsense',
  'Ben <ben>',
  'a@x.test\r\nBcc: b@x.test',
])('collectAddresses rejects %j', (text) => {
  expect(() => collectAddresses(text)).toThrow('is not an e-mail address');
});

test('recipient options reject empty values and ids out of range', () => {
  for (const text of ['', ' ', ',;', '\n'])
    expect(() => collectAddresses(text)).toThrow('Expected an address');
  for (const text of ['', ' ']) expect(() => collectNames(text)).toThrow('Expected a name');
  for (const text of ['0', '2147483648', '99999999999999']) {
    expect(() => collectNames(text)).toThrow('Numbers go from 1');
  }
  expect(collectNames('2147483647', collectNames(' QA '))).toEqual(['QA', '2147483647']);
  expect(collectAddresses('ç@münchen.example', collectAddresses('Ann <ann@x.test>'))).toEqual([
    'ann@x.test',
    'ç@münchen.example',
  ]);
});

test('resolveRecipients validates ids only against a complete list', async () => {
  const loadPeople = async () => people;
  const given = { team: ['3', '9'], member: ['1'], email: ['a@x.test', 'A@x.test'] };
  expect(await resolveRecipients(loadPeople, given)).toEqual({
    teamIds: [3, 9],
    memberIds: [1],
    emails: ['A@x.test'],
  });
  await expect(resolveRecipients(loadPeople, given, true)).rejects.toThrow(
    'There is no team “9”. Known: 3, 4, 5, 6, 7.',
  );
  await expect(resolveRecipients(loadPeople, { member: ['7'] }, true)).rejects.toThrow(
    'There is no member “7”',
  );
  expect(await resolveRecipients(loadPeople, { team: ['4'] }, true)).toMatchObject({ teamIds: [4] });
});

test('collectNames splits names at commas', () => {
  expect(collectNames('QA, Devs,7', ['Field'])).toEqual(['Field', 'QA', 'Devs', '7']);
  expect(() => collectNames(' , ')).toThrow('Expected a name');
  expect(() => collectNames('QA,0')).toThrow('Numbers go from 1');
});

describe('a team without members', () => {
  test('is rejected with the command that adds a member', async () => {
    const refused = resolveRecipients(async () => people, { team: ['empty'] });
    await expect(refused).rejects.toThrow(
      'The team “Empty” has no members, so there are no recipients. “slipway service people add-member ADDRESS --team "Empty"” adds one.',
    );
    const several = resolveRecipients(async () => people, { team: ['6', 'Void'] });
    await expect(several).rejects.toThrow('The teams Empty, Void have no members');
  });

  test('is accepted together with other recipients', async () => {
    const given = { team: ['Empty', 'QA'] };
    expect(await resolveRecipients(async () => people, given)).toMatchObject({ teamIds: [6, 3] });
    const address = { team: ['Empty'], email: ['ann@x.test'] };
    expect(await resolveRecipients(async () => people, address)).toMatchObject({ teamIds: [6] });
  });

  test.each(['name', 'id'] as const)('is rejected before the upload when given by %s', async (key) => {
    const { service, environment } = await runService();
    const team = String((await service.people.createTeam('QA'))[key]);
    const build = await writeApk(await temporaryFolder());
    const own = ['--json', '--data-dir', await temporaryFolder()];
    for (const words of [
      ['upload', build],
      ['upload', build, '--dry-run'],
    ]) {
      const { code, stdout } = await slipwayHere([...words, '--team', team, ...own], environment);
      expect([code, JSON.parse(stdout)]).toMatchObject([2, { error: { code: 'cli/emptyTeams' } }]);
    }
    expect(JSON.parse((await slipwayHere(['apps', ...own], environment)).stdout)).toEqual([]);
  });
});

test('commands reject invalid recipients before the first request', async () => {
  const asked: string[] = [];
  const url = await serverOf((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(500).end();
  });
  const environment = {
    ...{ SLIPWAY_BASE_URL: url, SLIPWAY_USER: 'u', SLIPWAY_CLIENT_ID: 'c' },
    ...{ SLIPWAY_PASSWORD: 'p', SLIPWAY_CLIENT_SECRET: 's' },
  };
  const folder = await temporaryFolder();
  const begun = [
    ['upload', await writeApk(folder), '--activate'],
    ['watch', folder, '--activate'],
    ['folders', 'add', folder, '--activate'],
    ['send', '3'],
    ['queue', 'send-again', '3'],
  ];
  const wrong = [
    ['--email', 'nonsense'],
    ['--email', 'ann@x.test', '--email', ''],
    ['--team', ' '],
    ['--member', '4294967296'],
  ];
  for (const words of begun) {
    for (const options of wrong) {
      const given = [...words, ...options, '--json', '--data-dir', await temporaryFolder()];
      const { code, stdout } = await slipwayHere(given, environment);
      expect([code, JSON.parse(stdout)], given.join(' ')).toMatchObject([
        2,
        { error: { code: 'cli/usage' } },
      ]);
    }
  }
  expect(asked).toEqual([]);
});

describe('recipient options', () => {
  test.each(['--team=QA', '--member=ann@example.test', '--email=ann@example.test'])(
    'imply --activate for an upload: %s',
    async (option) => {
      const { service, environment } = await runService();
      const team = await service.people.createTeam('QA');
      const ann = await service.people.createMember({ email: 'ann@example.test' });
      await service.people.addToTeam(ann.id, team.id);
      const build = await writeApk(await temporaryFolder());
      const words = ['upload', build, option, '--json', '--data-dir', await temporaryFolder()];
      const { code, stdout } = await slipwayHere(words, environment);
      expect([code, JSON.parse(stdout)]).toMatchObject([0, [{ state: 'done', activate: true }]]);
      await service.idle();
      expect(await service.outbox.list()).toMatchObject([{ to: 'ann@example.test' }]);
    },
  );

  test('are rejected with --no-activate on a watched folder', async () => {
    const { environment } = await runService();
    const folder = await temporaryFolder();
    const own = ['--json', '--data-dir', await temporaryFolder()];
    const add = ['folders', 'add', folder, '--email', 'ann@example.test', ...own];
    expect(JSON.parse((await slipwayHere(add, environment)).stdout)).toMatchObject({ activate: true });
    const change = (...words: readonly string[]) =>
      slipwayHere(['folders', 'change', folder, ...words, ...own]);
    for (const words of [['--no-activate'], ['--no-activate', '--email', 'ben@example.test']]) {
      const { code, stdout } = await change(...words);
      expect([code, JSON.parse(stdout)]).toMatchObject([2, { error: { code: 'cli/inactiveRecipients' } }]);
    }
    const cleared = await change('--no-activate', '--without-recipients');
    expect([cleared.code, JSON.parse(cleared.stdout)]).toMatchObject([0, { activate: false }]);
  });
});
