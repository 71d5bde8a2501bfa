import type { ZodError } from 'zod';
import { CodedError, errorTable, systemCode, toFailure } from '../base/errors.ts';

const table = {
  // Requests
  token: {
    status: 401,
    remedy: 'sign-in',
    message: () => 'The access token is incorrect or has expired. Ask for a new one at the token endpoint.',
  },
  noRoute: {
    status: 404,
    remedy: 'check-address',
    message: (p: { path: string }) => `There is nothing at ${p.path}. Check the address.`,
  },
  method: {
    status: 405,
    remedy: 'check-address',
    message: (p: { method: string; allowed: string }) =>
      `${p.method} is not possible at this address. Use ${p.allowed}.`,
  },
  notAcceptable: {
    status: 406,
    remedy: 'check-input',
    message: (p: { accept: string }) =>
      `No answer fits Accept: ${p.accept}. Use application/json or application/vnd.<vendor>.hateaos+json.`,
  },
  badId: {
    status: 400,
    remedy: 'check-input',
    message: (p: { id: string }) => `The id ${p.id} is not a whole number between 1 and 2147483647.`,
  },
  badPath: {
    status: 400,
    remedy: 'check-address',
    message: (p: { path: string }) =>
      `The address ${p.path} is not written rightly: after each % belong two hexadecimal digits, and together they are UTF-8.`,
  },
  badHost: {
    status: 400,
    remedy: 'check-address',
    message: (p: { hosts: readonly string[] }) =>
      `The request has ${hostsOf(p.hosts)}. Send exactly one Host header, with the name and port of this service.`,
  },
  badBody: {
    status: 400,
    remedy: 'check-input',
    message: (p: { reason: string }) => `The body of the request cannot be used: ${p.reason}.`,
  },
  bodyTooLarge: {
    status: 413,
    remedy: 'check-input',
    message: (p: { what: string }) => `${p.what} is larger than this service takes. Send less.`,
  },
  badRequest: {
    status: 400,
    remedy: 'check-input',
    message: () => 'This is not a request as HTTP/1.1 writes it. Nothing of it was carried out.',
  },
  headersTooLarge: {
    status: 431,
    remedy: 'check-input',
    message: () => 'The headers of the request are larger than this service takes. Send less.',
  },
  tooSlow: {
    status: 408,
    remedy: 'retry',
    message: (p: { what: string; seconds: number }) =>
      `${p.what} did not arrive within ${p.seconds} s. Nothing was stored; try again.`,
  },
  silent: {
    status: 408,
    remedy: 'retry',
    message: (p: { seconds: number }) =>
      `Nothing of the body arrived for ${p.seconds} s, so the rest is not waited for. Nothing was stored; try again.`,
  },
  mediaType: {
    status: 415,
    remedy: 'check-input',
    message: (p: { given: string; wanted: string }) =>
      `The content type ${p.given} is not understood here. Send ${p.wanted === '' ? 'no body' : p.wanted}.`,
  },
  // Records
  noApplication: {
    status: 404,
    remedy: 'check-input',
    message: (p: { id: number }) => `There is no application with the id ${p.id}. It may have been deleted.`,
  },
  noVersion: {
    status: 404,
    remedy: 'check-input',
    message: (p: { id: number }) => `There is no version with the id ${p.id}. It may have been deleted.`,
  },
  noProfile: {
    status: 404,
    remedy: 'check-input',
    message: (p: { id: number }) => `There is no profile with the id ${p.id}. It may have been deleted.`,
  },
  noItem: {
    status: 404,
    remedy: 'check-input',
    message: (p: { id: number }) => `There is no profile item with the id ${p.id}. It may have been deleted.`,
  },
  noLink: {
    status: 404,
    remedy: 'check-address',
    message: () =>
      'This link leads nowhere. The version may have been deleted; ask whoever sent it for a new one.',
  },
  inactive: {
    status: 409,
    remedy: 'check-input',
    message: (p: { name: string; version: string }) =>
      `${p.name} ${p.version} is not active, so it cannot be downloaded or sent. Activate it first.`,
  },
  disabled: {
    status: 409,
    remedy: 'check-input',
    message: (p: { name: string }) => `${p.name} is inactive and cannot be downloaded.`,
  },
  credentials: {
    status: 401,
    remedy: 'sign-in',
    message: () => 'This page asks for a user name and a password.',
  },
  slowDown: {
    status: 429,
    remedy: 'wait',
    message: (p: { seconds: number }) =>
      `Too many wrong names or passwords. Wait ${p.seconds} s and try again.`,
  },
  condition: {
    status: 412,
    remedy: 'retry',
    message: () => 'The file is no longer the one that was asked for. Download it anew.',
  },
  // Uploads
  noFile: {
    status: 400,
    remedy: 'choose-file',
    message: () => 'The upload holds no build. Send one file in the form field "file".',
  },
  twoFiles: {
    status: 400,
    remedy: 'choose-file',
    message: () => 'The upload holds more than one file. Send one build at a time.',
  },
  emptyFile: {
    status: 422,
    remedy: 'choose-file',
    message: (p: { name: string }) => `${p.name} is empty. Choose a finished build.`,
  },
  badUpload: {
    status: 400,
    remedy: 'retry',
    message: (p: { reason: string }) =>
      `The upload arrived broken (${p.reason}). Nothing was stored; send it again.`,
  },
  tooLarge: {
    status: 413,
    remedy: 'choose-file',
    message: (p: { limit: number }) => `The build is larger than the limit of ${p.limit} bytes.`,
  },
  unreadable: {
    status: 422,
    remedy: 'choose-file',
    message: (p: { reason: string }) => p.reason,
  },
  full: {
    status: 507,
    remedy: 'free-space',
    message: () =>
      'The disk of the service has too little free space. Nothing was stored; free some space there.',
  },
  busy: {
    status: 503,
    remedy: 'retry',
    message: (p: { limit: number }) => `${p.limit} uploads are already running. Try again in a moment.`,
  },
  // People and sending
  badAddress: {
    status: 422,
    remedy: 'check-input',
    message: (p: { addresses: readonly string[] }) =>
      `${list(p.addresses)} ${p.addresses.length === 1 ? 'is not an e-mail address' : 'are not e-mail addresses'}. Nobody was mailed.`,
  },
  unknownPeople: {
    status: 422,
    remedy: 'check-input',
    message: (p: { teamIds: readonly number[]; memberIds: readonly number[] }) =>
      `There is no ${[...p.teamIds.map((id) => `team ${id}`), ...p.memberIds.map((id) => `member ${id}`)].join(', no ')}. Nobody was mailed.`,
  },
  nobody: {
    status: 422,
    remedy: 'check-input',
    message: () =>
      'Nobody was named to send to. Give teamIds, memberIds or emails that lead to at least one person.',
  },
  badMember: {
    status: 422,
    remedy: 'check-input',
    message: (p: { email: string }) =>
      `“${p.email}” is not an e-mail address. Give one such as ann@example.org.`,
  },
  badLine: {
    status: 422,
    remedy: 'check-input',
    message: (p: { reason: string }) => p.reason,
  },
  badCsv: {
    status: 422,
    remedy: 'choose-file',
    message: (p: { reason: string }) => `Nobody was imported: ${p.reason}.`,
  },
  badName: {
    status: 422,
    remedy: 'check-input',
    message: (p: { what: string }) => `A ${p.what} needs a name of 1 to 200 characters without line breaks.`,
  },
  taken: {
    status: 409,
    remedy: 'check-input',
    message: (p: { what: string; name: string }) => `There is already a ${p.what} called ${p.name}.`,
  },
  noPerson: {
    status: 404,
    remedy: 'check-input',
    message: (p: { what: string; id: number | string }) => `There is no ${p.what} ${p.id}.`,
  },
  weakPassword: {
    status: 422,
    remedy: 'check-input',
    message: (p: { least: number }) => `A password needs at least ${p.least} characters.`,
  },
  // Running the service
  listen: {
    status: 500,
    remedy: 'check-input',
    message: (p: { host: string; port: number; reason: string }) =>
      `The service cannot listen on ${p.host} port ${p.port} (${p.reason}). Choose another port (0 for any free one) or another address of this computer.`,
  },
  noHost: {
    status: 500,
    remedy: 'check-input',
    message: (p: { host: string; reason: string }) =>
      `No computer is called ${p.host} (${p.reason}), so the service cannot listen there. Choose an address of this computer, such as 127.0.0.1.`,
  },
  publicUrl: {
    status: 500,
    remedy: 'check-input',
    message: (p: { host: string }) =>
      `Listening on ${p.host} means every address of this computer, and links have to lead to one of them. Name that one to listen on, or say with --public-url how testers reach the service.`,
  },
  noMail: {
    status: 404,
    remedy: 'check-input',
    message: (p: { id: string }) => `There is no message ${p.id} in the outbox.`,
  },
  mailGone: {
    status: 410,
    remedy: 'none',
    message: (p: { id: string }) => `The message ${p.id} was handed to the mail server and is not kept here.`,
  },
  // Mail: why a message still waits or was given up
  mailUnreachable: {
    status: 502,
    remedy: 'check-network',
    message: (p: { server: string; reason: string }) =>
      `The mail server ${p.server} cannot be reached: ${p.reason}.`,
  },
  mailCertificate: {
    status: 502,
    remedy: 'check-address',
    message: (p: { server: string; reason: string }) =>
      `The certificate of the mail server ${p.server} is not trusted: ${p.reason}. Use the name it was made for, and let this computer trust whoever issued it.`,
  },
  mailUnencrypted: {
    status: 502,
    remedy: 'check-input',
    message: (p: { server: string; reason: string }) =>
      `No encrypted connection to the mail server ${p.server} is possible: ${p.reason}. Check its port and when TLS is used.`,
  },
  mailSignIn: {
    status: 502,
    remedy: 'sign-in',
    message: (p: { server: string; reason: string }) =>
      `The mail server ${p.server} did not accept the sign-in: ${p.reason}. Set user name and password again.`,
  },
  mailRefused: {
    status: 502,
    remedy: 'none',
    message: (p: { server: string; reason: string }) =>
      `The mail server ${p.server} refused the message: ${p.reason}.`,
  },
  mailDelayed: {
    status: 502,
    remedy: 'wait',
    message: (p: { server: string; reason: string }) =>
      `The mail server ${p.server} did not take the message yet: ${p.reason}.`,
  },
  stopped: {
    status: 503,
    remedy: 'retry',
    message: () => 'The service has been stopped.',
  },
} as const;

