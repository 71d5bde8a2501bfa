import { type Message, messageOf } from '../../messages/message.ts';
import type { BlockedReason } from '../files/examine.ts';
import type { FileState, IncompleteReason } from './completeness.ts';

/** An unchanged file counts as abandoned after this time. */
export const longUnmovedMs = 30_000;

const notYet: Record<IncompleteReason, Message> = {
  open: messageOf('waiting/openForWriting'),
  'written-over': messageOf('waiting/overwritten'),
  empty: messageOf('waiting/stillEmpty'),
  reserved: messageOf('waiting/reserved'),
  'no-zip': messageOf('waiting/notABuild'),
  'ends-early': messageOf('waiting/endMissing'),
  'no-entries': messageOf('waiting/nothingPacked'),
  'does-not-match': messageOf('waiting/rewritten'),
};

const not: Record<IncompleteReason, Message> = {
  open: notYet.open,
  'written-over': notYet['written-over'],
  empty: messageOf('waiting/unfinishedEmpty'),
  reserved: messageOf('waiting/unfinishedHole'),
  'no-zip': notYet['no-zip'],
  'ends-early': messageOf('waiting/unfinishedEnd'),
  'no-entries': messageOf('waiting/unfinishedNothingPacked'),
  'does-not-match': messageOf('waiting/unfinishedMismatch'),
};

const stillWritten = messageOf('waiting/beingWritten');

const blocked: Record<BlockedReason, Message> = {
  held: messageOf('waiting/held'),
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

/** Null in states without waiting. `at` is monotonic milliseconds. */
export function waitingReason(state: FileState, at: number): Message | null {
  switch (state.kind) {
    case 'settling':
      return stillWritten;
    case 'judging':
    case 'incomplete':
      if (state.reason === null) return stillWritten;
      return at - state.unmovedSince >= longUnmovedMs ? not[state.reason] : notYet[state.reason];
    case 'blocked':
      return blocked[state.reason];
    case 'found':
    case 'finished':
    case 'gone':
      return null;
  }
}
