import { describe, expect, test } from 'vitest';
import { createTurns } from '../../../main/base/turns.ts';
import { Sequence } from '../../../main/watcher/sequence.ts';
import { createFakeClock } from '../../fakes/fake-clock.ts';

function gate(): { readonly opened: Promise<void>; open(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}

describe('a sequence', () => {
  test('does one thing at a time, in order, also after one that failed', async () => {
    const sequence = new Sequence(createFakeClock(), () => {});
    const first = gate();
    const done: string[] = [];
    const results = [
      sequence.run(async () => {
        await first.opened;
        done.push('first');
      }),
      sequence.run(async () => {
        throw new Error('second');
      }),
      sequence.run(async () => {
        done.push('third');
      }),
    ];
    first.open();
    expect((await Promise.allSettled(results)).map((result) => result.status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(done).toEqual(['first', 'third']);
  });

  test('later work replaces earlier work of the same name; a failure is told', async () => {
    const clock = createFakeClock();
    const failures: unknown[] = [];
    const sequence = new Sequence(clock, (error) => failures.push(error));
    const done: string[] = [];
    sequence.later('a', 10, async () => void done.push('replaced'));
    sequence.later('a', 20, async () => void done.push('a'));
    sequence.later('b', 30, async () => {
      throw new Error('b');
    });
    await clock.advance(100);
    expect(done).toEqual(['a']);
    expect(failures).toEqual([new Error('b')]);
  });

  test('stopped, it ends what is under way and begins nothing', async () => {
    const clock = createFakeClock();
    const sequence = new Sequence(clock, () => {});
    const running = gate();
    const done: string[] = [];
    const first = sequence.run(async () => {
      await running.opened;
      done.push('first');
    });
    const second = sequence.run(async () => void done.push('second'));
    second.catch(() => undefined);
    sequence.later('c', 5, async () => void done.push('later'));
    await Promise.resolve();
    const stopping = sequence.stop(new Error('stopped'));
    running.open();
    await first;
    await stopping;
    await expect(second).rejects.toThrow('stopped');
    await expect(sequence.run(async () => {})).rejects.toThrow('stopped');
    await clock.advance(100);
    expect(done).toEqual(['first']);
    expect(clock.pending()).toBe(0);
  });
});

test('turns let so many run at once, and hand each turn on in order', async () => {
  const turns = createTurns(2);
  const gates = Array.from({ length: 5 }, gate);
  const began: number[] = [];
  let running = 0;
  let most = 0;
  const all = gates.map((one, index) =>
    turns.run(async () => {
      began.push(index);
      running += 1;
      most = Math.max(most, running);
      await one.opened;
      running -= 1;
      if (index === 1) throw new Error('a piece of work that fails gives its turn on');
      return index;
    }),
  );
  const results = Promise.allSettled(all);
  await Promise.resolve();
  expect(began).toEqual([0, 1]);
  for (const one of gates) one.open();
  expect((await results).map((result) => result.status === 'fulfilled' && result.value)).toEqual([
    0,
    false,
    2,
    3,
    4,
  ]);
  expect(began).toEqual([0, 1, 2, 3, 4]);
  expect(most).toBe(2);
});
