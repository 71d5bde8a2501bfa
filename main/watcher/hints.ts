import { type FSWatcher, watch } from 'node:fs';
import { join, sep } from 'node:path';
import { watchFolderByFolder } from './folder-watches.ts';
import { type HintOptions, type Hints, type OpenHints, troubleOf } from './hint-types.ts';

/** How a system is listened to. */
export function hintsOf(platform: NodeJS.Platform): OpenHints {
  return platform === 'darwin' || platform === 'win32' ? watchWholeTree : watchFolderByFolder;
}

/** macOS and Windows announce everything below a folder through one watch. */
export function watchWholeTree({ root, selection, listener }: HintOptions): Hints {
  let watcher: FSWatcher | null = null;
  // One watch has no other places: what ends it ends all hints.
  const fail = (error: unknown): void => {
    listener.error(error, troubleOf(error) === 'exhausted' ? 'exhausted' : 'broken');
  };
  const happened = (event: string, name: string | null): void => {
    if (name === null) {
      listener.folder(root);
      return;
    }
    const place = name.split(sep).join('/');
    if (selection.wantsFile(place)) listener.file(join(root, name));
    else if (event === 'rename' && selection.entersFolder(place)) listener.folder(join(root, name));
  };
  const listen = (): void => {
    try {
      watcher ??= watch(root, { recursive: true }, happened).on('error', fail);
    } catch (error) {
      fail(error);
    }
  };
  return { enter: listen, close: () => watcher?.close() };
}
