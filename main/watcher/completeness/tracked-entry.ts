import type { WaitingFile } from '../watcher-types.ts';
import type { FileState } from './completeness.ts';

export type Entry = {
  /** Identifies the file; `path` is for opening and showing. */
  readonly key: string;
  readonly path: string;
  readonly appearedAt: number;
  state: FileState;
  cancelProbe: () => void;
  probing: Promise<void> | null;
  probeAgain: boolean;
  /** True to compare the content, because writes through a memory map do not change the stamp. */
  compareContent: boolean;
  /** Fingerprint of the finished build; null if unfinished or unreadable. */
  fingerprint: string | null;
  reported: WaitingFile | null;
  /** True from the announcement until it is acknowledged. */
  announced: boolean;
};

export function newEntry(key: string, path: string, appearedAt: number): Entry {
  return {
    key,
    path,
    appearedAt,
    state: { kind: 'found' },
    cancelProbe: () => {},
    probing: null,
    probeAgain: false,
    compareContent: false,
    fingerprint: null,
    reported: null,
    announced: false,
  };
}
