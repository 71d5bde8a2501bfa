import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type FileEvent,
  type FileState,
  nextProbeIn,
  reduceFileState,
  defaultCompletenessRule as rule,
} from '../../../main/watcher/completeness/completeness.ts';
import {
  abandonedAfterMs,
  isStuck,
  waitingReason as mainWaitingReason,
} from '../../../main/watcher/completeness/waiting-reasons.ts';
import type { Stamp } from '../../../main/watcher/files/probe.ts';
import { withEnglishResult } from '../../english.ts';

const waitingReason = withEnglishResult(mainWaitingReason);

const stamp = (size: number, mtimeMs = 1, changedMs = mtimeMs, identity = '1:1'): Stamp => ({
  size,
  mtimeMs,
  changedMs,
  identity,
});
const probed = (at: number, seen: Stamp): FileEvent => ({
  kind: 'probed',
  at,
  stamp: seen,
  overwritesHandled: false,
});
const verified = (at: number, seen: Stamp, complete: boolean): FileEvent => ({
  kind: 'verified',
  at,
  stamp: seen,
  verdict: complete ? { complete } : { complete, reason: 'ends-early' },
});
const stateAfter = (...events: FileEvent[]): FileState =>
  events.reduce((state: FileState, event) => reduceFileState(state, event, rule), { kind: 'found' });

const timed = (
  event: { kind: 'probed'; stamp: Stamp } | { kind: 'missing' | 'blocked' },
  at: number,
): FileEvent => {
  if (event.kind === 'probed') return probed(at, event.stamp);
  return event.kind === 'missing' ? { kind: 'missing' } : { kind: 'blocked', at, reason: 'in-use' };
};

const a = stamp(10);
const b = stamp(20, 2);
const incomplete = [probed(0, a), probed(300, a), verified(300, a, false)];
const finished = [probed(0, a), probed(300, a), verified(300, a, true)];

describe('a new file', () => {
  test('is not verified after one probe', () => {
    expect(stateAfter(probed(0, a)).kind).toBe('stabilising');
  });

  test('is not verified after two probes within the stability period', () => {
    expect(stateAfter(probed(0, a), probed(299, a)).kind).toBe('stabilising');
  });

  test('is verified after it has been unchanged for the stability period', () => {
    expect(stateAfter(probed(0, a), probed(100, a), probed(300, a)).kind).toBe('verifying');
  });

  test('is finished and announced once if it is a complete zip', () => {
    expect(stateAfter(...finished)).toEqual({
      kind: 'finished',
      stamp: a,
      announcements: 1,
      announcedAt: 300,
    });
  });

  test.each([
    ['size', stamp(11)],
    ['mtime', stamp(10, 2, 1)],
    ['time of change', stamp(10, 1, 2)],
    ['file at the path', stamp(10, 1, 1, '1:2')],
  ])('restarts the stability period when the %s changes', (_, moved) => {
    expect(stateAfter(probed(0, a), probed(299, moved), probed(598, moved)).kind).toBe('stabilising');
    expect(stateAfter(probed(0, a), probed(300, a), verified(301, moved, true))).toMatchObject({
      kind: 'stabilising',
      unchangedSince: 301,
    });
  });

  test('is finished even if its mtime is in the future', () => {
    const future = stamp(10, Date.UTC(2100, 0));
    expect(stateAfter(probed(0, future), probed(300, future), verified(300, future, true)).kind).toBe(
      'finished',
    );
  });
});

