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

test('lastRecipients returns the last selection per app and account', () => {
  const stored = remembered([choice(1, ['a@x.org']), choice(1, ['b@x.org'], 'home'), choice(1, ['c@x.org'])]);
  expect(lastRecipients(stored, choice(1, []), null)?.emails).toEqual(['c@x.org']);
  expect(lastRecipients(stored, choice(1, [], 'home'), null)?.emails).toEqual(['b@x.org']);
  expect(lastRecipients(stored, choice(2, []), null)).toBeNull();
});

test('an empty recipient selection does not replace the stored one', () => {
  const stored = remembered([choice(1, ['a@x.org']), choice(1, [])]);
  expect(lastRecipients(stored, choice(1, []), null)?.emails).toEqual(['a@x.org']);
});

test('lastRecipients omits removed teams and members but keeps addresses', () => {
  const recipients = { teamIds: [1, 2], memberIds: [5, 6], emails: ['a@x.org'] };
  const stored = remembered([{ accountId: 'work', applicationId: 1, recipients }]);
  const directory = {
    teams: [{ id: 2, name: 'QA', memberIds: [5] }],
    members: [{ id: 5, name: null, email: 'five@x.org' }],
  };
  expect(lastRecipients(stored, choice(1, []), directory)).toEqual({
    teamIds: [2],
    memberIds: [5],
    emails: ['a@x.org'],
  });
  expect(lastRecipients(stored, choice(1, []), null)).toEqual(recipients);
  const teamOnly = remembered([
    { ...choice(1, []), recipients: { teamIds: [9], memberIds: [], emails: [] } },
  ]);
  expect(lastRecipients(teamOnly, choice(1, []), directory)).toBeNull();
});

test('forgetRecipients removes the selections of an application', () => {
  const stored = remembered([choice(1, ['a@x.org']), choice(2, ['b@x.org'])]);
  expect(forgetRecipients(stored, choice(1, []))).toEqual([choice(2, ['b@x.org'])]);
});

test('addRecipients keeps at most 100 selections and 20,000 addresses', () => {
  const long = (count: number, from: string): string[] =>
    Array.from({ length: count }, (_, at) => `${from}${at}@x.org`);
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(150), fc.constantFrom(1, 3, 9_000)), { maxLength: 130 }), (acts) => {
      const stored = remembered(acts.map(([id, count]) => choice(id, long(count, `${id}-`))));
      const entries = stored.reduce((sum, { recipients }) => sum + recipients.emails.length, 0);
      expect(stored.length).toBeLessThanOrEqual(100);
      expect(entries).toBeLessThanOrEqual(20_000);
      expect(new Set(stored.map(({ applicationId }) => applicationId)).size).toBe(stored.length);
      expect(stored[0]?.applicationId).toBe(acts.at(-1)?.[0]);
    }),
    { numRuns: 30 },
  );
});
