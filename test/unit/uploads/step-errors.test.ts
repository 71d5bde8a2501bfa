import { expect, test } from 'vitest';
import { CodedError } from '../../../main/base/errors.ts';
import type { ErrorDetails, Remedy } from '../../../main/base/failure.ts';
import { defaultRetryPolicy } from '../../../main/base/retry.ts';
import type { StepResult, UploadRecord } from '../../../main/uploads/record/record.ts';
import type { UploadStep } from '../../../main/uploads/record/states.ts';
import { steps } from '../../../main/uploads/run-upload.ts';
import { type FailureFacts, mayHaveArrived } from '../../../main/uploads/steps/failure.ts';
import { inEnglish } from '../../english.ts';
import { sampleRecord } from './samples.ts';

const policy = { attempts: 3, firstDelayMs: 1_000, maxDelayMs: 8_000 };
const facts: FailureFacts = {
  now: 50_000,
  policy,
  random: 0,
  sentBytes: 0,
  replacedBy: null,
  arrivalMs: 9_000,
  accountWaits: false,
};

function failed(details: ErrorDetails, remedy: Remedy = 'retry'): CodedError {
  return new CodedError({ code: 'api/serverError', message: 'Broken.', remedy }, { details });
}

function resultOf(
  error: unknown,
  { step = 'upload', ...changes }: Partial<FailureFacts> & { readonly step?: UploadStep } = {},
  record: Partial<UploadRecord> = {},
): StepResult {
  return steps[step].onError(error, sampleRecord(record), { ...facts, ...changes });
}

test('an upload that was certainly not stored is retried', () => {
  const result = resultOf(failed({ outcome: 'not-sent' }));
  expect(result.event).toMatchObject({ kind: 'retry-later', at: 50_500 });
  expect(result.changes).toEqual({ attempts: { upload: 1 } });
});

test('an upload that may have arrived is looked up before a retry', () => {
  expect(resultOf(failed({ outcome: 'unknown' }), { sentBytes: 100 })).toMatchObject({
    event: { kind: 'retry-later', at: 50_500, resumeAt: 'confirm' },
    changes: { outcomeSearch: { lookups: 4, arrivalDeadline: 59_000, resend: true } },
  });
  expect(resultOf(failed({ outcome: 'unknown' }), { sentBytes: 40 }).changes?.outcomeSearch).toMatchObject({
    lookups: 1,
    arrivalDeadline: 50_000,
  });
});

test('a 502 from a gateway leaves the upload outcome unknown', () => {
  expect(mayHaveArrived(failed({ outcome: 'refused', status: 502 }))).toBe(true);
  expect(mayHaveArrived(failed({ outcome: 'refused', status: 413 }))).toBe(false);
  expect(mayHaveArrived(failed({ outcome: 'not-sent', status: 503 }))).toBe(false);
  expect(mayHaveArrived(new TypeError('a bug'))).toBe(true);
});

test('the last attempt is followed by a lookup without resending', () => {
  const result = resultOf(failed({ outcome: 'unknown' }), {}, { attempts: { upload: 2 } });
  expect(result).toMatchObject({
    event: { kind: 'retry-later', resumeAt: 'confirm' },
    changes: { outcomeSearch: { resend: false } },
  });
});

test('network errors are transient and counted separately', () => {
  const gone = { code: 'api/timeout', message: 'No sign.', remedy: 'check-network' } as const;
  const silent = new CodedError(gone, { details: { outcome: 'not-sent' } });
  const record = { attempts: { choose: 2, network: 99 } };
  const result = resultOf(silent, { step: 'choose' }, record);
  expect(result).toMatchObject({ event: { kind: 'retry-later', at: 54_000 } });
  expect(result.changes?.attempts).toEqual({ choose: 2, network: 100 });
  expect(resultOf(failed({ status: 503 }), { step: 'choose' }, record).event.kind).toBe('failed');
  const answered = resultOf(failed({ status: 503 }), { step: 'choose' }, { attempts: { network: 99 } });
  expect(answered).toMatchObject({ event: { kind: 'retry-later' }, changes: { attempts: { choose: 1 } } });
});

