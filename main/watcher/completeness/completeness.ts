/**
 * State machine of a file. It is finished when its zip directory is whole and in bounds, and nothing about it changed
 * over a quiet time. Pure; times are monotonic milliseconds.
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
 * An unchanged incomplete file is verified at growing intervals. `Care` selects how much of it is read.
 */

import type { BlockedReason, Stamp } from '../files/examine.ts';

/**
 * `gaps`: the file only grew, so unwritten parts are zeros. `contents`: it changed at a constant size, so its
 * end proves nothing. `older`: the same, over a whole build, which it still is until a byte differs.
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
      /** Reason of the last verification; null before the first. */
      readonly reason: IncompleteReason | null;
      /** Pause before the next probe if the file is incomplete. */
      readonly delayMs: number;
    }
  | {
      readonly kind: 'incomplete';
      readonly stamp: Stamp;
      readonly unmovedSince: number;
      readonly care: Care;
      readonly reason: IncompleteReason;
      readonly delayMs: number;
      /** An unchanged file is not verified before this time. */
      readonly judgeAgainAt: number;
    }
  | { readonly kind: 'blocked'; readonly reason: BlockedReason; readonly delayMs: number }
  | {
      readonly kind: 'finished';
      readonly stamp: Stamp;
      readonly announcements: number;
      readonly announcedAt: number;
    }
  | { readonly kind: 'gone' };

export type FileEvent =
  | {
      readonly kind: 'looked';
      readonly at: number;
      readonly stamp: Stamp;
      /** True if a build of the same size was handled at this path. */
      readonly overOlder: boolean;
      /** True if the content is not the announced one, even if size and time match. */
      readonly isOther?: boolean;
    }
  | { readonly kind: 'judged'; readonly at: number; readonly stamp: Stamp; readonly verdict: Verdict }
  | { readonly kind: 'blocked'; readonly at: number; readonly reason: BlockedReason }
  | { readonly kind: 'missing' };

export type CompletenessRule = {
  /** Time without a change before a file is verified. */
  readonly quietMs: number;
  /** Maximum pause between probes of an incomplete file. */
  readonly longestLookMs: number;
  /** Pause before an unacknowledged announcement is repeated; doubles each time. */
  readonly repeatMs: number;
};

export const defaultCompletenessRule: CompletenessRule = {
  quietMs: 300,
  longestLookMs: 5_000,
  repeatMs: 60_000,
};

const longestRepeatMs = 60 * 60_000;
/** Fraction of the time since the last change. */
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
  // A late verdict is ignored, but its stamp may show a change.
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

/** Verifies an unchanged file at growing intervals: a probe is cheap, but a verification may read a gigabyte. */
function lookedAgain(state: Extract<FileState, { kind: 'incomplete' }>, at: number): FileState {
  const { judgeAgainAt, ...rest } = state;
  return at < judgeAgainAt ? state : { ...rest, kind: 'judging' };
}

function settling(event: { readonly at: number; readonly stamp: Stamp }, care: Care): FileState {
  return { kind: 'settling', stamp: event.stamp, unmovedSince: event.at, care };
}

type Movement = { readonly stamp: Stamp; readonly overOlder?: boolean };

/** A replaced or truncated file starts again with `gaps`; a file that grew keeps its depth. */
function careAfter(before: { readonly stamp: Stamp; readonly care: Care }, after: Movement): Care {
  if (after.overOlder === true) return 'older';
  if (before.stamp.identity !== after.stamp.identity || after.stamp.size < before.stamp.size) return 'gaps';
  // Writing sets the mtime to now; copy tools set it back in their last step.
  if (after.stamp.size > before.stamp.size || after.stamp.mtimeMs <= before.stamp.mtimeMs) return before.care;
  return before.care === 'older' ? 'older' : 'contents';
}

function careOver(finished: Stamp, after: Movement): Care {
  const inPlace = finished.identity === after.stamp.identity && finished.size === after.stamp.size;
  return inPlace || after.overOlder === true ? 'older' : 'gaps';
}

/** True if anything changed, so the file may still be written. */
export function moved(before: Stamp, after: Stamp): boolean {
  return (
    !sameBuild(before, after) || before.changedMs !== after.changedMs || before.identity !== after.identity
  );
}

/** Compares size and mtime only: renaming a folder or changing a mode creates no new build. */
export function sameBuild(a: Pick<Stamp, 'size' | 'mtimeMs'>, b: Pick<Stamp, 'size' | 'mtimeMs'>): boolean {
  return a.size === b.size && a.mtimeMs === b.mtimeMs;
}

/** Returns the milliseconds until the next probe without a file event; null if none is due. */
export function nextLookIn(state: FileState, rule: CompletenessRule): number | null {
  switch (state.kind) {
    case 'found':
    case 'judging':
      // Reached only if a probe failed.
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
