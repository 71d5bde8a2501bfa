import { DatabaseError } from 'pg';
import { CodedError, systemCode } from '../../../base/errors.ts';
import { serviceErrors } from '../../errors.ts';

/** SQLSTATE codes (PostgreSQL, appendix A) for connection errors, too many connections, and server start or stop. */
const away = /^(08...|53300|57P0[123])$/;
const full = /^53100$/;
/** Serialisation failure or deadlock. */
const again = /^(40001|40P01)$/;

/** True if a retry of the transaction may succeed. */
export function isPassing(error: unknown): boolean {
  return error instanceof DatabaseError && again.test(error.code ?? '');
}

/** Returns `service/storageAway` or `service/full` if the database is unavailable or its disk full, else `cause`. */
export function asStorageError(cause: unknown): unknown {
  if (cause instanceof CodedError) return cause;
  if (cause instanceof DatabaseError) {
    if (away.test(cause.code ?? '')) return serviceErrors.storageAway({}, { cause });
    return full.test(cause.code ?? '') ? serviceErrors.full({}, { cause }) : cause;
  }
  const isOfLine =
    systemCode(cause) !== null ||
    (cause instanceof Error &&
      /^(Connection terminated|Query read timeout|timeout exceeded)/i.test(cause.message));
  return isOfLine ? serviceErrors.storageAway({}, { cause }) : cause;
}
