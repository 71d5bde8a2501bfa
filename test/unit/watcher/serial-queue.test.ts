import { describe, expect, test } from 'vitest';
import { SerialQueue } from '../../../main/watcher/folder/serial-queue.ts';
import { createFakeClock } from '../../fakes/fake-clock.ts';

function gate(): { readonly opened: Promise<void>; open(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}

describe('a serial queue', () => {
  test('runs tasks one at a time in order, even after a failure', async () => {
    const serialQueue = new SerialQueue(createFakeClock(), () => {});
    const first = gate();
    const done: string[] = [];
    const results = [
      serialQueue.run(async () => {
        await first.opened;
        done.push('first');
      }),
      serialQueue.run(async () => {
        throw new Error('second');
      }),
      serialQueue.run(async () => {
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

  test('replaces delayed work of the same name and reports failures', async () => {
    const clock = createFakeClock();
    const failures: unknown[] = [];
    const serialQueue = new SerialQueue(clock, (error) => failures.push(error));
    const done: string[] = [];
    serialQueue.runAfter('a', 10, async () => void done.push('replaced'));
    serialQueue.runAfter('a', 20, async () => void done.push('a'));
    serialQueue.runAfter('b', 30, async () => {
      throw new Error('b');
    });
    await clock.advance(100);
    expect(done).toEqual(['a']);
    expect(failures).toEqual([new Error('b')]);
  });

  test('finishes the current task and rejects waiting tasks when stopped', async () => {
    const clock = createFakeClock();
    const serialQueue = new SerialQueue(clock, () => {});
    const running = gate();
    const done: string[] = [];
    const first = serialQueue.run(async () => {
      await running.opened;
      done.push('first');
    });
    const second = serialQueue.run(async () => void done.push('second'));
    second.catch(() => undefined);
    serialQueue.runAfter('c', 5, async () => void done.push('later'));
    await Promise.resolve();
    const stopping = serialQueue.stop(new Error('stopped'));
    running.open();
    await first;
    await stopping;
    await expect(second).rejects.toThrow('stopped');
    await expect(serialQueue.run(async () => {})).rejects.toThrow('stopped');
    await clock.advance(100);
    expect(done).toEqual(['first']);
    expect(clock.pending()).toBe(0);
  });
});
