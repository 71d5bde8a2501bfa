/**
 * State machine of a file. A file is finished when its zip directory is whole and in bounds, and the file has
 * not changed for the stability period. Pure; times are monotonic milliseconds.
 *
 *                probed: changed
 *                  ┌───────┐
 *                  ▼       │        probed: unchanged                 verified: whole
 *   found ────▶ stabilising ┴── for the stability period ▶ verifying ─────────────────▶ finished ─┐
 *     ▲ probed       ▲                                      │   ▲                        │   ▲    │ probed: unchanged,
 *     │              │ probed, verified: changed  verified: │   │ probed: unchanged      │   └────┘ announced again
 *     │              ├─────────────────────────── not whole ▼   │                        │          when it is due
 *     │              │                            incomplete ───┘                        │
 *     │              └─────────────────────────── probed: other size, mtime or content ──┘
 *   blocked ◀── blocked (in use, denied, a link): from every state but gone
 *   gone    ◀── missing: from every state
 *
 * An unchanged incomplete file is verified at growing intervals. `VerificationDepth` selects what is read.
 */

import type { BlockedReason, Stamp } from '../files/probe.ts';

/**
 * `gaps`: the file only grew, so unwritten parts are zeros. `contents`: it changed at a constant size, so an
 * intact end does not prove completeness. `overwritten`: it also replaced a complete build.
 */
export type VerificationDepth = 'gaps' | 'contents' | 'overwritten';

export type IncompleteReason =
  | 'open'
  | 'overwritten'
  | 'empty'
  | 'reserved'
  | 'no-zip'
  | 'ends-early'
  | 'no-entries'
  | 'mismatch';

export type Verification =
  | { readonly complete: true }
  | { readonly complete: false; readonly reason: IncompleteReason };

export type FileState =
  | { readonly kind: 'found' }
  | {
      readonly kind: 'stabilising';
      readonly stamp: Stamp;
      readonly unchangedSince: number;
      readonly depth: VerificationDepth;
    }
  | {
      readonly kind: 'verifying';
      readonly stamp: Stamp;
      readonly unchangedSince: number;
      readonly depth: VerificationDepth;
      /** Reason why the file was last found incomplete; null before the first verification. */
      readonly reason: IncompleteReason | null;
      /** Pause before the next probe if the file is incomplete. */
      readonly delayMs: number;
    }
  | {
      readonly kind: 'incomplete';
      readonly stamp: Stamp;
      readonly unchangedSince: number;
      readonly depth: VerificationDepth;
      readonly reason: IncompleteReason;
      readonly delayMs: number;
      /** An unchanged file is not verified before this time. */
      readonly verifyAgainAt: number;
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
      readonly kind: 'probed';
      readonly at: number;
      readonly stamp: Stamp;
      /** True if a build of the same size was handled at this path. */
      readonly overwritesHandled: boolean;
      /** True if the content differs from the announced build, even if size and time match. */
      readonly contentDiffers?: boolean;
    }
  | { readonly kind: 'verified'; readonly at: number; readonly stamp: Stamp; readonly verdict: Verification }
  | { readonly kind: 'blocked'; readonly at: number; readonly reason: BlockedReason }
  | { readonly kind: 'missing' };

export type CompletenessRule = {
  /** Time without a change before a file is verified. */
  readonly stableForMs: number;
  /** Maximum pause between probes of an incomplete file. */
  readonly maxProbePauseMs: number;
  /** Pause before an unacknowledged announcement is repeated; doubles each time. */
  readonly repeatMs: number;
};

export const defaultCompletenessRule: CompletenessRule = {
  stableForMs: 300,
  maxProbePauseMs: 5_000,
  repeatMs: 60_000,
};

const maxRepeatMs = 60 * 60_000;
/** Pause before the next verification, as a fraction of the time since the last change. */
const verifyAgainFactor = 0.25;

export function reduceFileState(state: FileState, event: FileEvent, rule: CompletenessRule): FileState {
  switch (event.kind) {
    case 'missing':
      return { kind: 'gone' };
    case 'blocked':
      if (state.kind === 'gone') return state;
      return { kind: 'blocked', reason: event.reason, delayMs: increased(pauseOf(state, rule), rule) };
    case 'probed':
      return reduceProbed(state, event, rule);
    case 'verified':
      return reduceVerified(state, event);
  }
}

