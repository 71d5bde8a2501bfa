import { errorTable } from '../base/errors.ts';

/** Wrong use of the command line; these end with exit code 2, `serviceInUse` with 5. */
export const cliErrors = errorTable('cli', {
  onlyWindow: 'none',
  noAccount: 'check-input',
  unknownAccount: 'check-input',
  bothAccounts: 'check-input',
  missingOptions: 'check-input',
  badAddress: 'check-input',
  apiPath: 'check-input',
  badOption: 'check-input',
  badNumber: 'check-input',
  /** `learned`: what is known was learned from versions, since the service has no list of its people. */
  unknownRecipient: 'check-input',
  ambiguous: 'check-input',
  unknownApp: 'check-input',
  badVersion: 'check-input',
  unknownVersion: 'check-input',
  noBuild: 'choose-file',
  unknownFolder: 'check-input',
  nobody: 'check-input',
  storeOnly: 'check-input',
  secretArgument: 'check-input',
  timedOut: 'wait',
  noTerminal: 'check-input',
  unknownUpload: 'check-input',
  badAnswer: 'check-input',
  noPlace: 'check-input',
  csvAsJson: 'check-input',
  noDesktop: 'none',
  accountNotThere: 'sign-in',
  passwordsDiffer: 'check-input',
  /** `mistakes`: a sentence for each. */
  configuration: 'check-input',
  serviceInUse: 'wait',
});
