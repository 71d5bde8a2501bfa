import { expect, test } from 'vitest';
import type { People } from '../../../preload/contract.ts';
import {
  audience,
  draftOf,
  draftProblem,
  isNobody,
  nobody,
  takeText,
} from '../../../renderer/logic/recipients.ts';

const people: People = {
  teams: [
    { id: 1, name: 'QA', memberIds: [1, 2] },
    { id: 2, name: 'Design', memberIds: [2, 3] },
  ],
  members: [
    { id: 1, name: 'Ada', email: 'ada@x.org' },
    { id: 2, name: null, email: 'bob@x.org' },
    { id: 3, name: 'Cyd', email: 'cyd@x.org' },
  ],
};

test('counts each person once, whichever way they are addressed', () => {
  const reached = audience({ teamIds: [1, 2], memberIds: [1], emails: ['BOB@x.org', 'new@x.org'] }, people);
  expect(reached).toEqual({
    names: ['QA', 'Design', 'Ada', 'BOB@x.org', 'new@x.org'],
    people: 4,
    unknown: 0,
  });
});

test('counts what is chosen but not known', () => {
  expect(audience({ teamIds: [9], memberIds: [8], emails: [] }, null)).toEqual({
    names: [],
    people: 2,
    unknown: 2,
  });
});

test('nobody is nobody', () => {
  expect(isNobody(nobody)).toBe(true);
  expect(isNobody({ ...nobody, emails: ['a@x.org'] })).toBe(false);
});

test('takes pasted addresses; a known one becomes the member', () => {
  const draft = takeText(draftOf(nobody), 'Ada <ADA@x.org>; new@x.org new@x.org, nope', people);
  expect(draft).toEqual({
    recipients: { teamIds: [], memberIds: [1], emails: ['new@x.org'] },
    bad: ['nope'],
    text: '',
  });
  expect(draftProblem(draft)).toContain('“nope”');
  expect(draftProblem({ ...draft, bad: [] })).toBeNull();
});

test('names every bad address', () => {
  const problem = draftProblem(takeText(draftOf(nobody), 'one two', null));
  expect(problem).toContain('“one”, “two”');
});
