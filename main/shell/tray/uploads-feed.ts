import type { AccountBlock, UploadView } from '../../../preload/page.ts';
import type { PageEvents } from '../window/page-events.ts';

export type UploadsState = {
  readonly uploads: readonly UploadView[];
  readonly paused: boolean;
  readonly blocks: readonly AccountBlock[];
};

/** Calls `changed` with the new state after each relevant event. Returns a function that unsubscribes. */
export function followUploads(
  bridge: PageEvents,
  start: UploadsState,
  changed: (now: UploadsState) => void,
): () => void {
  const uploads = new Map(start.uploads.map((upload) => [upload.id, upload]));
  let { paused, blocks } = start;
  return bridge.onEvent((name, value) => {
    if (name === 'uploads.changed') uploads.set((value as UploadView).id, value as UploadView);
    else if (name === 'uploads.removed' || name === 'uploads.evicted')
      uploads.delete((value as { id: string }).id);
    else if (name === 'uploads.progress') merge(uploads, value as Pick<UploadView, 'id' | 'sentBytes'>);
    else if (name === 'uploads.paused') paused = value as boolean;
    else if (name === 'uploads.blocks') blocks = value as readonly AccountBlock[];
    else return;
    changed({ uploads: [...uploads.values()], paused, blocks });
  });
}

function merge(uploads: Map<string, UploadView>, progress: Pick<UploadView, 'id' | 'sentBytes'>): void {
  const existing = uploads.get(progress.id);
  if (existing) uploads.set(progress.id, { ...existing, ...progress });
}
