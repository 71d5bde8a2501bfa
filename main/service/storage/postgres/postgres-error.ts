import { DatabaseError } from 'pg';
import { CodedError, systemCode } from '../../../base/errors.ts';
import { serviceErrors } from '../../errors.ts';

/** SQLSTATE codes (PostgreSQL, appendix A) for connection errors, and server start or stop. */
const unavailableCodes = /^(08...|53300|57P0[123])$/;
const diskFullCode = /^53100$/;
/** Serialisation failure or deadlock. */
const transientCodes = /^(40001|40P01)$/;

export function isTransient(error: unknown): boolean {
  return error instanceof DatabaseError && transientCodes.test(error.code ?? '');
}

/** Returns `service/storageUnavailable` or `service/full` if `cause` has such a code; otherwise `cause`. */
export function asStorageError(cause: unknown): unknown {
  if (cause instanceof CodedError) return cause;
  if (cause instanceof DatabaseError) {
    if (unavailableCodes.test(cause.code ?? '')) return serviceErrors.storageUnavailable({}, { cause });
    return diskFullCode.test(cause.code ?? '') ? serviceErrors.full({}, { cause }) : cause;
  }
  const isConnectionError =
    systemCode(cause) !== null ||
    (cause instanceof Error &&
      /^(Connection terminated|Query read timeout|timeout exceeded)/i.test(cause.message));
  return isConnectionError ? serviceErrors.storageUnavailable({}, { cause }) : cause;
}
