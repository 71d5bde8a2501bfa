import { relative } from 'node:path';
import { watch } from 'chokidar';
import { systemCode } from '../base/errors.ts';
import { isBuildPath, isIgnoredPlace } from './names.ts';

/** What the system says about changes in a folder. Only ever a hint: things are missed, doubled and late. */
export type HintListener = {
  /** Something happened to a path that is named like a build. */
  readonly file: (path: string) => void;
  /** A folder appeared. */
  readonly folder: (path: string) => void;
  /** The watched folder itself was removed or replaced. */
  readonly root: () => void;
  readonly error: (error: unknown, kind: HintTrouble) => void;
};

/**
 * `exhausted`: the system has no more watches to give, no further hints will come. `one-place`: one folder below gives
 * no hints, the others do. `broken`: hints may have been lost; listen anew.
 */
export type HintTrouble = 'exhausted' | 'one-place' | 'broken';

export type Hints = { close(): Promise<void> };

/**
 * Begins to listen below `root` (a real path). Resolves when listening has begun everywhere in it, so that a scan
 * afterwards misses nothing; rejects with the signal's reason when aborted. Links are not followed: what they lead to
 * may lie outside the folder, or be announced twice, or lead back into itself.
 */
export async function openHints(root: string, listener: HintListener, signal: AbortSignal): Promise<Hints> {
  signal.throwIfAborted();
  const watcher = watch(root, {
    ignoreInitial: true,
    followSymlinks: false,
    // The scan and the completeness rule replace both: renames into place must be seen at once.
    atomic: false,
    awaitWriteFinish: false,
    ignored: (path, stats) => {
      const place = relative(root, path);
      if (place === '' || place.startsWith('..')) return false;
      if (stats === undefined) return !isBuildPath(place) && isIgnoredPlace(place);
      return stats.isDirectory() ? isIgnoredPlace(place) : !isBuildPath(place);
    },
  });
  watcher.on('add', listener.file);
  watcher.on('change', listener.file);
  watcher.on('unlink', listener.file);
  watcher.on('addDir', (path) => (path === root ? listener.root() : listener.folder(path)));
  watcher.on('unlinkDir', (path) => {
    if (path === root) listener.root();
  });
  const listening = new AbortController();
  await new Promise<void>((resolve) => {
    watcher.on('ready', resolve);
    signal.addEventListener('abort', () => resolve(), { once: true, signal: listening.signal });
    watcher.on('error', (error) => {
      const kind = troubleOf(error);
      // Without watches chokidar may never be ready; polling does its work.
      if (kind === 'exhausted') resolve();
      listener.error(error, kind);
    });
  });
  listening.abort();
  if (signal.aborted) await watcher.close();
  signal.throwIfAborted();
  return { close: () => watcher.close() };
}

const exhaustedCodes: ReadonlySet<string> = new Set(['ENOSPC', 'EMFILE', 'ENFILE']);
const onePlaceCodes: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'ENOENT', 'ENOTDIR', 'ELOOP']);

function troubleOf(error: unknown): HintTrouble {
  const code = systemCode(error) ?? '';
  if (exhaustedCodes.has(code)) return 'exhausted';
  return onePlaceCodes.has(code) ? 'one-place' : 'broken';
}
