import type { ZodError } from 'zod';
import { CodedError, errorTable, systemCode, toFailure } from '../base/errors.ts';
import type { Remedy } from '../base/failure.ts';

const table = {
  // Requests
  token: { status: 401, remedy: 'sign-in' },
  tokenScope: { status: 403, remedy: 'check-input' },
  noRoute: { status: 404, remedy: 'check-address' },
  method: { status: 405, remedy: 'check-address' },
  notAcceptable: { status: 406, remedy: 'check-input' },
  badId: { status: 400, remedy: 'check-input' },
  badPath: { status: 400, remedy: 'check-address' },
  badHost: { status: 400, remedy: 'check-address' },
  badBody: { status: 400, remedy: 'check-input' },
  bodyTooLarge: { status: 413, remedy: 'check-input' },
  badRequest: { status: 400, remedy: 'check-input' },
  headersTooLarge: { status: 431, remedy: 'check-input' },
  tooSlow: { status: 408, remedy: 'retry' },
  idleTimeout: { status: 408, remedy: 'retry' },
  mediaType: { status: 415, remedy: 'check-input' },
  // Records
  noApplication: { status: 404, remedy: 'check-input' },
  noVersion: { status: 404, remedy: 'check-input' },
  noProfile: { status: 404, remedy: 'check-input' },
  noItem: { status: 404, remedy: 'check-input' },
  noUpload: { status: 404, remedy: 'retry' },
  noLink: { status: 404, remedy: 'check-address' },
  otherPackage: { status: 409, remedy: 'check-input' },
  inactive: { status: 409, remedy: 'check-input' },
  disabled: { status: 409, remedy: 'check-input' },
  credentials: { status: 401, remedy: 'sign-in' },
  badDevice: { status: 422, remedy: 'retry' },
  rateLimited: { status: 429, remedy: 'wait' },
  preconditionFailed: { status: 412, remedy: 'retry' },
  // Uploads
  noFile: { status: 400, remedy: 'choose-file' },
  twoFiles: { status: 400, remedy: 'choose-file' },
  emptyFile: { status: 422, remedy: 'choose-file' },
  badUpload: { status: 400, remedy: 'retry' },
  tusVersion: { status: 412, remedy: 'check-input' },
  uploadHeaders: { status: 400, remedy: 'check-input' },
  uploadOffset: { status: 409, remedy: 'retry' },
  uploadChecksum: { status: 460, remedy: 'retry' },
  baseUnknown: { status: 424, remedy: 'retry' },
  badRecipe: { status: 424, remedy: 'retry' },
  tooLarge: { status: 413, remedy: 'choose-file' },
  unreadable: { status: 422, remedy: 'choose-file' },
  full: { status: 507, remedy: 'free-space' },
  dailyUploads: { status: 429, remedy: 'wait' },
  dailyBytes: { status: 429, remedy: 'wait' },
  dailyMessages: { status: 429, remedy: 'wait' },
  busy: { status: 503, remedy: 'retry' },
  storageUnavailable: { status: 503, remedy: 'retry' },
  // People and sending
  badAddress: { status: 422, remedy: 'check-input' },
  unknownPeople: { status: 422, remedy: 'check-input' },
  noRecipients: { status: 422, remedy: 'check-input' },
  badMember: { status: 422, remedy: 'check-input' },
  badLine: { status: 422, remedy: 'check-input' },
  badCsv: { status: 422, remedy: 'choose-file' },
  badName: { status: 422, remedy: 'check-input' },
  taken: { status: 409, remedy: 'check-input' },
  addressUsed: { status: 409, remedy: 'check-input' },
  noPerson: { status: 404, remedy: 'check-input' },
  weakPassword: { status: 422, remedy: 'check-input' },
  // Running the service
  notInstalled: { status: 500, remedy: 'none' },
  databaseRefused: { status: 500, remedy: 'check-input' },
  s3Unreachable: { status: 503, remedy: 'check-network' },
  s3Failing: { status: 503, remedy: 'retry' },
  s3Bucket: { status: 503, remedy: 'check-input' },
  s3Key: { status: 503, remedy: 'check-input' },
  s3Secret: { status: 503, remedy: 'check-input' },
  s3Clock: { status: 503, remedy: 'check-input' },
  s3Region: { status: 503, remedy: 'check-input' },
  s3Refused: { status: 503, remedy: 'check-input' },
  otherService: { status: 500, remedy: 'check-input' },
  noRecords: { status: 500, remedy: 'check-input' },
  buildsMissing: { status: 500, remedy: 'check-input' },
  sweepTooMuch: { status: 500, remedy: 'check-input' },
  sweepRunning: { status: 500, remedy: 'wait' },
  noBackup: { status: 500, remedy: 'choose-file' },
  backupFolder: { status: 500, remedy: 'choose-file' },
  copyNoSource: { status: 500, remedy: 'check-input' },
  copySameTarget: { status: 500, remedy: 'check-input' },
  copyInUse: { status: 500, remedy: 'check-input' },
  copyIncomplete: { status: 500, remedy: 'retry' },
  copyRunning: { status: 500, remedy: 'wait' },
  copyDamaged: { status: 500, remedy: 'check-input' },
  listen: { status: 500, remedy: 'check-input' },
  noHost: { status: 500, remedy: 'check-input' },
  publicUrl: { status: 500, remedy: 'check-input' },
  certificate: { status: 500, remedy: 'choose-file' },
  authority: { status: 500, remedy: 'check-input' },
  trust: { status: 500, remedy: 'retry' },
  untrusted: { status: 500, remedy: 'choose-file' },
  noMail: { status: 404, remedy: 'check-input' },
  mailGone: { status: 410, remedy: 'none' },
  mailLeft: { status: 409, remedy: 'none' },
  // Reasons why mail is still queued or has failed
  mailServerMissing: { status: 502, remedy: 'check-input' },
  mailUnreachable: { status: 502, remedy: 'check-network' },
  mailCertificate: { status: 502, remedy: 'check-address' },
  mailUnencrypted: { status: 502, remedy: 'check-input' },
  mailSignIn: { status: 502, remedy: 'sign-in' },
  mailSender: { status: 502, remedy: 'check-input' },
  mailRelay: { status: 502, remedy: 'check-input' },
  mailQuota: { status: 502, remedy: 'wait' },
  mailNotAccepted: { status: 502, remedy: 'check-input' },
  mailBusy: { status: 502, remedy: 'wait' },
  mailRefused: { status: 502, remedy: 'none' },
  mailDelayed: { status: 502, remedy: 'wait' },
  mailDns: { status: 503, remedy: 'check-network' },
  stopped: { status: 503, remedy: 'retry' },
} as const;

const remedies = Object.fromEntries(Object.entries(table).map(([key, { remedy }]) => [key, remedy])) as {
  readonly [Key in keyof typeof table]: Remedy;
};

export const serviceErrors = errorTable('service', remedies);

const statuses: ReadonlyMap<string, number> = new Map(
  Object.entries(table).map(([kind, entry]) => [`service/${kind}`, entry.status]),
);

export function serviceStatus(error: unknown): number {
  return statuses.get(toFailure(error).code) ?? 500;
}

const fullDisk: ReadonlySet<string> = new Set(['file/full', 'database/full', 'ENOSPC', 'EDQUOT']);

export function toDiskError(error: unknown): unknown {
  const code = error instanceof CodedError ? error.code : systemCode(error);
  return fullDisk.has(code ?? '') ? serviceErrors.full({}, { cause: error }) : error;
}

/** Returns `service/badBody` with each invalid field and its problem, in one line. */
export function invalidBody(cause: ZodError): CodedError {
  const reasons = cause.issues.map(({ path, message }) =>
    path.length === 0 ? message : `${path.join('.')}: ${message}`,
  );
  return serviceErrors.badBody({ reason: reasons.join('; ') }, { cause });
}
