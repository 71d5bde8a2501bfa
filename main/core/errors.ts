import { errorTable } from '../base/errors.ts';

export const coreErrors = errorTable('core', {
  serviceStopped: {
    remedy: 'retry',
    message: () => 'The built-in service is not running. Start it first.',
  },
  noFiles: {
    remedy: 'choose-file',
    message: () => 'No build was given. Choose at least one .ipa or .apk file.',
  },
});
