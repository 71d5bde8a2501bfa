/** What dock and taskbar show of the uploads: how far they are, and how many failed. Pure. */
import type { AccountBlock, UploadView } from '../../../preload/page.ts';
import { restingStates, type UploadState } from '../../uploads/upload-view.ts';

export type DockModel = {
  /** Builds that were not uploaded and still wait for a person. */
  readonly failures: number;
  /** Of everything that goes on together; null when nothing does. */
  readonly progress: {
    /** From 0 to 1, in steps of a hundredth; null while the sizes are not known. */
    readonly value: number | null;
    readonly mode: 'normal' | 'paused' | 'error';
  } | null;
  /** True while bytes or answers are on their way, which the computer's falling asleep would break off. */
  readonly busy: boolean;
};

const onTheirWay: readonly UploadState[] = ['uploading', 'confirming', 'activating', 'sending', 'cleaning'];
/** True while bytes or answers of a build are on their way. */
export const isOnItsWay = ({ state }: Pick<UploadView, 'state'>): boolean => onTheirWay.includes(state);
const isWorking = ({ state }: UploadView): boolean => !restingStates.includes(state);

/**
 * The uploads the progress stands for: what goes on, and what came to its end meanwhile, so that it does not go back when
 * one of several is done. Nothing once all came to an end.
 */
export function nextBatch(batch: ReadonlySet<string>, uploads: readonly UploadView[]): ReadonlySet<string> {
  const working = uploads.filter(isWorking).map(({ id }) => id);
  if (working.length === 0) return new Set();
  const kept = uploads.map(({ id }) => id).filter((id) => batch.has(id));
  return new Set([...kept, ...working]);
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
        : { value: share(together), mode: stuck ? 'error' : resting ? 'paused' : 'normal' },
    busy: uploads.some(isOnItsWay),
  };
}

/** What came to its end counts as whole, however it ended: nothing more is to be waited for. */
function share(uploads: readonly UploadView[]): number | null {
  const total = uploads.reduce((sum, { totalBytes }) => sum + totalBytes, 0);
  if (total === 0) return null;
  const sent = uploads.reduce(
    (sum, upload) =>
      sum + (isWorking(upload) ? Math.min(upload.sentBytes, upload.totalBytes) : upload.totalBytes),
    0,
  );
  return Math.floor((100 * sent) / total) / 100;
}
