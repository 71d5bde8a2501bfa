import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { encodeNumbers } from '../../../main/delta/numbers.ts';
import { applyPatch } from '../../../main/delta/patch.ts';

test('a patch of many short steps lets other work run', async () => {
  const steps = 1_000_000;
  const control = encodeNumbers(Array.from({ length: 3 * steps }, (_, index) => (index % 3 === 2 ? 1 : 0)));
  const parts = { control, differences: Buffer.alloc(0), extras: Buffer.alloc(steps, 7) };
  let loops = 0;
  let isApplied = false;
  const count = async (): Promise<void> => {
    for (; !isApplied; loops += 1) await nextTurn();
  };
  const counting = count();
  const block = await applyPatch(Buffer.alloc(0), parts, steps);
  isApplied = true;
  await counting;
  expect(block.equals(parts.extras)).toBe(true);
  expect(loops).toBeGreaterThanOrEqual(10);
});
