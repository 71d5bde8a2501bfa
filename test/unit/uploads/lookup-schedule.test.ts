import { expect, test } from 'vitest';
import { CodedError } from '../../../main/base/errors.ts';
import type { ErrorDetails } from '../../../main/base/failure.ts';
import {
  arrivalTime,
  lookupPause,
  mayStillArrive,
  type Transfer,
} from '../../../main/uploads/target/lookup-schedule.ts';

const mebibyte = 1024 * 1024;

function failed(code: string, details: ErrorDetails = {}): CodedError {
  return new CodedError({ code, message: 'Broken.', remedy: 'retry' }, { details });
}
const answered = failed('api/serverError', { status: 500 });
const lost = failed('api/connectionLost');

function timeFor(
  size: number,
  transfer: Transfer | null,
  {
    error = answered,
    isLocalService = false,
  }: { readonly error?: unknown; readonly isLocalService?: boolean } = {},
): number {
  const record = { stamp: { size, mtimeMs: 1 }, sha256: 'ab' };
  return arrivalTime(record, { transfer, error, isLocalService, firstDelayMs: 1_000 });
}

test('a file may arrive for twice its transfer time, minus the wait so far', () => {
  const transfer = { sentBytes: 20 * mebibyte, elapsedMs: 17_000, silentMs: 0 };
  expect(timeFor(20 * mebibyte, transfer)).toBe(34_000);
  expect(timeFor(20 * mebibyte, { ...transfer, silentMs: 20_000 })).toBe(14_000);
  expect(timeFor(20 * mebibyte, { ...transfer, silentMs: 120_000 })).toBe(0);
});

test('a transfer within the system buffers is not used to measure speed', () => {
  expect(timeFor(mebibyte, { sentBytes: mebibyte, elapsedMs: 1, silentMs: 0 })).toBe(8_000);
  expect(timeFor(2_000 * mebibyte, null)).toBe(32_000);
});

test('lookups after a timeout end five minutes after the last sent byte', () => {
  const silent = { sentBytes: 1, elapsedMs: 1_000, silentMs: 120_000 };
  expect(timeFor(1, silent, { error: failed('api/timeout') })).toBe(180_000);
  expect(timeFor(1, silent, { error: failed('api/serverError', { status: 504 }) })).toBe(180_000);
});

test('lookups after a missing response last two minutes, except on loopback', () => {
  expect(timeFor(1, null, { error: lost })).toBe(120_000);
  expect(timeFor(1, null, { error: null })).toBe(120_000);
  expect(timeFor(1, null, { error: failed('api/serverError', { status: 502 }) })).toBe(120_000);
  expect(timeFor(128 * 1024, null, { error: lost, isLocalService: true })).toBe(1_000);
});

test('the pauses between lookups grow to 30 seconds', () => {
  expect([0, 1, 2, 3, 9].map((looked) => lookupPause(looked, 1_000))).toEqual([
    1_000, 2_000, 4_000, 8_000, 30_000,
  ]);
});

test('a clock that was set back does not extend the lookup period', () => {
  expect(mayStillArrive(2_000, 1_000)).toBe(true);
  expect(mayStillArrive(2_000, 2_000)).toBe(false);
  expect(mayStillArrive(undefined, 2_000)).toBe(false);
  expect(mayStillArrive(9_000_000_000, 1_000)).toBe(false);
});
