import { type Message, messageOf } from '../../messages/message.ts';
import type { BlockedReason } from '../files/probe.ts';
import type { FileState, IncompleteReason } from './completeness.ts';

/** An unchanged file counts as abandoned after this time. */
export const abandonedAfterMs = 30_000;

const notYet: Record<IncompleteReason, Message> = {
  open: messageOf('waiting/openForWriting'),
  overwritten: messageOf('waiting/overwritten'),
  empty: messageOf('waiting/stillEmpty'),
  reserved: messageOf('waiting/reserved'),
  'no-zip': messageOf('waiting/notABuild'),
  'ends-early': messageOf('waiting/endMissing'),
  'no-entries': messageOf('waiting/nothingPacked'),
  mismatch: messageOf('waiting/rewritten'),
};

const not: Record<IncompleteReason, Message> = {
  open: notYet.open,
  overwritten: notYet.overwritten,
  empty: messageOf('waiting/unfinishedEmpty'),
  reserved: messageOf('waiting/unfinishedHole'),
  'no-zip': notYet['no-zip'],
  'ends-early': messageOf('waiting/unfinishedEnd'),
  'no-entries': messageOf('waiting/unfinishedNothingPacked'),
  mismatch: messageOf('waiting/unfinishedMismatch'),
};

const stillWritten = messageOf('waiting/beingWritten');

const blocked: Record<BlockedReason, Message> = {
  'in-use': messageOf('waiting/inUse'),
  copying: messageOf('waiting/finderCopies'),
  denied: messageOf('waiting/denied'),
  link: messageOf('waiting/link'),
  'folder-link': messageOf('waiting/folderLink'),
  unreadable: messageOf('waiting/unreadable'),
};

export function unfinishedReason(why: IncompleteReason | BlockedReason | 'moving'): Message {
  if (why === 'moving') return stillWritten;
  return isBlocked(why) ? blocked[why] : notYet[why];
}

function isBlocked(why: IncompleteReason | BlockedReason): why is BlockedReason {
  return why in blocked;
}

const temporary: readonly (IncompleteReason | BlockedReason)[] = ['open', 'overwritten', 'in-use', 'copying'];

/** Returns true if a waiting file needs the user: it is unreadable, or unfinished and no longer changes. */
export function isStuck(state: FileState, at: number): boolean {
  switch (state.kind) {
    case 'verifying':
    case 'incomplete':
      if (state.reason === null || temporary.includes(state.reason)) return false;
      return at - state.unchangedSince >= abandonedAfterMs;
    case 'blocked':
      return !temporary.includes(state.reason);
    default:
      return false;
  }
}

/** Returns why the file is waiting; null if it is not waiting. `at` is monotonic milliseconds. */
export function waitingReason(state: FileState, at: number): Message | null {
  switch (state.kind) {
    case 'stabilising':
      return stillWritten;
    case 'verifying':
    case 'incomplete':
      if (state.reason === null) return stillWritten;
      return at - state.unchangedSince >= abandonedAfterMs ? not[state.reason] : notYet[state.reason];
    case 'blocked':
      return blocked[state.reason];
    case 'found':
    case 'finished':
    case 'gone':
      return null;
  }
}
