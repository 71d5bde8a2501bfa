import type { Failure } from '../../base/failure.ts';
import type { UploadStore } from '../journal/upload-store.ts';
import { isBlockedByNetwork, type UploadRecord } from '../record/record.ts';
import type { UploadEvent } from '../record/states.ts';

export function createBulkChanges(
  uploadStore: Pick<UploadStore, 'unfinished' | 'apply'>,
  waitsFor: (accountId: string) => Failure | null,
) {
  const applyTo = (isMeant: (record: UploadRecord) => boolean, event: UploadEvent): void => {
    for (const record of uploadStore.unfinished()) if (isMeant(record)) uploadStore.apply(record.id, event);
  };
  const pauseWaiting = (): void =>
    applyTo(({ machine }) => machine.kind === 'queued' || machine.kind === 'retrying', { kind: 'pause' });
  return {
    pauseWaiting,
    pauseAll: ({ finish }: { readonly finish: boolean }): void => {
      pauseWaiting();
      if (!finish) applyTo(isTransferring, { kind: 'pause' });
    },
    resumeAll: (): void =>
      applyTo(({ machine }) => machine.kind === 'paused' && !machine.individually, { kind: 'resume' }),
    breakOff: (ofAccount: (accountId: string) => boolean): void =>
      applyTo((record) => ofAccount(record.accountId) && isTransferring(record), { kind: 'interrupted' }),
    /** Requeues uploads in a working state whose id is not in `running`. */
    interruptOrphans: (running: ReadonlySet<string>): void =>
      applyTo(({ id, machine }) => machine.kind === 'working' && !running.has(id), { kind: 'interrupted' }),
    /** Retries uploads that failed because of the network, and resets their network failure count. */
    retryNetwork: (): void => {
      for (const record of uploadStore.unfinished()) {
        if (!isBlockedByNetwork(record) || waitsFor(record.accountId) !== null) continue;
        const { network: _, ...attempts } = record.attempts;
        uploadStore.apply(record.id, { kind: 'due' }, { attempts });
      }
    },
  };
}

/** Returns true for the steps that can be aborted. `confirm`, `activate` and `send` are short, and finish. */
function isTransferring({ machine }: UploadRecord): boolean {
  return machine.kind === 'working' && (machine.step === 'choose' || machine.step === 'upload');
}
