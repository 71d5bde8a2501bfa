/** What the system says about changes in a folder. Never relied on: things are missed, doubled and late. Pure. */
import { systemCode } from '../../base/errors.ts';
import type { Selection } from '../files/names.ts';

export type FileEventListener = {
  /** Something happened to a path that is named like a wanted build. */
  readonly file: (path: string) => void;
  /** The watched folder itself was removed or replaced. */
  readonly root: () => void;
  readonly error: (error: unknown, kind: FileEventTrouble) => void;
};

/**
 * `exhausted`: the system has no more watches to give. `one-place`: one folder below gives no file events, the others do.
 * `broken`: file events may have been lost; listen anew.
 */
export type FileEventTrouble = 'exhausted' | 'one-place' | 'broken';

export type FileEvents = {
  /**
   * Listens to this folder and those below from now on, if nobody does, and tells of the builds that are there. Never
   * throws; trouble is told to the listener.
   */
  enter(folder: string): void;
  close(): void;
};

export type FileEventOptions = {
  /** The watched folder. */
  readonly root: string;
  /** The same without links. */
  readonly realRoot: string;
  readonly selection: Selection;
  readonly listener: FileEventListener;
};

export type OpenFileEvents = (options: FileEventOptions) => FileEvents;

const exhaustedCodes: ReadonlySet<string> = new Set(['ENOSPC', 'EMFILE', 'ENFILE']);
const onePlaceCodes: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'ENOENT', 'ENOTDIR', 'ELOOP']);

/** What an error of the system's watching means. */
export function fileEventTroubleOf(error: unknown): FileEventTrouble {
  const code = systemCode(error) ?? '';
  if (exhaustedCodes.has(code)) return 'exhausted';
  return onePlaceCodes.has(code) ? 'one-place' : 'broken';
}
