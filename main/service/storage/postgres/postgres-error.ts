import { DatabaseError } from 'pg';
import { CodedError, systemCode } from '../../../base/errors.ts';
import { serviceErrors } from '../../errors.ts';

/** Classes and codes of PostgreSQL's appendix A: the connection, too many of them, and a server that starts or stops. */
const away = /^(08...|53300|57P0[123])$/;
const full = /^53100$/;
/** A transaction that gave way to another. */
const again = /^(40001|40P01)$/;

/** True when the same transaction may succeed if it is run once more. */
export function isPassing(error: unknown): boolean {
  return error instanceof DatabaseError && again.test(error.code ?? '');
}

/** `service/storageAway` where the database cannot be asked now, `service/full` where its disk is; else unchanged. */
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
