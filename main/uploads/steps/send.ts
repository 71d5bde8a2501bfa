/**
 * Notifies the recipients, after the user agreed if they may be unable to install the build. Resumes at `send`, where it
 * first checks whether they were notified, or at `confirm` if the service does not have the version any more.
 */
import { toFailure } from '../../base/errors.ts';
import { uploadErrors } from '../errors.ts';
import type { StepResult, UploadRecord } from '../record/record.ts';
import { isGone } from '../target/area-client.ts';
import { lookAgain } from '../target/lookup-schedule.ts';
import {
  countAttempt,
  detailsOf,
  type FailureFacts,
  isForeignPage,
  isForeignRefusal,
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
  const sendWarnings = context.sendWarnings(accountId);
  const warnings = [...(record.package?.installWarnings ?? []), ...sendWarnings];
  if (!record.sendAnyway && warnings.length > 0) return { event: { kind: 'ask' }, changes: { sendWarnings } };
  const sent: StepResult = {
    event: { kind: 'sent' },
    changes: { written: context.mailIsWritten(accountId) },
  };
  if (!record.sendBegun) {
    await testingdist.send(versionId, record.recipients, context.signal);
    return sent;
  }
  const version = await testingdist.getVersion(versionId, context.signal);
  if (version.lastSendDateTimeUtc !== record.lastSendBefore) return sent;
  const failure = toFailure(uploadErrors.unconfirmedSend({ version: version.version }));
  const schedule = { now: context.clock.now(), firstDelayMs: context.retry.firstDelayMs };
  return lookAgain(record, failure, schedule) ?? { event: { kind: 'missing' } };
}

/** A second page for the message is how some services answer a send, which is not repeated more often. */
const maxAttemptsWithPage = 2;

function onError(error: unknown, record: UploadRecord, facts: FailureFacts): StepResult {
  const details = detailsOf(error);
  const { status = 0 } = details;
  // A refusal is certain: no recipient was notified, and a message that another client sends is not this one.
  const isRefused = status >= 400 && status < 500 && !isForeignRefusal(details);
  const changes = isRefused && !record.sendBegun ? { sendBegun: false } : {};
  if (isGone(error)) {
    const { event, changes: others } = retryNotShown(error, record, facts, 'send');
    return { event, changes: { ...others, ...(record.sendBegun ? {} : { sendBegun: false }) } };
  }
  const wait = waitForAccount(error, facts, 'send');
  if (wait) return { ...wait, changes };
  const isTransient = isForeignPage(error);
  const maxAttempts = isTransient ? maxAttemptsWithPage : facts.policy.attempts;
  const attempt = countAttempt(error, record, facts, { step: 'send', isTransient, maxAttempts });
  return retryOrFail(attempt, facts, 'send', changes);
}
