/** Reads the build's package, icon and fingerprint. Resumes at `inspect`. */
import { fileStamp, sameStamp } from '../../base/files/files.ts';
import { uploadErrors } from '../errors.ts';
import type { StepResult, UploadRecord } from '../record/record.ts';
import { fileIdentity } from './clean-up-file.ts';
import { countAttempt, retryIncompleteFile, retryOrFail } from './failure.ts';
import { requireStamp, type Step, type StepContext, verify } from './step.ts';

export const inspect: Step = {
  run,
  onError: (error, record, facts) =>
    retryIncompleteFile(error, record, facts) ??
    retryOrFail(countAttempt(error, record, facts, { step: 'inspect' }), facts, 'inspect'),
};

async function run(record: UploadRecord, context: StepContext): Promise<StepResult> {
  const { path } = record;
  const { signal } = context;
  const stamp = await requireStamp(path);
  const identity = await fileIdentity(path);
  try {
    if (record.needsVerification) await verify(path, context);
    const info = await context.inspect(path, { signal });
    const fingerprint = await context.fingerprint(path, { signal });
    const icon = await context.storeIcon(path, signal);
    if (!sameStamp(stamp, await fileStamp(path))) throw uploadErrors.changing({ path });
    // The beginning of another file must not be continued.
    const isSame = sameStamp(stamp, record.stamp) && fingerprint === record.fingerprint;
    const changes = { package: info, icon, fingerprint, stamp, identity, needsVerification: false };
    return { event: { kind: 'inspected' }, changes: { ...changes, ...(isSame ? {} : { resumeUrl: null }) } };
  } catch (error) {
    if (!sameStamp(stamp, await fileStamp(path))) throw uploadErrors.changing({ path }, { cause: error });
    throw error;
  }
}
