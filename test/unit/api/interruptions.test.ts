import { expect, test } from 'vitest';
import { hasProgressed, isSameInterruption } from '../../../main/api/upload/interruptions.ts';

const kibibyte = 1024;

test.each([
  ['the start of a form', { offset: 500, sentBytes: 500 }, 0, false],
  ['the offset at which the request began', { offset: 500, sentBytes: 200 }, 300, false],
  ['a later offset', { offset: 500, sentBytes: 200 }, 301, true],
])('hasProgressed classifies a resume at %s', (_, { offset, sentBytes }, resumedAt, expected) => {
  expect(hasProgressed({ offset, sentBytes, isAcknowledged: true }, resumedAt)).toBe(expected);
});

test('two breaks shortly after an upload was resumed are not a limit', () => {
  const earlier = { offset: 900 * kibibyte, sentBytes: 900 * kibibyte, isAcknowledged: true };
  const now = { ...earlier, sentBytes: 90 * kibibyte };
  expect(isSameInterruption(earlier, earlier)).toBe(true);
  expect(isSameInterruption(earlier, now)).toBe(false);
});
