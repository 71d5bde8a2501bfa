import { expect, test } from 'vitest';
import type { UploadRecord } from '../../../main/uploads/record/record.ts';
import { toView } from '../../../main/uploads/record/view.ts';
import { inEnglish } from '../../english.ts';
import { sampleRecord } from './samples.ts';

const labelOf = (changes: Partial<UploadRecord>): string =>
  inEnglish(
    toView(
      sampleRecord({ machine: { kind: 'done', plan: { activate: true, send: false } }, ...changes }),
      null,
      null,
    ).stateLabel,
  );

test('the label of a finished upload states what testers can do with the build', () => {
  expect(labelOf({})).toBe('Active');
  expect(labelOf({ mail: 'not-mailed' })).toBe('Not mailed');
  expect(labelOf({ mail: 'opened' })).toBe('Opened');
  expect(labelOf({ activate: false })).toBe('On the service, not active');
  expect(labelOf({ active: false, mail: 'mailed' })).toBe('On the service, not active');
  expect(labelOf({ area: 'appstore' })).toBe('Uploaded');
});