function reduceProbed(
  state: FileState,
  event: Extract<FileEvent, { kind: 'probed' }>,
  rule: CompletenessRule,
): FileState {
  switch (state.kind) {
    case 'found':
    case 'gone':
    case 'blocked':
      return stabilising(event, event.overwritesHandled ? 'overwritten' : 'gaps');
    case 'stabilising':
      if (hasChanged(state.stamp, event.stamp)) return stabilising(event, depthAfter(state, event));
      if (event.at - state.unchangedSince < rule.stableForMs) return state;
      return { ...state, kind: 'verifying', reason: null, delayMs: rule.stableForMs };
    case 'verifying':
      return hasChanged(state.stamp, event.stamp) ? stabilising(event, depthAfter(state, event)) : state;
    case 'incomplete':
      if (hasChanged(state.stamp, event.stamp)) return stabilising(event, depthAfter(state, event));
      return reprobed({ ...state, delayMs: increased(state.delayMs, rule) }, event.at);
    case 'finished':
      if (event.contentDiffers || !sameBuild(state.stamp, event.stamp)) {
        return stabilising(event, depthAfterFinish(state.stamp, event));
      }
      if (event.at - state.announcedAt < repeatAfter(state.announcements, rule)) return state;
      return { ...state, announcements: state.announcements + 1, announcedAt: event.at };
  }
}

function reduceVerified(state: FileState, event: Extract<FileEvent, { kind: 'verified' }>): FileState {
  // The state has changed since the verification began, so only the stamp is compared.
  if (state.kind === 'stabilising' || state.kind === 'incomplete') {
    return hasChanged(state.stamp, event.stamp) ? stabilising(event, depthAfter(state, event)) : state;
  }
  if (state.kind !== 'verifying') return state;
  if (hasChanged(state.stamp, event.stamp)) return stabilising(event, depthAfter(state, event));
  if (event.verdict.complete) {
    return { kind: 'finished', stamp: state.stamp, announcements: 1, announcedAt: event.at };
  }
  const verifyAgainAt = event.at + (event.at - state.unchangedSince) * verifyAgainFactor;
  return { ...state, kind: 'incomplete', reason: event.verdict.reason, verifyAgainAt };
}

/** Verifies at growing intervals: a probe is cheap, but a verification may read a gigabyte. */
function reprobed(state: Extract<FileState, { kind: 'incomplete' }>, at: number): FileState {
  const { verifyAgainAt, ...rest } = state;
  return at < verifyAgainAt ? state : { ...rest, kind: 'verifying' };
}

function stabilising(
  event: { readonly at: number; readonly stamp: Stamp },
  depth: VerificationDepth,
): FileState {
  return { kind: 'stabilising', stamp: event.stamp, unchangedSince: event.at, depth };
}

type Change = { readonly stamp: Stamp; readonly overwritesHandled?: boolean };

/** Returns the next depth: `gaps` for a replaced or truncated file; unchanged for a file that grew. */
function depthAfter(
  before: { readonly stamp: Stamp; readonly depth: VerificationDepth },
  after: Change,
): VerificationDepth {
  if (after.overwritesHandled === true) return 'overwritten';
  if (before.stamp.identity !== after.stamp.identity || after.stamp.size < before.stamp.size) return 'gaps';
  // Writing sets the mtime to now; copy tools set it back in their last step.
  if (after.stamp.size > before.stamp.size || after.stamp.mtimeMs <= before.stamp.mtimeMs)
    return before.depth;
  return before.depth === 'overwritten' ? 'overwritten' : 'contents';
}

function depthAfterFinish(finished: Stamp, after: Change): VerificationDepth {
  const inPlace = finished.identity === after.stamp.identity && finished.size === after.stamp.size;
  return inPlace || after.overwritesHandled === true ? 'overwritten' : 'gaps';
}

export function hasChanged(before: Stamp, after: Stamp): boolean {
  return (
    !sameBuild(before, after) || before.changedMs !== after.changedMs || before.identity !== after.identity
  );
}

/** Compares size and mtime only: renaming a folder or changing a mode creates no new build. */
export function sameBuild(a: Pick<Stamp, 'size' | 'mtimeMs'>, b: Pick<Stamp, 'size' | 'mtimeMs'>): boolean {
  return a.size === b.size && a.mtimeMs === b.mtimeMs;
}

/** Returns the delay in milliseconds until the next probe if no file event arrives; null if none is due. */
export function nextProbeIn(state: FileState, rule: CompletenessRule): number | null {
  switch (state.kind) {
    case 'found':
    case 'verifying':
      // Reached only if a probe failed.
      return rule.stableForMs;
    case 'stabilising':
      return Math.max(1, Math.floor(rule.stableForMs / 3));
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
  return state.kind === 'blocked' || state.kind === 'incomplete' ? state.delayMs : rule.stableForMs / 2;
}

function increased(delayMs: number, rule: CompletenessRule): number {
  return Math.min(rule.maxProbePauseMs, delayMs * 1.5);
}

function repeatAfter(announcements: number, rule: CompletenessRule): number {
  return Math.min(maxRepeatMs, rule.repeatMs * 2 ** Math.min(announcements - 1, 20));
}
