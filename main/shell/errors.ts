import { errorTable } from '../base/errors.ts';

export const shellErrors = errorTable('shell', {
  foreignSender: {
    remedy: 'none',
    message: () => 'Only the page of Slipway itself may call Slipway.',
  },
  badCall: {
    remedy: 'report',
    message: () => 'A call needs a name.',
  },
  linkRefused: {
    remedy: 'check-address',
    message: (p: { scheme: string }) =>
      `Only https and http addresses are opened; this one begins with “${p.scheme}”.`,
  },
  noAddress: {
    remedy: 'check-address',
    message: () => 'This is no address that can be opened.',
  },
  nothingToShow: {
    remedy: 'choose-file',
    message: (p: { path: string }) => `${p.path} does not exist any more, so it cannot be shown.`,
  },
  notOpened: {
    remedy: 'choose-file',
    message: (p: { path: string; reason: string }) =>
      `${p.path} could not be opened: ${p.reason}. Open it with a program of your choice.`,
  },
  noAccount: {
    remedy: 'sign-in',
    message: () => 'Sign in to a distribution service first, then upload the build again.',
  },
  notPackaged: {
    remedy: 'none',
    message: () =>
      'Not available here: only the installed application can do this, not one run from its sources.',
  },
  noFeed: {
    remedy: 'none',
    message: () => 'This copy of Slipway was built without the address of an update feed.',
  },
  noPublisher: {
    remedy: 'none',
    message: () =>
      'This copy of Slipway was built without a signature. Newer versions could not be checked, so they are not looked for.',
  },
  updateFailed: {
    remedy: 'retry',
    message: (p: { reason: string }) =>
      `A newer version could not be had: ${p.reason}. This one goes on working; try again later.`,
  },
  noNotifications: {
    remedy: 'none',
    message: () => 'This computer shows no notifications of applications.',
  },
  updateNotReady: {
    remedy: 'wait',
    message: () => 'No newer version is ready on this computer yet.',
  },
  updateWhileUploading: {
    remedy: 'wait',
    message: () =>
      'Builds are being uploaded. The newer version is put in place afterwards, or when you quit Slipway.',
  },
  loginNotAllowed: {
    remedy: 'grant-permission',
    message: () =>
      'macOS asks for your permission first. Allow Slipway in System Settings › General › Login Items.',
  },
  loginRefused: {
    remedy: 'grant-permission',
    message: () =>
      'The system did not take the change. Look for Slipway among the programs it starts when you sign in.',
  },
  loginUnnamable: {
    remedy: 'choose-folder',
    message: (p: { path: string }) =>
      `Slipway lies in a folder whose name no autostart file can hold (${p.path}). Move it, then try again.`,
  },
  secretsUnavailable: {
    remedy: 'grant-permission',
    message: (p: { reason: string }) =>
      `Passwords can be neither kept nor read: ${p.reason}. Slipway never writes them in plain text. ` +
      'Unlock or set it up (on Linux: GNOME Keyring or KWallet), start Slipway again and sign in.',
  },
  secretsLocked: {
    remedy: 'wait',
    message: () =>
      'The keyring of this computer is locked. Unlock it and try again; the passwords kept in it are still there.',
  },
  secretUnreadable: {
    remedy: 'sign-in',
    message: () =>
      'A kept password can no longer be decrypted, probably because the keyring was replaced. Sign in again.',
  },
});
