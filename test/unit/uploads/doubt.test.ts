import { expect, test } from 'vitest';
import { messageOf } from '../../../main/messages/message.ts';
import { doubtOf } from '../../../main/uploads/machine/doubt.ts';
import { inEnglish } from '../../english.ts';

test('the first warning is said in a few words', () => {
  const expired = messageOf('warning/expired', { day: '2026-07-30' });
  const link = messageOf('note/linkOnlyHere', { address: 'http://127.0.0.1:1' });
  expect(inEnglish(doubtOf([expired, link]))).toBe('Profile expired.');
  expect(inEnglish(doubtOf([link]))).toBe('Phones cannot open the link.');
  expect(inEnglish(doubtOf([messageOf('warning/testOnly')]))).toBe('Devices refuse it.');
  expect(doubtOf([])).toBeNull();
});