describe('an incomplete file', () => {
  test('is probed at growing intervals up to the maximum', () => {
    let state = stateAfter(...incomplete);
    const pauses = Array.from({ length: 12 }, (_, index) => {
      const pause = nextProbeIn(state, rule);
      state = reduceFileState(
        reduceFileState(state, probed(index + 301, a), rule),
        verified(index + 301, a, false),
        rule,
      );
      return pause;
    });
    expect(pauses.slice(0, 4)).toEqual([300, 450, 675, 1012.5]);
    expect(pauses.at(-1)).toBe(5_000);
  });

  test('stabilises again when it changes', () => {
    expect(stateAfter(...incomplete, probed(3_500, b))).toMatchObject({
      kind: 'stabilising',
      unchangedSince: 3_500,
    });
  });

  test('is finished when a later probe finds it complete', () => {
    expect(stateAfter(...incomplete, probed(700, a), verified(700, a, true)).kind).toBe('finished');
  });

  test('is reported with the missing part, and later as abandoned', () => {
    const state = stateAfter(...incomplete);
    expect(waitingReason(state, 400)).toBe('The file is not complete yet: its end is missing.');
    expect(waitingReason(state, abandonedAfterMs)).toBe(
      'The file is not complete: its end is missing. Build or copy it again.',
    );
    expect([isStuck(state, 400), isStuck(state, abandonedAfterMs)]).toEqual([false, true]);
    expect(waitingReason(stateAfter(...incomplete, probed(700, a)), 700)).toBe(waitingReason(state, 700));
    const verdict = { complete: false, reason: 'mismatch' } as const;
    const rewritten = stateAfter(probed(0, a), probed(300, a), {
      kind: 'verified',
      at: 300,
      stamp: a,
      verdict,
    });
    expect(waitingReason(rewritten, 400)).toContain('is being rewritten');
  });
});

describe('a finished file', () => {
  test('counts as a new build if its size or mtime changes', () => {
    expect(stateAfter(...finished, probed(400, stamp(10, 2))).kind).toBe('stabilising');
    expect(stateAfter(...finished, probed(400, stamp(11, 1))).kind).toBe('stabilising');
  });

  test('counts as the same build if its mode or name changes', () => {
    expect(stateAfter(...finished, probed(400, stamp(10, 1, 9, '1:9')))).toEqual(stateAfter(...finished));
  });

  test('is announced again at growing intervals until it is acknowledged', () => {
    expect(stateAfter(...finished, probed(60_299, a))).toMatchObject({ announcements: 1 });
    const second = stateAfter(...finished, probed(60_300, a));
    expect(second).toMatchObject({ announcements: 2, announcedAt: 60_300 });
    expect(nextProbeIn(second, rule)).toBe(120_000);
    expect(reduceFileState(second, probed(180_299, a), rule)).toMatchObject({ announcements: 2 });
    const late: FileState = { kind: 'finished', stamp: a, announcements: 50, announcedAt: 0 };
    expect(nextProbeIn(late, rule)).toBe(60 * 60_000);
  });
});

describe('an unavailable file', () => {
  test('is probed at growing intervals until it can be read', () => {
    const blocked: FileEvent = { kind: 'blocked', at: 0, reason: 'in-use' };
    const once = stateAfter(blocked);
    const twice = reduceFileState(once, blocked, rule);
    expect(nextProbeIn(twice, rule)).toBeGreaterThan(nextProbeIn(once, rule) ?? 0);
    expect(waitingReason(twice, 0)).toContain('Another program is using the file');
    expect(reduceFileState(twice, probed(900, a), rule).kind).toBe('stabilising');
  });

  test('counts as gone when deleted and as new when it returns', () => {
    for (const events of [[], [probed(0, a)], incomplete, finished]) {
      const gone = stateAfter(...events, { kind: 'missing' });
      expect(gone).toEqual({ kind: 'gone' });
      expect(nextProbeIn(gone, rule)).toBeNull();
      expect(reduceFileState(gone, probed(9, a), rule)).toMatchObject({
        kind: 'stabilising',
        unchangedSince: 9,
      });
    }
  });
});

