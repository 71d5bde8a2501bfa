import type { WaitingFile } from '../watcher-types.ts';
import type { FileState } from './completeness.ts';

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
  /** It may be a handled build changed through memory: nothing but its content tells. */
  closely: boolean;
  /** Of the build that is finished; null while there is none, or when it cannot be read. */
  fingerprint: string | null;
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
    closely: false,
    fingerprint: null,
    reported: null,
    announced: false,
  };
}
