import { errorTable } from '../../base/errors.ts';

export const localErrors = errorTable('local', {
  otherVersion: 'none',
  refused: 'report',
  rateLimited: 'wait',
  closed: 'retry',
  invalidResponse: 'report',
});
