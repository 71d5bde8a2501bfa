import { errorTable } from '../base/errors.ts';

export const coreErrors = errorTable('core', {
  serviceStopped: {
    remedy: 'retry',
    message: () => 'The built-in service is not running. Start it first.',
  },
  ownAccess: {
    remedy: 'check-input',
    message: (p: { what: string; name: string }) =>
      `Slipway itself signs in to its service with the ${p.what} ${p.name}, so it stays as it is. Make another ${p.what} for other programs.`,
  },
  badStaticUser: {
    remedy: 'check-input',
    message: () => 'Give a user name of 1 to 200 characters without a colon.',
  },
  sentUnseen: {
    remedy: 'none',
    message: () =>
      'The version was sent. How it stands now could not be read: open it again to see it, and do not send it a second time.',
  },
  sendUnknown: {
    remedy: 'none',
    message: (p: { said: string }) =>
      `The connection broke while the version was being sent, and the service could not be asked whether it was: ${p.said} Look at the version before you send it again.`,
  },
  notSwitched: {
    remedy: 'retry',
    message: (p: { version: string; active: boolean }) =>
      `The service answered, but version ${p.version} is still ${p.active ? 'active' : 'inactive'}. Try again.`,
  },
  moveTarget: {
    remedy: 'choose-folder',
    message: (p: { target: string; problem: string }) =>
      `Uploaded builds cannot be moved to ${p.target}: it ${p.problem}. Choose another folder.`,
  },
  accountGone: {
    remedy: 'sign-in',
    message: () =>
      'The account this folder sends to was removed. Edit the folder and choose another account; until then finished builds wait here.',
  },
  notThereYet: {
    remedy: 'wait',
    message: (p: { path: string }) =>
      `The folder ${p.path} does not exist yet. Slipway watches it as soon as it is there.`,
  },
  offline: {
    remedy: 'check-network',
    message: () => 'No network. Slipway goes on when it is back.',
  },
  metered: {
    remedy: 'wait',
    message: () =>
      'The network is metered. Slipway goes on when there is another one, or when the network settings allow it.',
  },
  noProfileName: {
    remedy: 'check-input',
    message: () => 'A store profile needs a name. Type one.',
  },
  otherMode: {
    remedy: 'check-input',
    message: (p: { mode: 'plain' | 'link'; said: string }) =>
      `The service answers ${p.mode === 'plain' ? 'with links' : 'plainly'} only: asked ${p.mode === 'plain' ? 'plainly' : 'with links'} it said: ${p.said} Choose the other kind of answers.`,
  },
  noLog: {
    remedy: 'none',
    message: () => 'Nothing has been written to the log yet.',
  },
  noFiles: {
    remedy: 'choose-file',
    message: () => 'No build was given. Choose at least one .ipa or .apk file.',
  },
});
