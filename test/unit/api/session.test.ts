import { expect, test } from 'vitest';
import {
  type AccountSessionState,
  reduceSession,
  type SessionEvent,
  signedOut,
} from '../../../main/api/session.ts';

const failure = { code: 'api/credentialsRefused', message: 'No.', remedy: 'sign-in' } as const;
const events: readonly SessionEvent[] = [
  { kind: 'request' },
  { kind: 'granted' },
  { kind: 'refused', failure },
  { kind: 'unavailable' },
  { kind: 'rejected', failure },
];

const table: readonly (readonly [AccountSessionState, readonly string[]])[] = [
  [signedOut, ['signing-in', 'signed-out', 'signed-out', 'signed-out', 'signed-out']],
  [{ kind: 'signing-in' }, ['signing-in', 'signed-in', 'sign-in-needed', 'signed-out', 'signing-in']],
  [{ kind: 'signed-in' }, ['signing-in', 'signed-in', 'signed-in', 'signed-in', 'sign-in-needed']],
  [
    { kind: 'sign-in-needed', failure },
    ['signing-in', 'sign-in-needed', 'sign-in-needed', 'sign-in-needed', 'sign-in-needed'],
  ],
];

test.each(table)('reduceSession returns the next state for each event in %j', (state, expected) => {
  expect(events.map((event) => reduceSession(state, event).kind)).toEqual(expected);
});
