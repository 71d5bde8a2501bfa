/** Why a file is not announced yet, in words for people. Pure. */
import type { BlockedReason, FileState, IncompleteReason } from './completeness.ts';

/** After this long without a change a file is no longer "not yet" but "not". */
export const longUnmovedMs = 30_000;

const notYet: Record<IncompleteReason, string> = {
  open: 'Another program still has the file open for writing.',
  'written-over': 'An older build is being written over. Slipway waits a moment longer.',
  empty: 'The file is still empty.',
  reserved: 'The space is reserved, but the build is not written yet.',
  'no-zip': 'This is not a build file: it has the name of one but holds something else.',
  'ends-early': 'The file is not complete yet: its end is missing.',
  'no-entries': 'The file is not complete yet: nothing has been packed into it.',
  'does-not-match': 'The file is being rewritten: its contents and its table of contents do not match yet.',
};

const not: Record<IncompleteReason, string> = {
  open: notYet.open,
  'written-over': notYet['written-over'],
  empty: 'This is not a finished build: the file is empty.',
  reserved: 'This is not a finished build: a part of it was never written.',
  'no-zip': notYet['no-zip'],
  'ends-early': 'This is not a finished build: the file ends early. Write it again.',
  'no-entries': 'This is not a finished build: nothing is packed into it.',
  'does-not-match':
    'This is not a finished build: its contents and its table of contents do not match. Write it again.',
};

const stillWritten = 'The file is still being written.';

const blocked: Record<BlockedReason, string> = {
  held: 'Another program is holding the file. Slipway waits until it lets go.',
  copying: 'The Finder is still copying the file.',
  denied: 'The file cannot be read: permission denied. Allow access; Slipway keeps looking.',
  link: 'This is a link that leads out of the watched folder or nowhere. Slipway does not follow it: put the build itself here.',
  unreadable: 'The file cannot be read at the moment. Slipway keeps looking.',
};

/** Why a file would not be announced now. */
export function unfinishedReason(why: IncompleteReason | BlockedReason | 'moving'): string {
  if (why === 'moving') return stillWritten;
  return isBlocked(why) ? blocked[why] : notYet[why];
}

function isBlocked(why: IncompleteReason | BlockedReason): why is BlockedReason {
  return why in blocked;
}

/** The reason a file waits for; null in states in which it does not wait. `at` is the machine's time. */
export function waitingReason(state: FileState, at: number): string | null {
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
