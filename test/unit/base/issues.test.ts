import { expect, test } from 'vitest';
import { z } from 'zod';
import { problemIn } from '../../../main/base/issues.ts';
import { textOf } from '../../../main/messages/text.ts';

const schema = z
  .object({
    id: z.int32(),
    name: z.string().min(1).max(3),
    at: z.iso.datetime(),
    kind: z.enum(['a', 'b']),
    emails: z.array(z.string()).max(2),
    own: z.string().refine((text) => text === 'x', { error: 'problem/days' }),
  })
  .strict();

const right = { id: 1, name: 'abc', at: '2026-11-21T08:30:00Z', kind: 'a', emails: [], own: 'x' };

const problems = (of: z.ZodType, value: unknown) =>
  of.safeParse(value, { reportInput: true }).error?.issues.map((issue) => textOf(problemIn(issue)));

test.each([
  [{ id: undefined }, '“id”: it is missing'],
  [{ id: null }, '“id”: it is empty'],
  [{ id: 'seven' }, '“id”: it is not a number'],
  [{ id: 1.5 }, '“id”: it is not a whole number'],
  [{ id: 2 ** 40 }, '“id”: it is more than 2147483647'],
  [{ name: 7 }, '“name”: it is not text'],
  [{ name: '' }, '“name”: it is empty'],
  [{ name: 'abcd' }, '“name”: it is longer than 3 characters'],
  [{ at: 'noon' }, '“at”: it is not a time'],
  [{ kind: 'c' }, '“kind”: it must be one of a, b'],
  [{ emails: 'a' }, '“emails”: it is not a list'],
  [{ emails: ['a', 7] }, '“emails.2”: it is not text'],
  [{ emails: ['a', 'b', 'c'] }, '“emails”: it has more than 2 entries'],
  [{ own: 'y' }, '“own”: Choose at least one day.'],
  [{ more: 1 }, 'it has unknown fields: more'],
])('problemIn explains %j', (change, text) => {
  expect(problems(schema, { ...right, ...change })).toEqual([text]);
});

test('problemIn counts list entries from 1', () => {
  expect(problems(z.array(schema), [right, { ...right, id: 'x' }])).toEqual([
    '“id” of entry 2: it is not a number',
  ]);
  expect(problems(z.array(schema), [right, 7])).toEqual(['entry 2: it is not an object']);
  expect(problems(z.array(schema), {})).toEqual(['it is not a list']);
});
