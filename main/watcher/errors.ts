import { CodedError, errorTable, systemCode } from '../base/errors.ts';

export const watcherErrors = errorTable('watcher', {
  missing: 'choose-folder',
  unmounted: 'choose-folder',
  notAFolder: 'choose-folder',
  denied: 'grant-permission',
  unreachable: 'retry',
  stopped: 'none',
});

/** Converts a file system error of a watched folder; returns coded errors unchanged. */
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
