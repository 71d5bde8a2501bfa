/** Tells answers of a service from those of something on the way to it, such as the sign-in page of a network. */
import { CodedError } from '../base/errors.ts';
import { apiErrors } from './errors.ts';

/** The addresses at which an account has had an answer of its service before; a `Set` is one in memory. */
export type KnownAddresses = {
  has(address: string): boolean;
  add(address: string): void;
};

export const noAddresses: KnownAddresses = { has: () => false, add: () => undefined };

/** True for an answer that is not in the form of the service. */
export function isForeign(error: unknown): error is CodedError {
  if (!(error instanceof CodedError)) return false;
  const { status, form } = error.details;
  if (ofProxy.has(error.code)) return false;
  if (notAnswered.has(error.code) || status === networkAuthenticationRequired) return true;
  if (status === undefined || form === undefined || form === 'service') return false;
  return status < 400 || (form === 'page' && status < 500);
}

/** Errors of connections on which no request was sent. */
const notAnswered: ReadonlySet<string> = new Set(['api/certificate', 'api/notHttp']);

/** Errors of the proxy in the settings. */
const ofProxy: ReadonlySet<string> = new Set(['api/proxy', 'api/proxyPassword', 'api/proxyRefused']);

const networkAuthenticationRequired = 511;

/**
 * Returns `api/captivePortal` for a foreign answer at an address where the service has answered before, and the error
 * itself otherwise. A status of 511 needs no earlier answer.
 */
export function asOfNetwork(error: unknown, address: string, known: KnownAddresses): unknown {
  if (!isForeign(error)) return error;
  const { code, values = {} } = error;
  // The status is not the service's, so retrying must not depend on it.
  const { status, ...details } = error.details;
  if (status !== networkAuthenticationRequired && !known.has(address)) return error;
  return apiErrors.captivePortal({ said: { code, values } }, { cause: error, details });
}

/**
 * Reads after a change that had the foreign answer `error`: a sign-in page that answers for the whole service is the reason
 * then. A sign-in that is refused is that of `error`.
 */
export async function readAfter<Result>(error: unknown, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (reason) {
    throw error !== null && reason instanceof CodedError && reason.remedy === 'sign-in' ? error : reason;
  }
}
