import { expect, test } from 'vitest';
import { apiErrors } from '../../../main/api/errors.ts';
import { connectionPart, suggestsOtherMode } from '../../../main/core/accounts/connection-part.ts';

/** Failures of single builds, of Slipway itself and of fetching a newer one: a connection test never meets them. */
const notOfConnections = [
  'api/notEncrypted',
  'api/tooLarge',
  'api/unconfirmed',
  'api/fileChanged',
  'api/unknownAccount',
];

test('every failure a connection can have names a part', () => {
  const codes = Object.keys(apiErrors).map((kind) => `api/${kind}`);
  expect(codes.length).toBeGreaterThan(20);
  expect(codes.filter((code) => connectionPart(code) === null)).toEqual(notOfConnections);
});

test('what is no failure of a connection names none', () => {
  for (const code of ['internal/unexpected', 'settings/invalid', 'base/cancelled', 'constructor', '']) {
    expect(connectionPart(code)).toBeNull();
  }
});

test('the other mode is tried only where the service was reached and answered something', () => {
  const failure = (code: string) => ({ code, message: '', remedy: 'none' as const });
  expect(suggestsOtherMode(failure('api/refused'))).toBe(true);
  expect(suggestsOtherMode(failure('api/unexpectedResponse'))).toBe(true);
  for (const code of ['api/connectionRefused', 'api/unauthorized', 'api/forbidden', 'api/busy']) {
    expect(suggestsOtherMode(failure(code))).toBe(false);
  }
});
