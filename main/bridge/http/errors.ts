import { errorTable } from '../../base/errors.ts';

export const webErrors = errorTable('web', {
  notFound: 'check-address',
  methodNotAllowed: 'report',
  wrongType: 'report',
  notJson: 'report',
  tooLarge: 'check-input',
  notBuilt: 'report',
  portTaken: 'check-input',
  portRefused: 'check-input',
  foreignHost: 'check-address',
  foreignOrigin: 'check-address',
  sessionNeeded: 'sign-in',
  linkRefused: 'sign-in',
  rateLimited: 'wait',
  lengthRequired: 'report',
  noSpace: 'free-space',
  incomplete: 'retry',
  browserCopies: 'report',
  browserOpens: 'report',
  notInTab: 'none',
  noDesktop: 'none',
});
