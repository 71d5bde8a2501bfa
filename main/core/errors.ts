import { errorTable } from '../base/errors.ts';

export const coreErrors = errorTable('core', {
  serviceStopped: {
    remedy: 'retry',
    message: () => 'The built-in service is not running. Start it first.',
  },
  sentUnseen: {
    remedy: 'none',
    message: () =>
      'The version was sent. How it stands now could not be read: open it again to see it, and do not send it a second time.',
  },
  noFiles: {
    remedy: 'choose-file',
    message: () => 'No build was given. Choose at least one .ipa or .apk file.',
  },
});
