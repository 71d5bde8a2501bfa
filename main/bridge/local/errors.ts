import { errorTable } from '../../base/errors.ts';

export const localErrors = errorTable('local', {
  otherVersion: 'none',
  refused: 'report',
  slowDown: 'wait',
  closed: 'retry',
  garbled: 'report',
});
