/** Announces uploads and search results to screen readers. Combines many uploads into one sentence. */
import type { UploadState, UploadView } from '../../preload/page.ts';
import { displayName, isAsking, isNotInstallable, versionText } from '../logic/uploads.ts';
import { t } from '../messages.ts';
import { createStore, type Store } from './store.ts';

/** `number` distinguishes repeated announcements of the same text. */
export type Announcement = { readonly text: string; readonly number: number };

export type Announcer = {
  readonly announcement: Pick<Store<Announcement>, 'get' | 'subscribe'>;
  announce(text: string): void;
  /** Announces the upload if it has just finished, failed or started to wait for an answer. */
  changed(before: UploadView | undefined, after: UploadView): void;
};

export function createAnnouncer(milliseconds = 1_500): Announcer {
  const { get, set, subscribe } = createStore<Announcement>({ text: '', number: 0 });
  const announce = (text: string): void => set({ text, number: get().number + 1 });
  let pending: UploadView[] = [];
  const announcePending = (): void => {
    const latest = pending;
    pending = [];
    if (latest.length <= 3) {
      announce(latest.map(sentence).join(' '));
      return;
    }
    const count = (state: UploadState): number => latest.filter((upload) => upload.state === state).length;
    const asking = latest.filter(({ state }) => isAsking(state)).map(sentence);
    const out = count('done');
    const failed = count('failed');
    const completed = [
      ...(out > 0 ? [t('uploads.endedOut', { count: out })] : []),
      ...(failed > 0 ? [t('uploads.endedFailed', { count: failed })] : []),
    ];
    announce([...completed, ...asking].join(' '));
  };
  return {
    announcement: { get, subscribe },
    announce,
    changed: (before, after) => {
      const matters = after.state === 'done' || after.state === 'failed' || isAsking(after.state);
      if (!before || before.state === after.state || !matters) return;
      if (pending.length === 0) setTimeout(announcePending, milliseconds);
      pending = [...pending.filter((each) => each.id !== after.id), after];
    },
  };
}

function sentence(upload: UploadView): string {
  const name = [displayName(upload), upload.package ? versionText(upload.package) : null]
    .filter(Boolean)
    .join(' ');
  if (isAsking(upload.state)) return t('uploads.waitsForAnswer', { name });
  if (upload.state !== 'done')
    return t('uploads.wasNotUploaded', { name, reason: upload.failure?.message ?? '' });
  return isNotInstallable(upload)
    ? t('uploads.endedNotInstallable', { name, state: upload.stateLabel })
    : t('uploads.isOut', { name });
}
