import type { FileState } from './completeness.ts';
import type { WaitingFile } from './watcher-types.ts';

/** What is kept of a file that is not handled yet. */
export type Entry = {
  /** What tells it from other files; the path is for opening and showing. */
  readonly key: string;
  readonly path: string;
  readonly appearedAt: number;
  state: FileState;
  cancelLook: () => void;
  /** The look under way, if any. */
  looking: Promise<void> | null;
  lookAgain: boolean;
  reported: WaitingFile | null;
  /** And nobody took charge of it. */
  announced: boolean;
};

export function newEntry(key: string, path: string, appearedAt: number): Entry {
  return {
    key,
    path,
    appearedAt,
    state: { kind: 'found' },
    cancelLook: () => {},
    looking: null,
    lookAgain: false,
    reported: null,
    announced: false,
  };
}
