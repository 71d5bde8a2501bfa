import { errorTable } from '../../base/errors.ts';

export const webErrors = errorTable('web', {
  notFound: 'check-address',
  wrongMethod: 'report',
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
  slowDown: 'wait',
  lengthNeeded: 'report',
  noSpace: 'free-space',
  cutOff: 'retry',
  browserCopies: 'report',
  browserOpens: 'report',
  notInTab: 'none',
  noDesktop: 'none',
});
