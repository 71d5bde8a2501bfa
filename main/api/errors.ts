import { CodedError, type ErrorDetails, errorTable, toFailure } from '../base/errors.ts';

type Host = { readonly host: string };
/** The proxy's host and port. */
type ProxyHost = { readonly proxy: string };
type Said = { readonly said: string };
/** The path an account's address has of its own; empty for most. */
type Path = { readonly path: string };

const pathHint = ({ path }: Path): string =>
  path === '' ? '' : ` They have the path ${path}: leave it out unless the service lies there.`;

/** Every way a call to a distribution service can fail. */
export const apiErrors = errorTable('api', {
  unknownHost: {
    remedy: 'check-network',
    message: (p: Host) =>
      `The address ${p.host} was not found. Check that it is spelled right and that this computer is online.`,
  },
  connectionRefused: {
    remedy: 'check-network',
    message: (p: Host) =>
      `Nothing answers at ${p.host}. Check the address and port, and that the service is running.`,
  },
  unreachable: {
    remedy: 'check-network',
    message: (p: Host & { reason: string }) =>
      `${p.host} cannot be reached (${p.reason}). Check the network connection.`,
  },
  connectionLost: {
    remedy: 'check-network',
    message: (p: Host) => `The connection to ${p.host} broke. Check the network connection and try again.`,
  },
  timeout: {
    remedy: 'check-network',
    message: (p: Host & { seconds: number }) =>
      `${p.host} gave no sign for ${p.seconds} seconds. Check the network connection and try again.`,
  },
  /** Not a matter of trying again: it is as final as a refusal of the size. */
  cutShort: {
    remedy: 'none',
    message: (p: Host & { size: string }) =>
      `The connection to ${p.host} broke twice at the same place, after ${p.size} of the file: something on the way allows no larger upload. Ask who runs the network or the service for a higher limit, or use another network.`,
  },
  largePackets: {
    remedy: 'check-network',
    message: (p: Host) =>
      `${p.host} answers, but nothing of the file gets through: something on the way swallows large packets. Set a smaller packet size (MTU) for the network or its VPN, or use another network.`,
  },
  certificate: {
    remedy: 'check-address',
    message: (p: Host & { reason: string }) =>
      `The connection to ${p.host} is not secure: ${p.reason}. Check the address, or ask whoever runs the service.`,
  },
  proxy: {
    remedy: 'check-network',
    message: (p: ProxyHost & { reason: string }) =>
      `The proxy ${p.proxy} did not let the request through: ${p.reason}. Check the network settings.`,
  },
  proxyPassword: {
    remedy: 'check-network',
    message: (p: ProxyHost) =>
      `The proxy ${p.proxy} asks for a user name and password. Enter them in the network settings.`,
  },
  proxyRefused: {
    remedy: 'check-network',
    message: (p: ProxyHost) =>
      `The proxy ${p.proxy} does not accept the user name and password it is given. Correct them in the network settings.`,
  },
  proxyAddress: {
    remedy: 'check-input',
    message: (p: ProxyHost) =>
      `The proxy “${p.proxy}” cannot be used. Give an address that begins with http:// or https://.`,
  },
  notHttp: {
    remedy: 'check-address',
    message: (p: Host) =>
      `What answers at ${p.host} does not speak HTTP. Check the port, and whether the address begins with https:// or http://.`,
  },
  tooMuch: {
    remedy: 'check-address',
    message: (p: Host) => `The answer of ${p.host} is far too long for a distribution service.`,
  },
  garbled: {
    remedy: 'retry',
    message: (p: Host & { reason: string }) =>
      `The answer of ${p.host} cannot be read (${p.reason}). Try again; if it stays so, ask whoever runs the service or the proxy.`,
  },
  credentialsRefused: {
    remedy: 'sign-in',
    message: (p: Said) => `Signing in did not work: ${p.said} Check the user name and password.`,
  },
  clientRefused: {
    remedy: 'sign-in',
    message: (p: Said) => `Signing in did not work: ${p.said} Check the client id and client secret.`,
  },
  signInRefused: {
    remedy: 'sign-in',
    message: (p: Said) => `Signing in did not work: ${p.said} Check the sign-in settings of the account.`,
  },
  scopeRefused: {
    remedy: 'sign-in',
    message: (p: Said) => `Signing in did not work: ${p.said} Check the scope of the account.`,
  },
  unauthorized: {
    remedy: 'sign-in',
    message: (p: Said) => `The service does not accept the sign-in any more: ${p.said} Sign in again.`,
  },
  forbidden: {
    remedy: 'sign-in',
    message: (p: Said) => `This account may not do that: ${p.said} Sign in with an account that may.`,
  },
  missing: {
    remedy: 'none',
    message: (p: Said) => `The service does not have this, or no longer: ${p.said}`,
  },
  wrongAddress: {
    remedy: 'check-address',
    message: (p: Host & Path & { status: number }) =>
      `There is no distribution service at ${p.host} (it answered ${p.status}). Check the addresses of the account.${pathHint(p)}`,
  },
  redirected: {
    remedy: 'check-address',
    message: (p: Host & { location: string | null }) =>
      p.location === null
        ? `${p.host} sends us elsewhere without saying where. Check the addresses of the account.`
        : `${p.host} sends us on to ${p.location}. If that is the service, enter it as the address.`,
  },
  notEncrypted: {
    remedy: 'check-address',
    message: (p: Host) =>
      `Only addresses that begin with https:// are used here; the one of ${p.host} does not.`,
  },
  refused: {
    remedy: 'check-input',
    message: (p: Said) => `The service refused this: ${p.said}`,
  },
  tooLarge: {
    remedy: 'choose-file',
    message: (p: Said & { size: string | null }) =>
      p.size === null
        ? `This is more than the service accepts: ${p.said}`
        : `The file is ${p.size}, more than the service accepts: ${p.said} Choose a smaller one or ask for a higher limit.`,
  },
  busy: {
    remedy: 'wait',
    message: (p: Said & { seconds: number | null }) =>
      p.seconds === null
        ? `The service is busy: ${p.said} Try again later.`
        : `The service is busy: ${p.said} Try again in ${p.seconds} seconds.`,
  },
  full: {
    remedy: 'free-space',
    message: (p: Said) =>
      `The service has no room for more: ${p.said} Somebody has to free space there; then it goes on.`,
  },
  broken: {
    remedy: 'retry',
    /** `seconds`: what `Retry-After` asks for. */
    message: (p: Said & { status: number; seconds: number | null }) =>
      `Something went wrong on the service (${p.status}): ${p.said} Try again later.`,
  },
  webPage: {
    remedy: 'check-address',
    message: (p: Host & Path & { title: string | null }) =>
      `${p.host} answered with a web page${p.title === null ? '' : ` (“${p.title}”)`} instead of data. Check the addresses of the account, and whether the network asks for a sign-in of its own.${pathHint(p)}`,
  },
  notPromised: {
    remedy: 'check-address',
    message: (p: Host & { what: string; problem: string }) =>
      `${p.host} answered, but not with ${p.what} (${p.problem}). Check the addresses of the account.`,
  },
  /** Not `retry`: what was taken must not be sent again just because it cannot be named. */
  unconfirmed: {
    remedy: 'none',
    message: (p: Host) =>
      `${p.host} took the file but did not say what became of it. Look on the service whether it is there before sending it again.`,
  },
  fileChanged: {
    remedy: 'retry',
    message: (p: { path: string }) =>
      `${p.path} was changed while it was sent, so the upload was stopped. It is sent again as it is now.`,
  },
  unknownAccount: {
    remedy: 'sign-in',
    message: (p: { id: string }) => `There is no account “${p.id}” any more. Choose another account.`,
  },
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
