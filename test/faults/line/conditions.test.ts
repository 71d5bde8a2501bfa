import { describe, expect, test } from 'vitest';
import { randomFrom } from '../random.ts';
import { type Conditions, createDirection, type Direction } from './conditions.ts';

const direction = (conditions: Partial<Conditions>): Direction<string> =>
  createDirection<string>(conditions, randomFrom(1));

describe('one direction of a simulated link', () => {
  test('delays each packet', () => {
    const line = direction({ delayMs: 50 });
    line.take('a', 1_500, 0);
    line.take('b', 1_500, 10);
    expect(line.arrived(49)).toEqual([]);
    expect(line.arrived(50)).toEqual(['a']);
    expect(line.isBusy()).toBe(true);
    expect(line.arrived(60)).toEqual(['b']);
    expect(line.isBusy()).toBe(false);
  });

  test('applies a changed speed limit to packets already queued', () => {
    const line = direction({ bytesPerSecond: 100_000, delayMs: 5 });
    for (const name of ['a', 'b', 'c']) line.take(name, 1_000, 0);
    expect(line.arrived(15)).toEqual(['a']);
    line.set({ bytesPerSecond: 1_000 });
    expect(line.arrived(1_014)).toEqual([]);
    expect(line.arrived(1_015)).toEqual(['b']);
    line.set({ bytesPerSecond: null });
    expect(line.arrived(1_020)).toEqual(['c']);
  });

  test('counts packets dropped by a full queue, MTU, loss and a dead link', () => {
    const line = direction({ bytesPerSecond: 1_000, queueBytes: 2_000, mtuBytes: 1_400 });
    for (const bytes of [1_000, 1_401, 1_000, 500]) line.take('', bytes, 0);
    line.set({ lossPercent: 100 });
    line.take('', 10, 0);
    line.set({ isDead: true });
    line.take('', 10, 0);
    expect(line.counts()).toEqual({
      packets: 6,
      bytes: 3_921,
      dropped: { queue: 1, size: 1, loss: 1, dead: 3 },
    });
    expect(line.arrived(100_000)).toEqual([]);
  });

  test('reorders delayed packets', () => {
    const line = direction({ delayMs: 5, reorderPercent: 100, reorderMs: 20 });
    line.take('a', 100, 0);
    line.set({ reorderPercent: 0 });
    line.take('b', 100, 1);
    expect(line.arrived(30)).toEqual(['b', 'a']);
  });

  test('drops the configured share of packets', () => {
    const line = direction({ lossPercent: 5 });
    for (let number = 0; number < 10_000; number += 1) line.take('', 100, 0);
    expect(line.counts().dropped.loss).toBeGreaterThan(400);
    expect(line.counts().dropped.loss).toBeLessThan(600);
  });
});
