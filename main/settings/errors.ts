import { errorTable } from '../base/errors.ts';

export const settingsErrors = errorTable('settings', {
  invalid: {
    remedy: 'check-input',
    message: (p: { problem: string }) => p.problem,
  },
  notSaved: {
    remedy: 'free-space',
    message: (p: { reason: string }) =>
      `The settings could not be saved (${p.reason}), so nothing was changed. Check the free space and the permissions of Slipway's data folder.`,
  },
  unknownAccount: {
    remedy: 'check-input',
    message: (p: { id: string }) =>
      `There is no account “${p.id}”. Choose one of the list or sign in to a service.`,
  },
  unknownFolder: {
    remedy: 'check-input',
    message: (p: { id: string }) => `There is no watched folder “${p.id}” any more.`,
  },
  relativePath: {
    remedy: 'choose-folder',
    message: (p: { path: string }) =>
      `“${p.path}” is not a full path. Enter the folder's path from the root of the disk.`,
  },
  alreadyWatched: {
    remedy: 'choose-folder',
    message: (p: { path: string }) => `${p.path} is already watched. Change the existing folder instead.`,
  },
  badRule: {
    remedy: 'check-input',
    message: (p: { problem: string }) => `The folder's rule cannot be used. ${p.problem}`,
  },
  badPattern: {
    remedy: 'check-input',
    message: (p: { pattern: string; problem: string }) =>
      `The pattern “${p.pattern}” cannot be used: ${p.problem}.`,
  },
  accountInUse: {
    remedy: 'check-input',
    message: (p: { name: string; folders: number }) =>
      `${p.folders === 1 ? 'A watched folder sends' : `${p.folders} watched folders send`} to the account “${p.name}”. Remove or change them first.`,
  },
  badMailServer: {
    remedy: 'check-input',
    message: (p: { problem: string }) =>
      `The mail server is not described rightly: ${p.problem}. Give its host, a port, and a sender address.`,
  },
  badReach: {
    remedy: 'check-input',
    message: (p: { problem: string }) => `The service cannot be reached that way: ${p.problem}`,
  },
  badCaFile: {
    remedy: 'choose-file',
    message: (p: { path: string; line: number | null; problem: string }) =>
      `${p.path} cannot be used as a file of certificates${p.line === null ? '' : ` (line ${p.line})`}: ${p.problem}.`,
  },
  proxyPassword: {
    remedy: 'check-input',
    message: () => 'The password of the proxy cannot be read. Enter it again in the network settings.',
  },
  secretsMissing: {
    remedy: 'sign-in',
    message: (p: { name: string }) => `No password is kept for “${p.name}”. Sign in again.`,
  },
  secretsUnreadable: {
    remedy: 'sign-in',
    message: (p: { path: string }) =>
      `The file of secrets ${p.path} cannot be read. Move it away and sign in again.`,
  },
  secretsOpen: {
    remedy: 'grant-permission',
    message: (p: { path: string }) =>
      `The file of secrets ${p.path} can be read by other users. Allow only yourself (chmod 600) and try again.`,
  },
});
