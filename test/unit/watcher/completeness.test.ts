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
  waitingReason as mainWaitingReason,
} from '../../../main/watcher/completeness/waiting-reasons.ts';
import type { Stamp } from '../../../main/watcher/files/probe.ts';
import { saying } from '../../english.ts';

const waitingReason = saying(mainWaitingReason);

const stamp = (size: number, mtimeMs = 1, changedMs = mtimeMs, identity = '1:1'): Stamp => ({
  size,
  mtimeMs,
  changedMs,
  identity,
});
const looked = (at: number, seen: Stamp): FileEvent => ({
  kind: 'probed',
  at,
  stamp: seen,
  overwritesHandled: false,
});
const judged = (at: number, seen: Stamp, complete: boolean): FileEvent => ({
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
  if (event.kind === 'probed') return looked(at, event.stamp);
  return event.kind === 'missing' ? { kind: 'missing' } : { kind: 'blocked', at, reason: 'in-use' };
};

const a = stamp(10);
const b = stamp(20, 2);
const incomplete = [looked(0, a), looked(300, a), judged(300, a, false)];
const finished = [looked(0, a), looked(300, a), judged(300, a, true)];

describe('the way to finished', () => {
  test('one look is not enough, however old the file is', () => {
    expect(stateAfter(looked(0, a)).kind).toBe('stabilising');
  });

  test('two looks within the quiet time are not enough', () => {
    expect(stateAfter(looked(0, a), looked(299, a)).kind).toBe('stabilising');
  });

  test('unmoved for the quiet time, it is judged', () => {
    expect(stateAfter(looked(0, a), looked(100, a), looked(300, a)).kind).toBe('verifying');
  });

  test('a whole zip is finished and announced once', () => {
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
    ['file under the name', stamp(10, 1, 1, '1:2')],
  ])('another %s begins the quiet time anew', (_, moved) => {
    expect(stateAfter(looked(0, a), looked(299, moved), looked(598, moved)).kind).toBe('stabilising');
    expect(stateAfter(looked(0, a), looked(300, a), judged(301, moved, true))).toMatchObject({
      kind: 'stabilising',
      unchangedSince: 301,
    });
  });

  test('an mtime in the future does not matter', () => {
    const future = stamp(10, Date.UTC(2100, 0));
    expect(stateAfter(looked(0, future), looked(300, future), judged(300, future, true)).kind).toBe(
      'finished',
    );
  });
});

describe('a file that is not whole', () => {
  test('is judged again by looks that grow apart up to the longest', () => {
    let state = stateAfter(...incomplete);
    const pauses = Array.from({ length: 12 }, (_, index) => {
      const pause = nextProbeIn(state, rule);
      state = reduceFileState(
        reduceFileState(state, looked(index + 301, a), rule),
        judged(index + 301, a, false),
        rule,
      );
      return pause;
    });
    expect(pauses.slice(0, 4)).toEqual([300, 450, 675, 1012.5]);
    expect(pauses.at(-1)).toBe(5_000);
  });

  test('settles anew when it moves', () => {
    expect(stateAfter(...incomplete, looked(3_500, b))).toMatchObject({
      kind: 'stabilising',
      unchangedSince: 3_500,
    });
  });

  test('is finished when a later look finds it whole', () => {
    expect(stateAfter(...incomplete, looked(700, a), judged(700, a, true)).kind).toBe('finished');
  });

  test('says in words what is missing, and after long that it will not come', () => {
    const state = stateAfter(...incomplete);
    expect(waitingReason(state, 400)).toBe('The file is not complete yet: its end is missing.');
    expect(waitingReason(state, abandonedAfterMs)).toBe(
      'This is not a finished build: the file ends early. Write it again.',
    );
    expect(waitingReason(stateAfter(...incomplete, looked(700, a)), 700)).toBe(waitingReason(state, 700));
    const verdict = { complete: false, reason: 'mismatch' } as const;
    const rewritten = stateAfter(looked(0, a), looked(300, a), {
      kind: 'verified',
      at: 300,
      stamp: a,
      verdict,
    });
    expect(waitingReason(rewritten, 400)).toContain('is being rewritten');
  });
});

describe('a finished file', () => {
  test('with another size or mtime is a new build', () => {
    expect(stateAfter(...finished, looked(400, stamp(10, 2))).kind).toBe('stabilising');
    expect(stateAfter(...finished, looked(400, stamp(11, 1))).kind).toBe('stabilising');
  });

  test('with another mode or name is not', () => {
    expect(stateAfter(...finished, looked(400, stamp(10, 1, 9, '1:9')))).toEqual(stateAfter(...finished));
  });

  test('nobody acknowledges is announced again, ever more rarely', () => {
    expect(stateAfter(...finished, looked(60_299, a))).toMatchObject({ announcements: 1 });
    const second = stateAfter(...finished, looked(60_300, a));
    expect(second).toMatchObject({ announcements: 2, announcedAt: 60_300 });
    expect(nextProbeIn(second, rule)).toBe(120_000);
    expect(reduceFileState(second, looked(180_299, a), rule)).toMatchObject({ announcements: 2 });
    const late: FileState = { kind: 'finished', stamp: a, announcements: 50, announcedAt: 0 };
    expect(nextProbeIn(late, rule)).toBe(60 * 60_000);
  });
});

describe('trouble', () => {
  test('a held file is looked at again by growing pauses and settles when it can be read', () => {
    const blocked: FileEvent = { kind: 'blocked', at: 0, reason: 'in-use' };
    const once = stateAfter(blocked);
    const twice = reduceFileState(once, blocked, rule);
    expect(nextProbeIn(twice, rule)).toBeGreaterThan(nextProbeIn(once, rule) ?? 0);
    expect(waitingReason(twice, 0)).toContain('Another program is using the file');
    expect(reduceFileState(twice, looked(900, a), rule).kind).toBe('stabilising');
  });

  test('a deleted file is gone from every state and comes back as a new one', () => {
    for (const events of [[], [looked(0, a)], incomplete, finished]) {
      const gone = stateAfter(...events, { kind: 'missing' });
      expect(gone).toEqual({ kind: 'gone' });
      expect(nextProbeIn(gone, rule)).toBeNull();
      expect(reduceFileState(gone, looked(9, a), rule)).toMatchObject({
        kind: 'stabilising',
        unchangedSince: 9,
      });
    }
  });
});

test('no order of events finishes a file that moved within the quiet time or was not whole', () => {
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
          const event = step.kind === 'verified' ? judged(at, step.stamp, step.whole) : timed(step, at);
          const before: FileState = state;
          state = reduceFileState(state, event, rule);
          if (state.kind === 'finished' && before.kind !== 'finished') {
            expect(event).toMatchObject({ kind: 'verified', verdict: { complete: true } });
            expect(at - unchangedSince).toBeGreaterThanOrEqual(rule.quietMs);
          }
        }
      },
    ),
    { numRuns: 300 },
  );
});

