/** What a screen reader is told about builds: endings and questions, and many at once as one sentence. */
import type { UploadState, UploadView } from '../../preload/page.ts';
import { displayName, isAsking, versionText } from '../logic/uploads.ts';
import { t } from '../messages.ts';
import { createStore, type Store } from './store.ts';

export type Announcer = {
  readonly text: Pick<Store<string>, 'get' | 'subscribe'>;
  /** Compares the state before with the one after. */
  changed(before: UploadView | undefined, after: UploadView): void;
};

export function createAnnouncer(milliseconds = 1_500): Announcer {
  const text = createStore('');
  let pending: UploadView[] = [];
  const say = (): void => {
    const said = pending;
    pending = [];
    if (said.length <= 3) {
      text.set(said.map(sentence).join(' '));
      return;
    }
    const count = (state: UploadState): number => said.filter((upload) => upload.state === state).length;
    const asking = said.filter(({ state }) => isAsking(state)).map(sentence);
    const out = count('done');
    const failed = count('failed');
    const ended = [
      ...(out > 0 ? [t('uploads.endedOut', { count: out })] : []),
      ...(failed > 0 ? [t('uploads.endedFailed', { count: failed })] : []),
    ];
    text.set([...ended, ...asking].join(' '));
  };
  return {
    text: { get: text.get, subscribe: text.subscribe },
    changed: (before, after) => {
      const matters = after.state === 'done' || after.state === 'failed' || isAsking(after.state);
      if (!before || before.state === after.state || !matters) return;
      if (pending.length === 0) setTimeout(say, milliseconds);
      pending = [...pending.filter((each) => each.id !== after.id), after];
    },
  };
}

function sentence(upload: UploadView): string {
  const name = [displayName(upload), upload.package ? versionText(upload.package) : null]
    .filter(Boolean)
    .join(' ');
  if (isAsking(upload.state)) return t('uploads.waitsForAnswer', { name });
  return upload.state === 'done'
    ? t('uploads.isOut', { name })
    : t('uploads.wasNotUploaded', { name, reason: upload.failure?.message ?? '' });
}
