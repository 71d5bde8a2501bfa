/** Exports the history as CSV or JSON, and yields to the event loop between pages. */

import { basename } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { isoTime } from '../../base/clock.ts';
import { writeCsv } from '../../base/formats/csv.ts';
import { withGuard } from '../../base/formats/formula-guard.ts';
import { textOf } from '../../messages/text.ts';
import type { UploadRecord } from '../record/record.ts';
import { failureOf } from '../record/states.ts';
import { stateOf } from '../record/view.ts';

export type HistoryFormat = 'csv' | 'json';

/**
 * Times are ISO 8601 UTC. Missing values are null in JSON and empty in CSV. Recipients are e-mail addresses,
 * or ids such as `team 3` and `member 5`.
 */
const columns = {
  id: ({ id }) => id,
  state: ({ machine }) => stateOf(machine),
  file: ({ path }) => basename(path),
  path: ({ path }) => path,
  bytes: ({ stamp }) => stamp.size,
  platform: ({ package: info }) => info?.platform ?? null,
  packageId: ({ package: info }) => info?.id ?? null,
  name: ({ package: info }) => info?.name ?? null,
  version: ({ package: info }) => info?.versionName ?? null,
  build: ({ package: info }) => info?.build ?? null,
  account: ({ accountId }, accountName) => accountName(accountId) ?? accountId,
  area: ({ area }) => area,
  application: ({ target }) => target?.applicationName ?? null,
  versionId: ({ target }) => target?.versionId ?? null,
  recipients: ({ recipients }) => [
    ...recipients.teamIds.map((id) => `team ${id}`),
    ...recipients.memberIds.map((id) => `member ${id}`),
    ...recipients.emails,
  ],
  releaseNote: ({ releaseNote }) => releaseNote ?? null,
  addedAt: ({ addedAt }) => isoTime(addedAt),
  finishedAt: ({ finishedAt }) => (finishedAt === null ? null : isoTime(finishedAt)),
  durationSeconds: ({ finishedAt, addedAt }) => (finishedAt === null ? null : (finishedAt - addedAt) / 1_000),
  attempts: ({ timeline }) => timeline.filter(({ event }) => event === 'uploading').length,
  sha256: ({ sha256 }) => sha256,
  failureCode: ({ machine }) => failureOf(machine)?.code ?? null,
  failure: ({ machine }) => {
    const failure = failureOf(machine);
    return failure && textOf(failure);
  },
} satisfies Record<string, (record: UploadRecord, accountName: AccountNames) => Cell>;

type Cell = string | number | null | readonly string[];

type AccountNames = (accountId: string) => string | null;

export type HistoryRow = { readonly [Column in keyof typeof columns]: ReturnType<(typeof columns)[Column]> };

/** Writes CSV (RFC 4180; header, BOM, formula guard), or a JSON array with one `HistoryRow` per line. */
export async function* writeHistory(
  format: HistoryFormat,
  pages: Iterable<readonly UploadRecord[]>,
  accountName: AccountNames,
): AsyncGenerator<string> {
  const rowOf = (record: UploadRecord): [string, Cell][] =>
    Object.entries(columns).map(([name, cell]) => [name, cell(record, accountName)]);
  if (format === 'csv') {
    yield `\uFEFF${writeCsv([Object.keys(columns)])}`;
    for (const records of pages) {
      yield writeCsv(records.map((record) => rowOf(record).map(([, value]) => csvCell(value))));
      await setImmediate();
    }
    return;
  }
  let separator = '[\n';
  for (const records of pages) {
    const rows = records.map((record) => JSON.stringify(Object.fromEntries(rowOf(record))));
    yield separator + rows.join(',\n');
    separator = ',\n';
    await setImmediate();
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

/** A number is never a formula, even with a sign. */
function csvCell(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  return withGuard(typeof value === 'string' ? value : value.join('; '));
}
