import { EventEmitter, once } from 'node:events';
import { expect, test } from 'vitest';
import { batch } from '../../../main/shell/tray/batch.ts';

test('what comes in the same turn, or while a batch is being taken, makes one batch; a failure stops nothing', async () => {
  const events = new EventEmitter();
  const batches: (readonly number[])[] = [];
  const failures: unknown[] = [];
  const give = batch<number>(
    async (items) => {
      batches.push(items);
      events.emit('began');
      await once(events, 'go on');
      if (items.includes(1)) throw new Error('refused');
    },
    (error) => failures.push(error),
  );
  let began = once(events, 'began');
  give(1);
  give(2);
  await began;
  give(3);
  give(4);
  began = once(events, 'began');
  events.emit('go on');
  await began;
  expect(batches).toEqual([
    [1, 2],
    [3, 4],
  ]);
  expect(failures).toHaveLength(1);
  events.emit('go on');
});
