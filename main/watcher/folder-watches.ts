import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { type HintOptions, type Hints, troubleOf } from './hint-types.ts';

type Watched = { readonly watcher: FSWatcher; readonly below: Set<string> };

/** One watch for each folder, as Linux needs it. Folders that can hold no build get none, and files never do. */
export function watchFolderByFolder({ root, selection, listener }: HintOptions): Hints {
  const watched = new Map<string, Watched>();
  const placeOf = (path: string): string => path.slice(root.length).split(sep).filter(Boolean).join('/');

  /** With everything below: a folder made anew under an old name has nothing of the old one. */
  const leave = (folder: string): void => {
    const known = watched.get(folder);
    if (!known) return;
    watched.delete(folder);
    watched.get(dirname(folder))?.below.delete(folder);
    known.watcher.close();
    for (const path of known.below) leave(path);
  };
  const ended = (folder: string): void => {
    leave(folder);
    if (folder === root) listener.root();
    else listener.folder(dirname(folder));
  };
  const happened = (folder: string, event: string, name: string | null): void => {
    if (name === null) {
      listener.folder(folder);
      return;
    }
    const path = join(folder, name);
    const place = placeOf(path);
    if (selection.wantsFile(place)) {
      listener.file(path);
      return;
    }
    if (event !== 'rename') return;
    leave(path);
    if (selection.entersFolder(place)) listener.folder(path);
    // What happens to a folder itself comes under its own name, like what happens to a child of that name.
    if (name === basename(folder)) ended(folder);
  };
  const enter = (folder: string): void => {
    if (watched.has(folder)) return;
    try {
      const watcher = watch(folder, (event, name) => happened(folder, event, name));
      watched.set(folder, { watcher, below: new Set() });
      watched.get(dirname(folder))?.below.add(folder);
      watcher.on('error', (error) => {
        leave(folder);
        listener.error(error, troubleOf(error));
      });
    } catch (error) {
      listener.error(error, troubleOf(error));
    }
  };
  return { enter, close: () => leave(root) };
}
