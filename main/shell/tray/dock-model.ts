/** Model of dock and taskbar: upload progress and number of failures. */
import type { AccountBlock, UploadView } from '../../../preload/page.ts';
import { stableStates, type UploadState } from '../../uploads/upload-view.ts';

export type DockModel = {
  readonly failures: number;
  /** Combined progress of the active uploads; null if there are none. */
  readonly progress: {
    /** From 0 to 1 in steps of 0.01; null while sizes are unknown. */
    readonly value: number | null;
    readonly mode: 'normal' | 'paused' | 'error';
  } | null;
  /** True while a transfer or request is in progress that sleep would interrupt. */
  readonly busy: boolean;
};

const transferringStates: readonly UploadState[] = [
  'uploading',
  'confirming',
  'activating',
  'sending',
  'cleaning',
];
/** Returns true while a transfer or request of the upload is in progress. */
export const isTransferring = ({ state }: Pick<UploadView, 'state'>): boolean =>
  transferringStates.includes(state);
const isWorking = ({ state }: UploadView): boolean => !stableStates.includes(state);

/**
 * Returns the uploads that the progress covers: active uploads, and uploads that finished since the batch
 * began, so that the progress never decreases. Empty if no upload is active.
 */
export function nextBatch(batch: ReadonlySet<string>, uploads: readonly UploadView[]): ReadonlySet<string> {
  const working = uploads.filter(isWorking).map(({ id }) => id);
  if (working.length === 0) return new Set();
  const previous = uploads.map(({ id }) => id).filter((id) => batch.has(id));
  return new Set([...previous, ...working]);
}

export function dockModel(
  uploads: readonly UploadView[],
  batch: ReadonlySet<string>,
  paused: boolean,
  blocks: readonly AccountBlock[],
): DockModel {
  const together = uploads.filter(({ id }) => batch.has(id));
  const working = together.filter(isWorking);
  const stuck = blocks.length > 0 || together.some(({ state }) => state === 'failed');
  const resting = paused || working.every(({ state }) => state === 'paused');
  return {
    failures: uploads.filter(({ state }) => state === 'failed').length,
    progress:
      working.length === 0
        ? null
        : { value: fractionSent(together), mode: stuck ? 'error' : resting ? 'paused' : 'normal' },
    busy: uploads.some(isTransferring),
  };
}

/** Counts a finished upload in full, even if it failed. */
function fractionSent(uploads: readonly UploadView[]): number | null {
  const total = uploads.reduce((sum, { totalBytes }) => sum + totalBytes, 0);
  if (total === 0) return null;
  const sent = uploads.reduce(
    (sum, upload) =>
      sum + (isWorking(upload) ? Math.min(upload.sentBytes, upload.totalBytes) : upload.totalBytes),
    0,
  );
  return Math.floor((100 * sent) / total) / 100;
}
