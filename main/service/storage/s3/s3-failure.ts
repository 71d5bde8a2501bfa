import { openingReasons } from '../../../base/connection-reasons.ts';
import { CodedError, systemCode } from '../../../base/errors.ts';
import type { MessageValue } from '../../../messages/message.ts';
import { serviceErrors } from '../../errors.ts';
import type { S3Settings } from './settings.ts';

type S3Exception = Error & {
  readonly $metadata?: { readonly httpStatusCode?: number };
  readonly $response?: { readonly headers?: Readonly<Record<string, string>> };
  readonly Region?: unknown;
};

/** True if the object does not exist. False for a missing bucket. */
export function isMissingObject(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound');
}

/** True if the upload is completed or aborted. OpenStack Swift then reports a missing object. */
export function isMissingUpload(error: unknown): boolean {
  return isMissingObject(error) || (error instanceof Error && error.name === 'NoSuchUpload');
}

export function isRangeNotSatisfiable(error: unknown): boolean {
  return error instanceof Error && error.name === 'InvalidRange';
}

/** Returns `service/storageUnavailable` with the detailed error as its cause, for the operator's log. */
export function asStorageUnavailable(error: unknown, settings: S3Settings): CodedError {
  if (error instanceof CodedError && error.code === 'service/storageUnavailable') return error;
  return serviceErrors.storageUnavailable({}, { cause: s3Failure(error, settings) });
}

const errorByCode = {
  NoSuchBucket: 's3Bucket',
  InvalidAccessKeyId: 's3Key',
  SignatureDoesNotMatch: 's3Secret',
  RequestTimeTooSkewed: 's3Clock',
} as const;

/** Returns an error that contains the remedy for the operator, and no credentials. */
export function s3Failure(cause: unknown, { endpoint, bucket }: S3Settings): CodedError {
  if (cause instanceof CodedError) return cause;
  const error = cause as S3Exception;
  const status = error.$metadata?.httpStatusCode;
  if (status === undefined) {
    return serviceErrors.s3Unreachable({ endpoint, reason: connectionReason(error) }, { cause });
  }
  const options = { cause, details: { status } };
  const kind = Object.entries(errorByCode).find(([code]) => code === error.name)?.[1];
  if (kind) return serviceErrors[kind]({ endpoint, bucket }, options);
  const region = regionOf(error);
  if (region !== null) return serviceErrors.s3Region({ bucket, region }, options);
  const isTransient = status >= 500 || status === 429 || error.name === 'RequestTimeout';
  const createError = isTransient ? serviceErrors.s3Failing : serviceErrors.s3Refused;
  return createError({ endpoint, bucket, reason: `${status} ${error.name}` }, options);
}

function connectionReason(error: unknown): MessageValue {
  const code =
    systemCode(error) ?? (error instanceof Error && error.name === 'TimeoutError' ? 'ETIMEDOUT' : null);
  return (code && openingReasons[code]) || (code ?? (error instanceof Error ? error.message : String(error)));
}

function regionOf({ name, $metadata, $response, Region }: S3Exception): string | null {
  const isRedirect = $metadata?.httpStatusCode === 301 || $metadata?.httpStatusCode === 307;
  if (!isRedirect && name !== 'AuthorizationHeaderMalformed') return null;
  const region = Region ?? $response?.headers?.['x-amz-bucket-region'];
  return typeof region === 'string' ? region : null;
}
