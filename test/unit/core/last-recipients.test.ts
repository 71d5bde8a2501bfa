import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addRecipients, forgetRecipients, lastRecipients } from '../../../main/core/apps/last-recipients.ts';
import type { RememberedRecipients } from '../../../main/settings/settings-schema.ts';

const choice = (applicationId: number, emails: string[], accountId = 'work'): RememberedRecipients => ({
  accountId,
  applicationId,
  recipients: { teamIds: [], memberIds: [], emails },
});
const remembered = (choices: readonly RememberedRecipients[]): readonly RememberedRecipients[] =>
  choices.reduce<readonly RememberedRecipients[]>(addRecipients, []);

test('the last choice of an application counts, each account for itself', () => {
  const known = remembered([choice(1, ['a@x.org']), choice(1, ['b@x.org'], 'home'), choice(1, ['c@x.org'])]);
  expect(lastRecipients(known, choice(1, []), null)?.emails).toEqual(['c@x.org']);
  expect(lastRecipients(known, choice(1, [], 'home'), null)?.emails).toEqual(['b@x.org']);
  expect(lastRecipients(known, choice(2, []), null)).toBeNull();
});

test('a choice of nobody does not replace the one before', () => {
  const known = remembered([choice(1, ['a@x.org']), choice(1, [])]);
  expect(lastRecipients(known, choice(1, []), null)?.emails).toEqual(['a@x.org']);
});

test('who is gone is left out where everybody is known; addresses stay', () => {
  const recipients = { teamIds: [1, 2], memberIds: [5, 6], emails: ['a@x.org'] };
  const known = remembered([{ accountId: 'work', applicationId: 1, recipients }]);
  const everybody = {
    teams: [{ id: 2, name: 'QA', memberIds: [5] }],
    members: [{ id: 5, name: null, email: 'five@x.org' }],
  };
  expect(lastRecipients(known, choice(1, []), everybody)).toEqual({
    teamIds: [2],
    memberIds: [5],
    emails: ['a@x.org'],
  });
  expect(lastRecipients(known, choice(1, []), null)).toEqual(recipients);
  const teamOnly = remembered([
    { ...choice(1, []), recipients: { teamIds: [9], memberIds: [], emails: [] } },
  ]);
  expect(lastRecipients(teamOnly, choice(1, []), everybody)).toBeNull();
});

test('an application that is gone is forgotten', () => {
  const known = remembered([choice(1, ['a@x.org']), choice(2, ['b@x.org'])]);
  expect(forgetRecipients(known, choice(1, []))).toEqual([choice(2, ['b@x.org'])]);
});

test('so many are remembered that settings stay small, the newest in any case', () => {
  const long = (count: number, from: string): string[] =>
    Array.from({ length: count }, (_, at) => `${from}${at}@x.org`);
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(150), fc.constantFrom(1, 3, 9_000)), { maxLength: 130 }), (acts) => {
      const known = remembered(acts.map(([id, count]) => choice(id, long(count, `${id}-`))));
      const entries = known.reduce((sum, { recipients }) => sum + recipients.emails.length, 0);
      expect(known.length).toBeLessThanOrEqual(100);
      expect(entries).toBeLessThanOrEqual(20_000);
      expect(new Set(known.map(({ applicationId }) => applicationId)).size).toBe(known.length);
      expect(known[0]?.applicationId).toBe(acts.at(-1)?.[0]);
    }),
    { numRuns: 30 },
  );
});
