import { errorTable } from '../base/errors.ts';

export const coreErrors = errorTable('core', {
  serviceStopped: 'retry',
  ownCredentials: 'check-input',
  invalidStaticUser: 'check-input',
  sendNotConfirmed: 'check-input',
  sentNotVerified: 'none',
  sendUnknown: 'none',
  noSilentSend: 'check-input',
  activationUnchanged: 'retry',
  moveTarget: 'choose-folder',
  accountMissing: 'sign-in',
  offline: 'check-network',
  metered: 'wait',
  noProfileName: 'check-input',
  wrongMode: 'check-input',
  noLog: 'none',
  noFiles: 'choose-file',
  noGit: 'none',
  noRepository: 'choose-folder',
  /** `message`: error output of git. */
  gitFailed: 'check-input',
  ambiguousBuilds: 'choose-file',
});
