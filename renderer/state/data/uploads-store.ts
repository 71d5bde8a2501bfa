/** All uploads, updated by events. Rows subscribe to their own upload, so progress re-renders one row. */
import type { UploadProgress, UploadView } from '../../../preload/page.ts';
import { isRunning } from '../../logic/uploads.ts';

type Listener = () => void;

export type UploadsStore = {
  get(id: string): UploadView | undefined;
  /** Returns all uploads. The array stays the same while only progress changes. */
  list(): readonly UploadView[];
  /** Returns the unfinished uploads. The array changes with progress too. */
  running(): readonly UploadView[];
  subscribe(id: string, listener: Listener): () => void;
  subscribeList(listener: Listener): () => void;
  subscribeRunning(listener: Listener): () => void;
  put(upload: UploadView): void;
  /** Updates the progress. Ignores a decrease of the sent bytes during an attempt. */
  progress(progress: UploadProgress): void;
  drop(id: string): void;
  /** Adds uploads from the history. Does not replace existing uploads. `dropOlder` removes them again. */
  addOlder(uploads: readonly UploadView[]): void;
  dropOlder(): void;
  /** Returns the number of uploads added by `addOlder`. */
  olderCount(): number;
  /** Returns a function that replaces all uploads. Keeps changes since `startReplace`, which are newer. */
  startReplace(): (uploads: readonly UploadView[]) => void;
};

function createCollection() {
  let all = new Map<string, UploadView>();
  const running = new Set<string>();
  let list: readonly UploadView[] | null = null;
  let runningList: readonly UploadView[] | null = null;
  const put = (upload: UploadView): void => {
    all.set(upload.id, upload);
    if (isRunning(upload.state)) running.add(upload.id);
    else running.delete(upload.id);
    list = null;
    runningList = null;
  };
  return {
    get: (id: string) => all.get(id),
    list: () => (list ??= [...all.values()]),
    running: () => (runningList ??= [...running].flatMap((id) => all.get(id) ?? [])),
    put,
    /** Progress does not change the list. */
    updateProgress: (upload: UploadView): void => {
      all.set(upload.id, upload);
      runningList = null;
    },
    drop: (id: string): boolean => {
      list = null;
      runningList = null;
      running.delete(id);
      return all.delete(id);
    },
    replace: (uploads: readonly UploadView[]): void => {
      all = new Map();
      running.clear();
      list = null;
      runningList = null;
      for (const upload of uploads) put(upload);
    },
  };
}

const call = (listeners: Iterable<Listener> | undefined): void => {
  for (const listener of [...(listeners ?? [])]) listener();
};

const listen = (set: Set<Listener>, listener: Listener): (() => void) => {
  set.add(listener);
  return () => set.delete(listener);
};

export function createUploadsStore(): UploadsStore {
  const uploads = createCollection();
  const older = new Set<string>();
  const listListeners = new Set<Listener>();
  const runningListeners = new Set<Listener>();
  const rowListeners = new Map<string, Set<Listener>>();
  let changedSince: Set<string> | null = null;
  const announceList = (): void => {
    call(listListeners);
    call(runningListeners);
  };
  return {
    get: uploads.get,
    list: uploads.list,
    running: uploads.running,
    subscribe: (id, listener) => {
      const set = rowListeners.get(id) ?? new Set();
      rowListeners.set(id, set);
      set.add(listener);
      return () => {
        set.delete(listener);
        if (set.size === 0 && rowListeners.get(id) === set) rowListeners.delete(id);
      };
    },
    subscribeList: (listener) => listen(listListeners, listener),
    subscribeRunning: (listener) => listen(runningListeners, listener),
    put: (upload) => {
      changedSince?.add(upload.id);
      older.delete(upload.id);
      uploads.put(upload);
      call(rowListeners.get(upload.id));
      announceList();
    },
    progress: (progress) => {
      const before = uploads.get(progress.id);
      if (before?.state !== 'uploading') return;
      const sentBytes = Math.max(before.sentBytes, progress.sentBytes);
      uploads.updateProgress({ ...before, ...progress, sentBytes });
      call(rowListeners.get(progress.id));
      call(runningListeners);
    },
    drop: (id) => {
      changedSince?.add(id);
      older.delete(id);
      if (!uploads.drop(id)) return;
      call(rowListeners.get(id));
      announceList();
    },
    addOlder: (read) => {
      for (const upload of read) {
        if (uploads.get(upload.id)) continue;
        older.add(upload.id);
        uploads.put(upload);
        call(rowListeners.get(upload.id));
      }
      announceList();
    },
    dropOlder: () => {
      if (older.size === 0) return;
      for (const id of older) uploads.drop(id);
      older.clear();
      announceList();
    },
    olderCount: () => older.size,
    startReplace: () => {
      const changed = new Set<string>();
      changedSince = changed;
      return (read) => {
        if (changedSince === changed) changedSince = null;
        older.clear();
        const own = [...changed].flatMap((id) => uploads.get(id) ?? []);
        uploads.replace([...read.filter(({ id }) => !changed.has(id)), ...own]);
        for (const listeners of [...rowListeners.values()]) call(listeners);
        announceList();
      };
    },
  };
}
