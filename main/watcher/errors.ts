import { CodedError, errorTable, systemCode } from '../base/errors.ts';

export const watcherErrors = errorTable('watcher', {
  missing: {
    remedy: 'choose-folder',
    message: (p: { path: string }) =>
      `The folder ${p.path} does not exist. Create it, connect its disk, or choose another folder.`,
  },
  unmounted: {
    remedy: 'choose-folder',
    message: (p: { path: string }) =>
      `The disk of ${p.path} is not connected: only the empty place for it is there. Connect the disk.`,
  },
  notAFolder: {
    remedy: 'choose-folder',
    message: (p: { path: string }) => `${p.path} is a file, not a folder. Choose the folder it lies in.`,
  },
  denied: {
    remedy: 'grant-permission',
    message: (p: { path: string }) =>
      `The folder ${p.path} cannot be read: permission denied. Allow access and try again.`,
  },
  unreachable: {
    remedy: 'retry',
    message: (p: { path: string; reason: string }) =>
      `The folder ${p.path} cannot be reached at the moment (${p.reason}). Slipway keeps trying.`,
  },
  stopped: {
    remedy: 'none',
    message: () => 'The watcher has been stopped.',
  },
});

/** The coded error for what the file system said about a watched folder; coded errors pass unchanged. */
export function folderError(error: unknown, path: string): CodedError {
  if (error instanceof CodedError) return error;
  const options = { cause: error, details: { path } };
  const code = systemCode(error);
  switch (code) {
    case 'ENOENT':
      return watcherErrors.missing({ path }, options);
    case 'ENOTDIR':
      return watcherErrors.notAFolder({ path }, options);
    case 'EACCES':
    case 'EPERM':
      return watcherErrors.denied({ path }, options);
    default:
      return watcherErrors.unreachable({ path, reason: code ?? String(error) }, options);
  }
}
