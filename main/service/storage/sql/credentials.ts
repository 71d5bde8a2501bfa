import { serviceErrors } from '../../errors.ts';
import type { Credential, QuotaUse } from '../identity-storage.ts';
import { countUse } from './quotas.ts';
import type { Sql, SqlDatabase } from './sql.ts';

/** Returns the same database, whose changes all count `use` and throw `service/token` once the credential has ended. */
export function changedBy(database: SqlDatabase, by: Credential, use?: QuotaUse): SqlDatabase {
  const transaction: SqlDatabase['transaction'] = (work) =>
    database.transaction(async (sql) => {
      await refuseEnded(sql, by);
      if (use) await countUse(sql, use);
      return work(sql);
    });
  return {
    ...database,
    transaction,
    run: (statement, ...values) => transaction((sql) => sql.run(statement, ...values)),
  };
}

/** Expiry counts only when a request begins, so that no upload is lost to it. Throws `service/token`. */
async function refuseEnded(sql: Sql, by: Credential): Promise<void> {
  const found =
    by.kind === 'sign-in'
      ? await sql.get('SELECT 1 FROM tokens WHERE token_hash = ?', by.tokenHash)
      : await sql.get('SELECT 1 FROM access_tokens WHERE id = ? AND revoked_at IS NULL', by.id);
  if (!found) throw serviceErrors.token({});
}