test('a proxy that rejects the password is not counted as a network error', () => {
  const refused = { code: 'api/proxyRefused', message: 'No.', remedy: 'check-network' } as const;
  const error = new CodedError(refused, { details: { outcome: 'not-sent' } });
  expect(resultOf(error, { step: 'choose' }, { attempts: { choose: 2 } }).event.kind).toBe('failed');
});

test('an upload that the service refuses fails', () => {
  expect(resultOf(failed({ outcome: 'refused', status: 413 }, 'choose-file')).event.kind).toBe('failed');
  expect(resultOf(failed({ outcome: 'refused', status: 400 }, 'check-input')).event.kind).toBe('failed');
  const forbidden = { code: 'api/forbidden', message: 'You may not.', remedy: 'sign-in' } as const;
  expect(
    resultOf(new CodedError(forbidden, { details: { status: 403, outcome: 'refused' } })).event.kind,
  ).toBe('failed');
});

test('attempts count per step and restart only after more bytes were sent', () => {
  const record = { attempts: { upload: 2, choose: 1 }, maxSentBytes: 60 };
  expect(resultOf(failed({ outcome: 'not-sent' }), { sentBytes: 61 }, record).changes).toMatchObject({
    attempts: { upload: 1, choose: 1 },
    maxSentBytes: 61,
  });
  expect(resultOf(failed({ outcome: 'not-sent' }), { sentBytes: 60 }, record).event.kind).toBe('failed');
});

test('a retry never starts before Retry-After', () => {
  const error = failed({ status: 429, retryAfterSeconds: 120 }, 'wait');
  expect(resultOf(error, { step: 'confirm' }).event).toMatchObject({ kind: 'retry-later', at: 170_000 });
});

test('a file replaced during its upload is uploaded again', () => {
  const stamp = { size: 7, mtimeMs: 9 };
  expect(resultOf(failed({ outcome: 'not-sent' }), { replacedBy: stamp })).toEqual({
    event: { kind: 'changed' },
    changes: { stamp },
  });
  const outcomeSearch = resultOf(failed({ outcome: 'unknown', status: 200 }, 'check-address'), {
    replacedBy: stamp,
  });
  expect(outcomeSearch).toMatchObject({
    event: { kind: 'retry-later', resumeAt: 'confirm' },
    changes: { outcomeSearch: { resend: true } },
  });
});

test('an upload whose version is deleted fails; a retry resumes at confirm', () => {
  for (const step of ['activate', 'send'] as const) {
    expect(resultOf(failed({ status: 404 }, 'check-input'), { step }).event).toMatchObject({
      kind: 'failed',
      resumeAt: 'confirm',
      failure: { code: 'uploads/gone' },
    });
  }
});

test('an unexpected error fails the upload without a retry', () => {
  expect(resultOf(new TypeError('x is undefined'), { step: 'inspect' }).event).toMatchObject({
    kind: 'failed',
    failure: { code: 'internal/unexpected', remedy: 'report' },
  });
});

test('sendStarted is reset by a refused send request, not by a lost response', () => {
  const send = { step: 'send' } as const;
  expect(resultOf(failed({ status: 400 }, 'check-input'), send).changes?.sendStarted).toBe(false);
  expect(resultOf(failed({ status: 401 }, 'sign-in'), send).changes?.sendStarted).toBe(false);
  expect(resultOf(failed({ status: 502 }), send).changes).not.toHaveProperty('sendStarted');
  expect(resultOf(failed({}), send).changes).not.toHaveProperty('sendStarted');
  const looking = resultOf(failed({ status: 401 }, 'sign-in'), send, { sendStarted: true });
  expect(looking.changes).not.toHaveProperty('sendStarted');
});

