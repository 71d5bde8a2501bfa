import { errorTable } from '../base/errors.ts';

export const coreErrors = errorTable('core', {
  serviceStopped: 'retry',
  ownAccess: 'check-input',
  badStaticUser: 'check-input',
  sendNotConfirmed: 'check-input',
  sentUnseen: 'none',
  sendUnknown: 'none',
  notSwitched: 'retry',
  moveTarget: 'choose-folder',
  accountGone: 'sign-in',
  notThereYet: 'wait',
  offline: 'check-network',
  metered: 'wait',
  noProfileName: 'check-input',
  otherMode: 'check-input',
  noLog: 'none',
  noFiles: 'choose-file',
  noGit: 'none',
  noRepository: 'choose-folder',
  /** `message`: error output of git. */
  gitRefused: 'check-input',
  severalBuilds: 'choose-file',
});
