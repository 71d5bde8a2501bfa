import { errorTable } from '../base/errors.ts';

export const settingsErrors = errorTable('settings', {
  invalid: 'check-input',
  notSaved: 'free-space',
  unknownAccount: 'check-input',
  unknownFolder: 'check-input',
  relativePath: 'choose-folder',
  alreadyWatched: 'choose-folder',
  badRule: 'check-input',
  badPattern: 'check-input',
  accountInUse: 'check-input',
  badMailServer: 'check-input',
  badExposure: 'check-input',
  badCaFile: 'choose-file',
  proxyPassword: 'check-input',
  secretsMissing: 'sign-in',
  secretsUnreadable: 'sign-in',
  secretsExposed: 'grant-permission',
});