test('a connection lost while offline does not count as an attempt', () => {
  const broken = (details: ErrorDetails) => failed(details, 'check-network');
  const before: Partial<UploadRecord> = { attempts: { upload: 2 }, maxSentBytes: 10 };
  expect(resultOf(broken({ outcome: 'not-sent' }), { accountWaits: true, sentBytes: 40 }, before)).toEqual({
    event: { kind: 'interrupted' },
    changes: {
      maxSentBytes: 40,
      outcomeSearch: { lookups: 1, arrivalDeadline: 50_000, resend: true, failure: null },
    },
  });
  expect(
    resultOf(broken({ outcome: 'unknown' }), { accountWaits: true, sentBytes: 100 }).changes?.outcomeSearch
      ?.lookups,
  ).toBe(4);
  expect(resultOf(broken({}), { accountWaits: true, step: 'send' })).toEqual({
    event: { kind: 'interrupted' },
    changes: {},
  });
  const replacedBy = { size: 1, mtimeMs: 1 };
  expect(resultOf(broken({ outcome: 'not-sent' }), { accountWaits: true, replacedBy })).toEqual({
    event: { kind: 'changed' },
    changes: { stamp: replacedBy },
  });
  expect(
    resultOf(failed({ outcome: 'refused', status: 413 }, 'choose-file'), { accountWaits: true }).event.kind,
  ).toBe('failed');
});

test('an account-wide error blocks the account without using an attempt', () => {
  const wrong = resultOf(failed({ outcome: 'not-sent', status: 400 }, 'sign-in'));
  expect(wrong).toMatchObject({
    event: { kind: 'blocked', resumeAt: 'choose' },
    blockReason: { kind: 'sign-in' },
  });
  expect(wrong.changes).not.toHaveProperty('attempts');
  const full = resultOf(failed({ outcome: 'unknown', status: 507, retryAfterSeconds: 9 }), {
    sentBytes: 100,
  });
  expect(full).toMatchObject({
    event: { kind: 'blocked', resumeAt: 'confirm' },
    blockReason: { kind: 'full', retryAfterSeconds: 9 },
    changes: { outcomeSearch: { lookups: 4 } },
  });
  expect(resultOf(failed({ status: 401 }, 'sign-in'), { step: 'send' })).toMatchObject({
    event: { kind: 'blocked', resumeAt: 'send' },
    changes: { sendStarted: false },
  });
});

test('a failed cleanup adds a note, but is first retried for a busy file', () => {
  const busy = new CodedError({ code: 'file/busy', message: 'Held.', remedy: 'retry' });
  expect(resultOf(busy, { step: 'cleanup' }).event.kind).toBe('retry-later');
  const left = { event: { kind: 'cleaned' }, changes: { notes: ['The file could not be deleted: Held.'] } };
  expect(inEnglish(resultOf(busy, { step: 'cleanup' }, { attempts: { cleanup: 2 } }))).toMatchObject(left);
  const denied = new CodedError({ code: 'file/denied', message: 'Held.', remedy: 'grant-permission' });
  expect(inEnglish(resultOf(denied, { step: 'cleanup' }))).toMatchObject(left);
});

test.each([
  [0, 6],
  [0.999, 10],
])('with jitter %d, a 404 for a new version is retried over %d minutes', (random, minutes) => {
  const uploadedAt = 50_000;
  const error = failed({ outcome: 'refused', status: 404, bodyKind: 'service' });
  let [now, attempts]: [number, UploadRecord['attempts']] = [uploadedAt, {}];
  for (;;) {
    const record = { attempts, timeline: [{ event: 'uploaded', at: uploadedAt }] } as const;
    const { event, changes } = resultOf(
      error,
      { step: 'activate', policy: defaultRetryPolicy, random, now },
      record,
    );
    if (event.kind !== 'retry-later') {
      expect(event).toMatchObject({ kind: 'failed', resumeAt: 'confirm', failure: { code: 'uploads/gone' } });
      break;
    }
    [now, attempts] = [event.at, changes?.attempts ?? {}];
  }
  expect(now - uploadedAt).toBeGreaterThan(minutes * 60_000);
});
