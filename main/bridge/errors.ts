import { errorTable } from '../base/errors.ts';

export const bridgeErrors = errorTable('bridge', {
  unknownCall: 'report',
  badArguments: 'check-input',
  notAllowed: 'report',
  notForPages: 'report',
  fileNotChosen: 'choose-file',
  projectNotChecked: 'choose-folder',
});
