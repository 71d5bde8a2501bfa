import { CodedError, errorTable, toFailure } from '../base/errors.ts';
import type { ErrorDetails } from '../base/failure.ts';

/** Every way a call to a distribution service can fail. */
export const apiErrors = errorTable('api', {
  unknownHost: 'check-network',
  connectionRefused: 'check-network',
  unreachable: 'check-network',
  connectionLost: 'check-network',
  timeout: 'check-network',
  captivePortal: 'check-network',
  /** Not a matter of trying again: it is as final as a refusal of the size. */
  cutShort: 'none',
  largePackets: 'check-network',
  certificate: 'check-address',
  proxy: 'check-network',
  proxyPassword: 'check-network',
  foreignProxy: 'check-network',
  proxyRefused: 'check-network',
  proxyAddress: 'check-input',
  notHttp: 'check-address',
  tooMuch: 'check-address',
  garbled: 'retry',
  credentialsRefused: 'sign-in',
  clientRefused: 'sign-in',
  signInRefused: 'sign-in',
  scopeRefused: 'sign-in',
  unauthorized: 'sign-in',
  tokenRefused: 'sign-in',
  forbidden: 'sign-in',
  /** Said of an access token, which nobody signs in with. */
  tokenForbidden: 'check-input',
  missing: 'none',
  wrongAddress: 'check-address',
  redirected: 'check-address',
  notEncrypted: 'check-address',
  refused: 'check-input',
  tooLarge: 'choose-file',
  busy: 'wait',
  full: 'free-space',
  broken: 'retry',
  webPage: 'check-address',
  notPromised: 'check-address',
  /** Not `retry`: what was taken must not be sent again just because it cannot be named. */
  unconfirmed: 'none',
  fileChanged: 'retry',
  unknownAccount: 'sign-in',
});

/** The same error with more facts. */
export function withDetails(error: CodedError, details: ErrorDetails): CodedError {
  const more = new CodedError(toFailure(error), {
    cause: error.cause,
    details: { ...error.details, ...details },
  });
  if (error.stack !== undefined) more.stack = error.stack;
  return more;
}
