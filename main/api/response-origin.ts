/** Distinguishes service responses from responses of an intermediary, such as a captive portal. */
import { CodedError } from '../base/errors.ts';
import { apiErrors } from './errors.ts';

/** Base addresses at which the account's service has responded before. A `Set` implements this type. */
export type AnsweredAddresses = {
  has(address: string): boolean;
  add(address: string): void;
};

export const noAddresses: AnsweredAddresses = { has: () => false, add: () => undefined };

/** Returns true if the error shows that something other than the service responded. */
export function isForeignResponse(error: unknown): error is CodedError {
  if (!(error instanceof CodedError)) return false;
  const { status, bodyKind } = error.details;
  if (proxyErrors.has(error.code)) return false;
  if (connectionErrors.has(error.code) || status === networkAuthenticationRequired) return true;
  if (status === undefined || bodyKind === undefined || bodyKind === 'service') return false;
  return status < 400 || (bodyKind === 'page' && status < 500);
}

/** Connection errors that count as foreign responses. */
const connectionErrors: ReadonlySet<string> = new Set(['api/certificate', 'api/notHttp']);

const proxyErrors: ReadonlySet<string> = new Set(['api/proxy', 'api/proxyPassword', 'api/proxyRefused']);

const networkAuthenticationRequired = 511;

/**
 * Returns `api/captivePortal` for a foreign response at an address where the service has responded before, or
 * with status 511. Returns any other error unchanged.
 */
export function toCaptivePortalError(error: unknown, address: string, known: AnsweredAddresses): unknown {
  if (!isForeignResponse(error)) return error;
  const { code, values = {} } = error;
  // The status came from the intermediary and must not affect retries.
  const { status, ...details } = error.details;
  if (status !== networkAuthenticationRequired && !known.has(address)) return error;
  return apiErrors.captivePortal({ reason: { code, values } }, { cause: error, details });
}

/**
 * Reads a resource to find out whether a change succeeded. `error`: foreign response to the change; null if
 * there was none. Throws the error of the read, but throws `error` instead if the read requires a sign-in.
 */
export async function readAfterChange<Result>(error: unknown, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (reason) {
    throw error !== null && reason instanceof CodedError && reason.remedy === 'sign-in' ? error : reason;
  }
}
