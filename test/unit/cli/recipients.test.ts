import { expect, test } from 'vitest';
import { checkTarget, findMember, findTeam, splitAddresses } from '../../../main/cli/recipients.ts';

const people = {
  teams: [
    { id: 3, name: 'QA', memberIds: [1] },
    { id: 4, name: 'Twins', memberIds: [] },
    { id: 5, name: 'twins', memberIds: [] },
  ],
  members: [
    { id: 1, name: 'Ada Demir', email: 'ada@example.test' },
    { id: 2, name: null, email: 'ben@example.test' },
  ],
};

test('teams and members go by name, address or number, case aside', () => {
  expect(findTeam(people, ' qa ')).toBe(3);
  expect(findTeam(people, '77')).toBe(77);
  expect(findMember(people, 'ADA DEMIR')).toBe(1);
  expect(findMember(people, 'Ben@Example.test')).toBe(2);
});

test('a name nobody has, or two have, is said', () => {
  expect(() => findTeam(people, 'Sales')).toThrow('There is no team “Sales”. Known are: QA, Twins, twins.');
  expect(() => findTeam(people, 'Twins')).toThrow('more than one team');
  expect(() => findMember({ teams: [], members: [] }, 'x')).toThrow('No member is known yet.');
});

test('addresses are taken as people paste them', () => {
  expect(splitAddresses('a@x.test, Ben <b@x.test>;c@x.test\n "D, E" <d@x.test>')).toEqual([
    'a@x.test',
    'b@x.test',
    'c@x.test',
    'd@x.test',
  ]);
  expect(splitAddresses(' ,; ')).toEqual([]);
});

test('a store upload cannot be activated or sent', () => {
  expect(() => checkTarget({ area: 'appstore', activate: true })).toThrow('store area');
  expect(() => checkTarget({ area: 'appstore', email: ['a@x.test'] })).toThrow('store area');
  expect(() => checkTarget({ area: 'appstore' })).not.toThrow();
});
