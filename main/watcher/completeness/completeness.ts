/**
 * When is a file finished? Its zip directory is whole and in bounds, and nothing about it moved over a quiet time.
 * Pure; times are monotonic milliseconds.
 *
 *                 looked: moved
 *                  ┌───────┐
 *                  ▼       │        looked: unmoved                     judged: whole
 *   found ──────▶ settling ┴─────── for the quiet time ──▶ judging ───────────────────▶ finished ─┐
 *     ▲ looked       ▲                                      │   ▲                        │   ▲    │ looked: unmoved,
 *     │              │ looked or judged: moved    judged:   │   │ looked: unmoved        │   └────┘ announced again
 *     │              ├─────────────────────────── not whole ▼   │                        │          when it is due
 *     │              │                            incomplete ───┘                        │
 *     │              └─────────────────────────── looked: other size, mtime or content ──┘
 *   blocked ◀── blocked (held, not allowed, a link): from every state but gone
 *   gone    ◀── missing: from every state
 *
 * While nothing moves, a file that is not whole is looked at as often, but judged again ever more rarely.
 * How carefully it is judged depends on how it was seen to be written (`Care`).
 */

import type { BlockedReason, Stamp } from '../files/examine.ts';

/**
 * `gaps`: nothing was seen but a file that grows, or is there at once; what was never written reads as zeros. `contents`:
 * it was written on while its size stood still, so its end says nothing about the rest. `older`: the same, over a build
 * that lay there whole; until the first byte differs, it still is that build.
 */
export type Care = 'gaps' | 'contents' | 'older';

export type IncompleteReason =
  | 'open'
  | 'written-over'
  | 'empty'
  | 'reserved'
  | 'no-zip'
  | 'ends-early'
  | 'no-entries'
  | 'does-not-match';

export type Verdict = { readonly whole: true } | { readonly whole: false; readonly reason: IncompleteReason };

export type FileState =
  | { readonly kind: 'found' }
  | {
      readonly kind: 'settling';
      readonly stamp: Stamp;
      readonly unmovedSince: number;
      readonly care: Care;
    }
  | {
      readonly kind: 'judging';
      readonly stamp: Stamp;
      readonly unmovedSince: number;
      readonly care: Care;
      /** What was wrong when it was judged before; null the first time. */
      readonly reason: IncompleteReason | null;
      /** Pause before the next look, should the file turn out not to be whole. */
      readonly delayMs: number;
    }
  | {
      readonly kind: 'incomplete';
      readonly stamp: Stamp;
      readonly unmovedSince: number;
      readonly care: Care;
      readonly reason: IncompleteReason;
      readonly delayMs: number;
      /** Reading it again before is waste, as long as nothing moves. */
      readonly judgeAgainAt: number;
    }
  | { readonly kind: 'blocked'; readonly reason: BlockedReason; readonly delayMs: number }
  | {
      readonly kind: 'finished';
      readonly stamp: Stamp;
      /** How often this very file was announced. */
      readonly announcements: number;
      readonly announcedAt: number;
    }
  | { readonly kind: 'gone' };

export type FileEvent =
  | {
      readonly kind: 'looked';
      readonly at: number;
      readonly stamp: Stamp;
      /** A build of the same size was handled under this path before. */
      readonly overOlder: boolean;
      /** Not the content that was announced, whatever size and time say. */
      readonly isOther?: boolean;
    }
  | { readonly kind: 'judged'; readonly at: number; readonly stamp: Stamp; readonly verdict: Verdict }
  | { readonly kind: 'blocked'; readonly at: number; readonly reason: BlockedReason }
  | { readonly kind: 'missing' };

export type CompletenessRule = {
  /** How long nothing may move before a file is judged. */
  readonly quietMs: number;
  /** Looks at a file that is not whole grow apart up to this. */
  readonly longestLookMs: number;
  /** An announcement nobody acknowledged is repeated after this, then ever more rarely. */
  readonly repeatMs: number;
};

export const defaultCompletenessRule: CompletenessRule = {
  quietMs: 300,
  longestLookMs: 5_000,
  repeatMs: 60_000,
};

const longestRepeatMs = 60 * 60_000;
/** Of the time a file has not moved. */
const rereadAfter = 0.25;

export function next(state: FileState, event: FileEvent, rule: CompletenessRule): FileState {
  switch (event.kind) {
    case 'missing':
      return { kind: 'gone' };
    case 'blocked':
      if (state.kind === 'gone') return state;
      return { kind: 'blocked', reason: event.reason, delayMs: grown(pauseOf(state, rule), rule) };
    case 'looked':
      return looked(state, event, rule);
    case 'judged':
      return judged(state, event);
  }
}

