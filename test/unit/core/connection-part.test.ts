import { expect, test } from 'vitest';
import { apiErrors } from '../../../main/api/errors.ts';
import { connectionPart, suggestsOtherMode } from '../../../main/core/accounts/connection-part.ts';

/** Failures that a connection test cannot return, because they concern single builds or Slipway itself. */
const notOfConnections = [
  'api/notEncrypted',
  'api/tooLarge',
  'api/unconfirmed',
  'api/uploadExpired',
  'api/contentMismatch',
  'api/fileChanged',
  'api/unknownAccount',
];

test('connectionPart returns the failed part for every connection error', () => {
  const codes = Object.keys(apiErrors).map((kind) => `api/${kind}`);
  expect(codes.length).toBeGreaterThan(20);
  expect(codes.filter((code) => connectionPart(code) === null)).toEqual(notOfConnections);
});

test('connectionPart returns null for errors unrelated to a connection', () => {
  for (const code of ['internal/unexpected', 'settings/invalid', 'base/cancelled', 'constructor', '']) {
    expect(connectionPart(code)).toBeNull();
  }
});

test('suggestsOtherMode is true only if the service has responded', () => {
  const failure = (code: string) => ({ code, message: '', remedy: 'none' as const });
  expect(suggestsOtherMode(failure('api/refused'))).toBe(true);
  expect(suggestsOtherMode(failure('api/unexpectedResponse'))).toBe(true);
  for (const code of ['api/connectionRefused', 'api/unauthorized', 'api/forbidden', 'api/busy']) {
    expect(suggestsOtherMode(failure(code))).toBe(false);
  }
});
