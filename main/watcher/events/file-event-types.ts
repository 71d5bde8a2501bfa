/** File events of the system. They may be lost, duplicated or late, so they only trigger probes. Pure. */
import { systemCode } from '../../base/errors.ts';
import type { Selection } from '../files/names.ts';

export type FileEventListener = {
  readonly file: (path: string) => void;
  /** The watched folder was removed or replaced. */
  readonly root: () => void;
  readonly error: (error: unknown, kind: FileEventProblem) => void;
};

/**
 * `exhausted`: the system has no watches left. `subfolder`: one subfolder has no file events. `broken`:
 * events may be lost, so the caller must subscribe again.
 */
export type FileEventProblem = 'exhausted' | 'subfolder' | 'broken';

export type FileEvents = {
  /** Starts to report builds in a folder and its subfolders. Never throws; errors go to the listener. */
  enter(folder: string): void;
  close(): void;
};

export type FileEventOptions = {
  readonly root: string;
  readonly realRoot: string;
  readonly selection: Selection;
  readonly listener: FileEventListener;
};

export type OpenFileEvents = (options: FileEventOptions) => FileEvents;

const exhaustedCodes: ReadonlySet<string> = new Set(['ENOSPC', 'EMFILE', 'ENFILE']);
const subfolderCodes: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'ENOENT', 'ENOTDIR', 'ELOOP']);

export function fileEventProblemOf(error: unknown): FileEventProblem {
  const code = systemCode(error) ?? '';
  if (exhaustedCodes.has(code)) return 'exhausted';
  return subfolderCodes.has(code) ? 'subfolder' : 'broken';
}