describe('how carefully a file is judged', () => {
  const older = (at: number, seen: Stamp): FileEvent => ({
    kind: 'probed',
    at,
    stamp: seen,
    overwritesHandled: true,
  });
  const careAfter = (...events: FileEvent[]): string => {
    const state = stateAfter(...events);
    return 'depth' in state ? state.depth : state.kind;
  };
  const grown = stamp(30, 3);

  test.each<[string, FileEvent[], string]>([
    ['there at once', [looked(0, a)], 'gaps'],
    ['grows', [looked(0, a), looked(1, b), looked(2, grown)], 'gaps'],
    ['moves while its size stands still', [looked(0, a), looked(1, stamp(10, 2))], 'contents'],
    ['does so, and grows afterwards', [looked(0, a), looked(1, stamp(10, 2)), looked(2, grown)], 'contents'],
    ['is cut and begun anew', [looked(0, a), looked(1, stamp(10, 2)), looked(2, stamp(3, 3))], 'gaps'],
    ['is replaced', [looked(0, a), looked(1, stamp(10, 2)), looked(2, stamp(10, 3, 3, '1:2'))], 'gaps'],
    ['gets the time of long ago', [looked(0, stamp(10, 5)), looked(1, stamp(10, 2, 6))], 'gaps'],
    ['gets another mode', [looked(0, a), looked(1, stamp(10, 1, 9))], 'gaps'],
    ['lies where one of its size was handled', [older(0, a)], 'overwritten'],
    ['reaches the size of a handled one', [looked(0, a), older(1, b)], 'overwritten'],
    [
      'is written on after it was announced, in place',
      [...finished, looked(400, stamp(10, 2))],
      'overwritten',
    ],
    ['is another size after it was announced', [...finished, looked(400, b)], 'gaps'],
    ['was found not to be whole, and moves', [...incomplete, looked(400, stamp(10, 2))], 'contents'],
  ])('a file that %s', (_how, events, depth) => {
    expect(careAfter(...events)).toBe(depth);
  });

  test('is kept until it is judged', () => {
    const moving = [looked(0, a), looked(1, stamp(10, 2))];
    expect(stateAfter(...moving, looked(400, stamp(10, 2)))).toMatchObject({
      kind: 'verifying',
      depth: 'contents',
    });
  });
});

test('a file at rest that is not whole is read ever more rarely, and at once when it moves', () => {
  let state = stateAfter(looked(0, a), looked(300, a));
  let readings = 0;
  const day = 24 * 60 * 60_000;
  for (let at = 300; at < day; at += 5_000) {
    state = reduceFileState(state, looked(at, a), rule);
    if (state.kind !== 'verifying') continue;
    readings += 1;
    state = reduceFileState(state, judged(at, a, false), rule);
  }
  expect(readings).toBeLessThan(60);
  expect(nextProbeIn(state, rule)).toBeLessThanOrEqual(rule.maxProbePauseMs);
  const moving = reduceFileState(state, looked(day, b), rule);
  expect(moving.kind).toBe('stabilising');
  expect(reduceFileState(moving, looked(day + 300, b), rule).kind).toBe('verifying');
});
