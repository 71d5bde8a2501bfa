/**
 * Notifies the recipients after the user has accepted the warnings and the send delay has passed. Resumes at
 * `send`, which first checks whether they were notified, or at `confirm` if the version is gone.
 */
import { toFailure } from '../../base/errors.ts';
import { uploadErrors } from '../errors.ts';
import type { StepResult, UploadRecord } from '../record/record.ts';
import { isMissing } from '../target/area-client.ts';
import { nextLookup } from '../target/lookup-schedule.ts';
import {
  countAttempt,
  detailsOf,
  type FailureFacts,
  isProxyRefusal,
  isWebPage,
  retryNotShown,
  retryOrFail,
  waitForAccount,
} from './failure.ts';
import { requireTarget, type Step, type StepContext } from './step.ts';

export const send: Step = { run, onError };

async function run(record: UploadRecord, context: StepContext): Promise<StepResult> {
  const { versionId } = requireTarget(record);
  const { accountId } = record;
  const { testingdist } = context.apiFor(accountId);
  if (!record.sendAnyway) {
    const sendWarnings = await context.sendWarnings(record);
    const warnings = [...(record.package?.installWarnings ?? []), ...sendWarnings];
    if (warnings.length > 0) return { event: { kind: 'ask' }, changes: { sendWarnings } };
  }
  const { sendAfter } = record;
  if (sendAfter !== undefined && !record.sendStarted && mustWait(sendAfter, context.clock.now()))
    return { event: { kind: 'hold', at: sendAfter } };
  const sent: StepResult = {
    event: { kind: 'sent' },
    changes: { mail: context.mailAfterSend(accountId) },
  };
  if (!record.sendStarted) {
    await testingdist.send(versionId, record.recipients, context.signal);
    return sent;
  }
  const version = await testingdist.getVersion(versionId, context.signal);
  if (version.lastSendDateTimeUtc !== record.previousSendAt) return sent;
  const failure = toFailure(uploadErrors.unconfirmedSend({ version: version.version }));
  const schedule = { now: context.clock.now(), firstDelayMs: context.retry.firstDelayMs };
  return nextLookup(record, failure, schedule) ?? { event: { kind: 'missing' } };
}

/** Limits the wait after the clock was set back. */
const maxDelayMs = 30_000;

function mustWait(sendAfter: number, now: number): boolean {
  return now < sendAfter && sendAfter - now <= maxDelayMs;
}

/** Some services respond to a successful send with a web page, so a send is attempted at most twice. */
const maxAttemptsAfterWebPage = 2;

function onError(error: unknown, record: UploadRecord, facts: FailureFacts): StepResult {
  const details = detailsOf(error);
  const { status = 0 } = details;
  // The service refused this send, so a send that it reports later was made by another client.
  const isRefused = status >= 400 && status < 500 && !isProxyRefusal(details);
  const changes = isRefused && !record.sendStarted ? { sendStarted: false } : {};
  if (isMissing(error)) {
    const { event, changes: others } = retryNotShown(error, record, facts, 'send');
    return { event, changes: { ...others, ...(record.sendStarted ? {} : { sendStarted: false }) } };
  }
  const wait = waitForAccount(error, facts, 'send');
  if (wait) return { ...wait, changes };
  const isTransient = isWebPage(error);
  const maxAttempts = isTransient ? maxAttemptsAfterWebPage : facts.policy.attempts;
  const attempt = countAttempt(error, record, facts, { step: 'send', isTransient, maxAttempts });
  return retryOrFail(attempt, facts, 'send', changes);
}