test('no order of events finishes a changing or incomplete file', () => {
  const anyStamp = fc.record({
    size: fc.integer({ min: 0, max: 2 }),
    mtimeMs: fc.integer({ min: 0, max: 2 }),
    changedMs: fc.constant(0),
    identity: fc.constant('1:1'),
  });
  const anyEvent = fc.oneof(
    fc.record({ kind: fc.constant('probed' as const), stamp: anyStamp }),
    fc.record({ kind: fc.constant('verified' as const), stamp: anyStamp, whole: fc.boolean() }),
    fc.constant({ kind: 'missing' as const }),
    fc.constant({ kind: 'blocked' as const }),
  );
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 1, max: 400 }), anyEvent), { maxLength: 40 }),
      (steps) => {
        let at = 0;
        let state: FileState = { kind: 'found' };
        let unchangedSince = 0;
        let last = '';
        for (const [pause, step] of steps) {
          at += pause;
          const shown = 'stamp' in step ? JSON.stringify(step.stamp) : '';
          if (shown !== last) unchangedSince = at;
          last = shown;
          const event = step.kind === 'verified' ? verified(at, step.stamp, step.whole) : timed(step, at);
          const before: FileState = state;
          state = reduceFileState(state, event, rule);
          if (state.kind === 'finished' && before.kind !== 'finished') {
            expect(event).toMatchObject({ kind: 'verified', verdict: { complete: true } });
            expect(at - unchangedSince).toBeGreaterThanOrEqual(rule.stableForMs);
          }
        }
      },
    ),
    { numRuns: 300 },
  );
});

describe('the verification depth', () => {
  const older = (at: number, seen: Stamp): FileEvent => ({
    kind: 'probed',
    at,
    stamp: seen,
    overwritesHandled: true,
  });
  const depthAfter = (...events: FileEvent[]): string => {
    const state = stateAfter(...events);
    return 'depth' in state ? state.depth : state.kind;
  };
  const grown = stamp(30, 3);

  test.each<[string, FileEvent[], string]>([
    ['appears at once', [probed(0, a)], 'gaps'],
    ['grows', [probed(0, a), probed(1, b), probed(2, grown)], 'gaps'],
    ['changes at the same size', [probed(0, a), probed(1, stamp(10, 2))], 'contents'],
    [
      'changes at the same size, then grows',
      [probed(0, a), probed(1, stamp(10, 2)), probed(2, grown)],
      'contents',
    ],
    ['is truncated and rewritten', [probed(0, a), probed(1, stamp(10, 2)), probed(2, stamp(3, 3))], 'gaps'],
    ['is replaced', [probed(0, a), probed(1, stamp(10, 2)), probed(2, stamp(10, 3, 3, '1:2'))], 'gaps'],
    ['gets an older mtime', [probed(0, stamp(10, 5)), probed(1, stamp(10, 2, 6))], 'gaps'],
    ['gets another mode', [probed(0, a), probed(1, stamp(10, 1, 9))], 'gaps'],
    ['replaces a handled build of the same size', [older(0, a)], 'overwritten'],
    ['reaches the size of a handled build', [probed(0, a), older(1, b)], 'overwritten'],
    [
      'is overwritten in place after its announcement',
      [...finished, probed(400, stamp(10, 2))],
      'overwritten',
    ],
    ['has another size after its announcement', [...finished, probed(400, b)], 'gaps'],
    ['was incomplete and changes', [...incomplete, probed(400, stamp(10, 2))], 'contents'],
  ])('is chosen for a file that %s', (_how, events, depth) => {
    expect(depthAfter(...events)).toBe(depth);
  });

  test('stays the same until the file is verified', () => {
    const moving = [probed(0, a), probed(1, stamp(10, 2))];
    expect(stateAfter(...moving, probed(400, stamp(10, 2)))).toMatchObject({
      kind: 'verifying',
      depth: 'contents',
    });
  });
});

test('an unchanged incomplete file is verified at growing intervals', () => {
  let state = stateAfter(probed(0, a), probed(300, a));
  let readings = 0;
  const day = 24 * 60 * 60_000;
  for (let at = 300; at < day; at += 5_000) {
    state = reduceFileState(state, probed(at, a), rule);
    if (state.kind !== 'verifying') continue;
    readings += 1;
    state = reduceFileState(state, verified(at, a, false), rule);
  }
  expect(readings).toBeLessThan(60);
  expect(nextProbeIn(state, rule)).toBeLessThanOrEqual(rule.maxProbePauseMs);
  const moving = reduceFileState(state, probed(day, b), rule);
  expect(moving.kind).toBe('stabilising');
  expect(reduceFileState(moving, probed(day + 300, b), rule).kind).toBe('verifying');
});