function looked(
  state: FileState,
  event: Extract<FileEvent, { kind: 'looked' }>,
  rule: CompletenessRule,
): FileState {
  switch (state.kind) {
    case 'found':
    case 'gone':
    case 'blocked':
      return settling(event, event.overOlder ? 'older' : 'gaps');
    case 'settling':
      if (moved(state.stamp, event.stamp)) return settling(event, careAfter(state, event));
      if (event.at - state.unmovedSince < rule.quietMs) return state;
      return { ...state, kind: 'judging', reason: null, delayMs: rule.quietMs };
    case 'judging':
      return moved(state.stamp, event.stamp) ? settling(event, careAfter(state, event)) : state;
    case 'incomplete':
      if (moved(state.stamp, event.stamp)) return settling(event, careAfter(state, event));
      return lookedAgain({ ...state, delayMs: grown(state.delayMs, rule) }, event.at);
    case 'finished':
      if (event.isOther || !sameBuild(state.stamp, event.stamp)) {
        return settling(event, careOver(state.stamp, event));
      }
      if (event.at - state.announcedAt < repeatAfter(state.announcements, rule)) return state;
      return { ...state, announcements: state.announcements + 1, announcedAt: event.at };
  }
}

function judged(state: FileState, event: Extract<FileEvent, { kind: 'judged' }>): FileState {
  // A verdict that comes late is no verdict, but it still tells what the file looked like.
  if (state.kind === 'settling' || state.kind === 'incomplete') {
    return moved(state.stamp, event.stamp) ? settling(event, careAfter(state, event)) : state;
  }
  if (state.kind !== 'judging') return state;
  if (moved(state.stamp, event.stamp)) return settling(event, careAfter(state, event));
  if (event.verdict.whole) {
    return { kind: 'finished', stamp: state.stamp, announcements: 1, announcedAt: event.at };
  }
  const judgeAgainAt = event.at + (event.at - state.unmovedSince) * rereadAfter;
  return { ...state, kind: 'incomplete', reason: event.verdict.reason, judgeAgainAt };
}

/** The longer a file lies unmoved, the more rarely it is read; a look costs nothing, a reading may cost a gigabyte. */
function lookedAgain(state: Extract<FileState, { kind: 'incomplete' }>, at: number): FileState {
  const { judgeAgainAt, ...rest } = state;
  return at < judgeAgainAt ? state : { ...rest, kind: 'judging' };
}

function settling(event: { readonly at: number; readonly stamp: Stamp }, care: Care): FileState {
  return { kind: 'settling', stamp: event.stamp, unmovedSince: event.at, care };
}

type Movement = { readonly stamp: Stamp; readonly overOlder?: boolean };

/** A file begun anew (another one, or cut) is as unknown as at first; one that grew is as it was. */
function careAfter(before: { readonly stamp: Stamp; readonly care: Care }, after: Movement): Care {
  if (after.overOlder === true) return 'older';
  if (before.stamp.identity !== after.stamp.identity || after.stamp.size < before.stamp.size) return 'gaps';
  // Writing sets the time to now; a time that is set back is the last act of a copy.
  if (after.stamp.size > before.stamp.size || after.stamp.mtimeMs <= before.stamp.mtimeMs) return before.care;
  return before.care === 'older' ? 'older' : 'contents';
}

function careOver(finished: Stamp, after: Movement): Care {
  const inPlace = finished.identity === after.stamp.identity && finished.size === after.stamp.size;
  return inPlace || after.overOlder === true ? 'older' : 'gaps';
}

/** Anything at all moved: somebody is still at work on the file. */
export function moved(before: Stamp, after: Stamp): boolean {
  return (
    !sameBuild(before, after) || before.changedMs !== after.changedMs || before.identity !== after.identity
  );
}

/** As far as size and mtime tell, the same build under the same path: renaming a folder or changing a mode makes no new one. */
export function sameBuild(a: Pick<Stamp, 'size' | 'mtimeMs'>, b: Pick<Stamp, 'size' | 'mtimeMs'>): boolean {
  return a.size === b.size && a.mtimeMs === b.mtimeMs;
}

/** Milliseconds until the file should be looked at again without any file event; null when never. */
export function nextLookIn(state: FileState, rule: CompletenessRule): number | null {
  switch (state.kind) {
    case 'found':
    case 'judging':
      // Only reached when a look failed half-way.
      return rule.quietMs;
    case 'settling':
      return Math.max(1, Math.floor(rule.quietMs / 3));
    case 'incomplete':
    case 'blocked':
      return state.delayMs;
    case 'finished':
      return repeatAfter(state.announcements, rule);
    case 'gone':
      return null;
  }
}

function pauseOf(state: FileState, rule: CompletenessRule): number {
  return state.kind === 'blocked' || state.kind === 'incomplete' ? state.delayMs : rule.quietMs / 2;
}

function grown(delayMs: number, rule: CompletenessRule): number {
  return Math.min(rule.longestLookMs, delayMs * 1.5);
}

function repeatAfter(announcements: number, rule: CompletenessRule): number {
  return Math.min(longestRepeatMs, rule.repeatMs * 2 ** Math.min(announcements - 1, 20));
}
