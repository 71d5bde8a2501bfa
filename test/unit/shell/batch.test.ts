import { EventEmitter, once } from 'node:events';
import { expect, test } from 'vitest';
import { batch } from '../../../main/shell/tray/batch.ts';

test('calls made during a batch form the next batch, even after a failure', async () => {
  const events = new EventEmitter();
  const batches: (readonly number[])[] = [];
  const failures: unknown[] = [];
  const enqueue = batch<number>(
    async (items) => {
      batches.push(items);
      events.emit('began');
      await once(events, 'proceed');
      if (items.includes(1)) throw new Error('refused');
    },
    (error) => failures.push(error),
  );
  let began = once(events, 'began');
  enqueue(1);
  enqueue(2);
  await began;
  enqueue(3);
  enqueue(4);
  began = once(events, 'began');
  events.emit('proceed');
  await began;
  expect(batches).toEqual([
    [1, 2],
    [3, 4],
  ]);
  expect(failures).toHaveLength(1);
  events.emit('proceed');
});
