import { CodedError, errorTable, toFailure } from '../base/errors.ts';
import type { ErrorDetails } from '../base/failure.ts';

export const apiErrors = errorTable('api', {
  unknownHost: 'check-network',
  connectionRefused: 'check-network',
  unreachable: 'check-network',
  connectionLost: 'check-network',
  timeout: 'check-network',
  captivePortal: 'check-network',
  /** Not `retry`: as with a 413, the size limit of an intermediary applies to every attempt. */
  uploadLimit: 'none',
  largePackets: 'check-network',
  certificate: 'check-address',
  proxy: 'check-network',
  proxyPassword: 'check-network',
  foreignProxy: 'check-network',
  proxyRefused: 'check-network',
  proxyAddress: 'check-input',
  notHttp: 'check-address',
  responseTooLarge: 'check-address',
  undecodable: 'retry',
  credentialsRefused: 'sign-in',
  clientRefused: 'sign-in',
  signInRefused: 'sign-in',
  scopeRefused: 'sign-in',
  unauthorized: 'sign-in',
  tokenRefused: 'sign-in',
  forbidden: 'sign-in',
  /** Not `sign-in`: access tokens are changed in the account settings. */
  tokenForbidden: 'check-input',
  missing: 'none',
  wrongAddress: 'check-address',
  redirected: 'check-address',
  notEncrypted: 'check-address',
  refused: 'check-input',
  tooLarge: 'choose-file',
  busy: 'wait',
  storageFull: 'free-space',
  serverError: 'retry',
  webPage: 'check-address',
  unexpectedResponse: 'check-address',
  /** Not `retry`: the service stored the file, and a retry would upload it twice. */
  unconfirmed: 'none',
  uploadExpired: 'retry',
  /** Not `retry`: each retry would store another damaged version. */
  contentMismatch: 'none',
  fileChanged: 'retry',
  unknownAccount: 'sign-in',
});

export function withDetails(error: CodedError, details: ErrorDetails): CodedError {
  const more = new CodedError(toFailure(error), {
    cause: error.cause,
    details: { ...error.details, ...details },
  });
  if (error.stack !== undefined) more.stack = error.stack;
  return more;
}
