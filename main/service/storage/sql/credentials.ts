import { serviceErrors } from '../../errors.ts';
import type { Credential, QuotaCharge } from '../identity-storage.ts';
import { chargeQuota } from './quotas.ts';
import type { Sql, SqlDatabase } from './sql.ts';

/** Wraps a database: changes charge `use` to the quota, and throw `service/token` if `by` is revoked. */
export function withCredential(database: SqlDatabase, by: Credential, use?: QuotaCharge): SqlDatabase {
  const transaction: SqlDatabase['transaction'] = (work) =>
    database.transaction(async (sql) => {
      await throwIfRevoked(sql, by);
      if (use) await chargeQuota(sql, use);
      return work(sql);
    });
  return {
    ...database,
    transaction,
    run: (statement, ...values) => transaction((sql) => sql.run(statement, ...values)),
  };
}

/** Throws `service/token` if revoked. Ignores the expiry, so that running uploads can finish. */
async function throwIfRevoked(sql: Sql, by: Credential): Promise<void> {
  const found =
    by.kind === 'sign-in'
      ? await sql.get('SELECT 1 FROM tokens WHERE token_hash = ?', by.tokenHash)
      : await sql.get('SELECT 1 FROM access_tokens WHERE id = ? AND revoked_at IS NULL', by.id);
  if (!found) throw serviceErrors.token({});
}
