/** Shows what an upload would do: runs its first steps, which only read, and stores nothing. */
import { uploadErrors } from '../errors.ts';
import { newRecord, stampOf, type UploadRequest } from '../queue/deduplication.ts';
import type { UploadPreview } from '../upload-view.ts';
import { contextOf, type RunnerDependencies } from './runner.ts';
import { steps } from './steps.ts';

/** Throws like the steps `inspect` and `choose`. */
export async function previewUpload(
  request: UploadRequest,
  signal: AbortSignal,
  deps: RunnerDependencies,
): Promise<UploadPreview> {
  const ignored = (): void => undefined;
  const journal = {
    ...deps.journal,
    ...{ learnApplication: ignored, learnFolderApplication: ignored, nextBeginning: () => 0 },
  };
  const listeners = { onOffered: ignored, onBytes: ignored, onAcknowledged: ignored };
  const added = newRecord(request, await stampOf(request), { id: '', position: 0, now: deps.clock.now() });
  const context = contextOf(added, signal, listeners, { ...deps, journal, keepIcon: async () => null });
  const { changes } = await steps.inspect(added, context);
  const record = { ...added, ...changes };
  const { event, changes: found } = await steps.choose(record, context);
  if (event.kind === 'changed' || !record.package) throw uploadErrors.changing({ path: record.path });
  const asksToSend = record.machine.plan.send && !record.sendAnyway && event.kind !== 'known';
  const warnings = [...(record.package.installWarnings ?? []), ...context.sendWarnings()];
  const sendWarnings = asksToSend ? warnings : [];
  const states = { known: 'already-there', ask: 'ready' } as const;
  const finalState = sendWarnings.length > 0 ? 'asking' : 'done';
  return {
    package: record.package,
    state: event.kind === 'known' || event.kind === 'ask' ? states[event.kind] : finalState,
    versionId: found?.target?.versionId ?? null,
    notes: found?.notes ?? record.notes,
    sendWarnings,
  };
}