/** Every failure of the built-in service; `serviceStatus` gives the HTTP status of each. */
export const serviceErrors = errorTable('service', table);

const statuses: ReadonlyMap<string, number> = new Map(
  Object.entries(table).map(([kind, entry]) => [`service/${kind}`, entry.status]),
);

/** The HTTP status an error is answered with; what is nobody's expected failure is a 500. */
export function serviceStatus(error: unknown): number {
  return statuses.get(toFailure(error).code) ?? 500;
}

const fullDisk: ReadonlySet<string> = new Set(['file/full', 'database/full', 'ENOSPC', 'EDQUOT']);

/** `service/full` for a full disk; anything else unchanged. */
export function asDiskError(error: unknown): unknown {
  const code = error instanceof CodedError ? error.code : systemCode(error);
  return fullDisk.has(code ?? '') ? serviceErrors.full({}, { cause: error }) : error;
}

/** `service/badBody` for a body that is not of its shape, in one line: which field, and what is wrong with it. */
export function badShape(cause: ZodError): CodedError {
  const reasons = cause.issues.map(({ path, message }) =>
    path.length === 0 ? message : `${path.join('.')}: ${message}`,
  );
  return serviceErrors.badBody({ reason: reasons.join('; ') }, { cause });
}

function hostsOf(hosts: readonly string[]): string {
  if (hosts.length === 0) return 'no Host header';
  return hosts.length === 1
    ? `a Host header that names no host, ${list(hosts)}`
    : `${hosts.length} Host headers`;
}

function list(values: readonly string[]): string {
  return values.map((value) => `"${value}"`).join(', ');
}
