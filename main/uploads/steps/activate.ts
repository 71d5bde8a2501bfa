/** Activates the version. Resumes at `activate`, or at `confirm` if the service no longer has it. */
import { uploadErrors } from '../errors.ts';
import type { StepResult, UploadRecord } from '../record/record.ts';
import { isMissing } from '../target/area-client.ts';
import { countAttempt, isWebPage, retryNotShown, retryOrFail, waitForAccount } from './failure.ts';
import { installLinkOf, requireTarget, type Step, type StepContext } from './step.ts';

export const activate: Step = {
  run,
  onError: (error, record, facts) => {
    if (isMissing(error)) return retryNotShown(error, record, facts, 'activate');
    const isTransient = isWebPage(error);
    return (
      waitForAccount(error, facts, 'activate') ??
      retryOrFail(countAttempt(error, record, facts, { step: 'activate', isTransient }), facts, 'activate')
    );
  },
};

async function run(record: UploadRecord, context: StepContext): Promise<StepResult> {
  const target = requireTarget(record);
  const { testingdist } = context.apiFor(record.accountId);
  const version = await testingdist.activate(target.versionId, context.signal);
  if (!version.isActive) throw uploadErrors.notActivated({ version: version.version });
  const installLink = target.installLink ?? (await installLinkOf(record, version, context));
  return {
    event: { kind: 'activated' },
    changes: { previousSendAt: version.lastSendDateTimeUtc, target: { ...target, installLink } },
  };
}
