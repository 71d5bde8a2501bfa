/** Chooses the target, unless the service already has the build. Resumes at `choose`. */
import { sameStamp } from '../../base/files/files.ts';
import type { StepResult, UploadRecord } from '../record/record.ts';
import { destinationOf, learnApplication } from '../target/destination.ts';
import { adopt, alreadyThere, findAfterJournalLoss } from '../target/duplicate-check.ts';
import { recognise } from '../target/existing-version.ts';
import { askUser, copyQueryOf, isSameTarget } from '../target/reconcile.ts';
import { countAttempt, retryIncompleteFile, retryOrFail, waitForAccount } from './failure.ts';
import { areaOf, requirePackage, requireStamp, type Step, type StepContext, verify } from './step.ts';

export const choose: Step = {
  run,
  onError: (error, record, facts) =>
    waitForAccount(error, facts, 'choose') ??
    retryIncompleteFile(error, record, facts) ??
    retryOrFail(countAttempt(error, record, facts, { step: 'choose' }), facts, 'choose'),
};

async function run(record: UploadRecord, context: StepContext): Promise<StepResult> {
  const stamp = await requireStamp(record.path);
  if (!sameStamp(stamp, record.stamp)) return { event: { kind: 'changed' }, changes: { stamp } };
  const info = requirePackage(record);
  const area = areaOf(record, context);
  const { journal, signal } = context;
  const destination = destinationOf(record, info, journal);
  const read = once(() => verify(record.path, context));
  const check = { info, area, journal, signal, destination, read };
  const learned = (there: StepResult): StepResult => {
    const target = there.changes?.target;
    if (target && destination.kind === 'new') learnApplication(record, info, target.applicationId, journal);
    return there;
  };
  const known = await alreadyThere(record, check);
  if (known) return learned(known);
  context.onOffered(0);
  const { route, existing } = await area.choose(info, destination, signal);
  const recognised = await recognise(existing, copyQueryOf(record, info, null, journal), read);
  const found =
    recognised.kind === 'same' && route.kind === 'existing'
      ? await adopt(record, route.applicationId, recognised, check)
      : await findAfterJournalLoss(record, route, check);
  if (found) return learned(found);
  if (recognised.kind === 'unclear' && !record.again) return askUser(record, recognised.ids);
  if (route.kind === 'new') learnApplication(record, info, null, journal);
  // An interrupted upload can only be continued to the same target.
  const abandoned = record.route && isSameTarget(record.route, route) ? {} : { resumeUrl: null };
  return {
    event: { kind: 'chosen' },
    changes: { route, transferNumber: journal.nextTransferNumber(), ...abandoned },
  };
}

function once<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | null = null;
  return () => {
    result ??= read();
    return result;
  };
}
