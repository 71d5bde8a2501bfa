import { errorTable } from '../../base/errors.ts';

/** What can be wrong with a request itself, whoever sends it. */
export const requestErrors = errorTable('web', {
  notFound: {
    remedy: 'check-address',
    message: () => 'There is nothing at this address.',
  },
  wrongMethod: {
    remedy: 'report',
    message: (p: { allowed: string }) => `This address answers ${p.allowed} only.`,
  },
  wrongType: {
    remedy: 'report',
    message: (p: { expected: string }) => `The request must be sent as ${p.expected}.`,
  },
  notJson: {
    remedy: 'report',
    message: () => 'The request is not valid JSON of the expected shape.',
  },
  tooLarge: {
    remedy: 'check-input',
    message: (p: { limit: number }) => `The request is larger than ${p.limit} bytes.`,
  },
});
