import { expect, test } from 'vitest';
import type { People } from '../../../preload/page.ts';
import {
  addText,
  audience,
  draftOf,
  draftProblem,
  editInvalid,
  hasNoRecipients,
  noRecipients,
} from '../../../renderer/logic/people/recipients.ts';

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

test('an audience counts each recipient once, with or without a team', () => {
  const reached = audience({ teamIds: [1, 2], memberIds: [1], emails: ['BOB@x.org', 'new@x.org'] }, people);
  expect(reached).toMatchObject({
    names: ['QA', 'Design', 'Ada', 'BOB@x.org', 'new@x.org'],
    people: 4,
    unknown: 0,
  });
  const shown = reached.addressed.map(({ name, email, teams, direct }) => [name ?? email, teams, direct]);
  expect(shown).toEqual([
    ['Ada', ['QA'], true],
    ['bob@x.org', ['QA', 'Design'], true],
    ['Cyd', ['Design'], false],
    ['new@x.org', [], true],
  ]);
});

test("an entered address of a member is shown with the member's name", () => {
  const { addressed } = audience({ ...noRecipients, emails: ['CYD@x.org'] }, people);
  expect(addressed).toMatchObject([{ name: 'Cyd', email: 'cyd@x.org', direct: true }]);
});

test('an audience counts unknown teams and members', () => {
  const reached = audience({ teamIds: [9], memberIds: [8], emails: [] }, null);
  expect(reached).toMatchObject({ names: [], people: 2, unknown: 2 });
  expect(reached.addressed.map(({ name, email }) => name ?? email)).toEqual([null, null]);
});

test('an invalid word returns to the text field for correction', () => {
  const draft = addText(draftOf(noRecipients), 'ada@x.org, finn(at)x.org nope', people);
  const back = editInvalid({ ...draft, text: 'be' }, 'finn(at)x.org');
  expect(back).toEqual({ recipients: draft.recipients, bad: ['nope'], text: 'be finn(at)x.org' });
});

test('recipients without teams, members and addresses are empty', () => {
  expect(hasNoRecipients(noRecipients)).toBe(true);
  expect(hasNoRecipients({ ...noRecipients, emails: ['a@x.org'] })).toBe(false);
});

test('a pasted address of a member selects the member', () => {
  const draft = addText(draftOf(noRecipients), 'Ada <ADA@x.org>; new@x.org new@x.org, nope', people);
  expect(draft).toEqual({
    recipients: { teamIds: [], memberIds: [1], emails: ['new@x.org'] },
    bad: ['nope'],
    text: '',
  });
  expect(draftProblem(draft)).toContain('“nope”');
  expect(draftProblem({ ...draft, bad: [] })).toBeNull();
});

test('the draft problem contains every invalid address', () => {
  const problem = draftProblem(addText(draftOf(noRecipients), 'one two', null));
  expect(problem).toContain('“one”, “two”');
});
