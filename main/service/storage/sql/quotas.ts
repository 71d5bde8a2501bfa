import { serviceErrors } from '../../errors.ts';
import type { QuotaCharge } from '../identity-storage.ts';
import type { Sql } from './sql.ts';

const dayMs = 86_400_000;

const errors = {
  uploads: serviceErrors.dailyUploads,
  bytes: serviceErrors.dailyBytes,
  messages: serviceErrors.dailyMessages,
} as const;

const dayOf = (at: number): number => Math.floor(at / dayMs);

/** Throws `service/dailyUploads`, `dailyBytes` or `dailyMessages` if the daily quota (UTC) is exceeded. */
export async function checkQuota(sql: Sql, { requester, at, amounts, quota }: QuotaCharge): Promise<void> {
  const used = await sql.get<QuotaCharge['quota']>(
    'SELECT uploads, bytes, messages FROM requesters WHERE requester = ? AND day = ?',
    requester,
    dayOf(at),
  );
  for (const kind of ['uploads', 'bytes', 'messages'] as const) {
    const amount = amounts[kind] ?? 0;
    if (amount > 0 && (used?.[kind] ?? 0) + amount > quota[kind])
      throw errors[kind]({ limit: quota[kind], seconds: Math.ceil((dayMs - (at % dayMs)) / 1_000) });
  }
}

/** Charges the use to the quota, in the transaction of the change. Throws as `checkQuota` does. */
export async function chargeQuota(sql: Sql, use: QuotaCharge): Promise<void> {
  await checkQuota(sql, use);
  const { uploads = 0, bytes = 0, messages = 0 } = use.amounts;
  const sum = (column: string): string =>
    `${column} = excluded.${column} + CASE WHEN requesters.day = excluded.day THEN requesters.${column} ELSE 0 END`;
  await sql.run(
    `INSERT INTO requesters (requester, day, uploads, bytes, messages) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (requester) DO UPDATE
     SET ${sum('uploads')}, ${sum('bytes')}, ${sum('messages')}, day = excluded.day`,
    use.requester,
    dayOf(use.at),
    uploads,
    bytes,
    messages,
  );
}
