/** What a screen reader is told about builds: only endings, and many at once as one sentence. */
import type { UploadView } from '../../preload/contract.ts';
import { displayName, versionText } from '../logic/uploads.ts';
import { words } from '../words/uploads.ts';
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
    const failed = said.filter((upload) => upload.state === 'failed').length;
    text.set(said.length > 3 ? words.manyEnded(said.length - failed, failed) : said.map(sentence).join(' '));
  };
  return {
    text: { get: text.get, subscribe: text.subscribe },
    changed: (before, after) => {
      const ended = after.state === 'done' || after.state === 'failed';
      if (!before || before.state === after.state || !ended) return;
      if (pending.length === 0) setTimeout(say, milliseconds);
      pending = [...pending.filter((each) => each.id !== after.id), after];
    },
  };
}

function sentence(upload: UploadView): string {
  const name = [displayName(upload), upload.package ? versionText(upload.package) : null]
    .filter(Boolean)
    .join(' ');
  return upload.state === 'done'
    ? words.isOut(name)
    : words.wasNotUploaded(name, upload.failure?.message ?? '');
}
