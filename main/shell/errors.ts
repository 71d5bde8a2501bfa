import { errorTable } from '../base/errors.ts';

export const shellErrors = errorTable('shell', {
  foreignSender: 'none',
  badCall: 'report',
  linkRefused: 'check-address',
  noAddress: 'check-address',
  nothingToShow: 'choose-file',
  notOpened: 'choose-file',
  noAccount: 'sign-in',
  notPackaged: 'none',
  noFeed: 'none',
  noPublisher: 'none',
  updateFailed: 'retry',
  noNotifications: 'none',
  updateNotReady: 'wait',
  updateWhileUploading: 'wait',
  loginNotAllowed: 'grant-permission',
  loginRefused: 'grant-permission',
  loginUnnamable: 'choose-folder',
  secretsUnavailable: 'grant-permission',
  secretsLocked: 'wait',
  secretUnreadable: 'sign-in',
});
