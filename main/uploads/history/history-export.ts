/** The history as a table, for spreadsheets and programs. Pure but for the turns it gives to others. */

import { basename } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { isoTime } from '../../base/clock.ts';
import { writeCsv } from '../../base/formats/csv.ts';
import { withGuard } from '../../base/formats/formula-guard.ts';
import { textOf } from '../../messages/text.ts';
import type { UploadRecord } from '../machine/record.ts';
import { stateOf } from '../view.ts';

export type HistoryFormat = 'csv' | 'json';

/** One upload. Times are ISO 8601 UTC; absent values are null, in CSV empty. */
export type HistoryRow = {
  readonly id: string;
  readonly state: string;
  readonly file: string;
  readonly path: string;
  readonly bytes: number;
  readonly platform: string | null;
  readonly packageId: string | null;
  readonly name: string | null;
  readonly version: string | null;
  readonly build: string | null;
  /** Name of the account; its id when it is known no more. */
  readonly account: string;
  readonly area: string;
  /** As the service calls it. */
  readonly application: string | null;
  readonly versionId: number | null;
  /** Addresses; `team 3` and `member 5` by the numbers the service gave them. In CSV separated by semicolons. */
  readonly recipients: readonly string[];
  readonly releaseNote: string | null;
  readonly addedAt: string;
  readonly finishedAt: string | null;
  /** From being queued until it was over. */
  readonly durationSeconds: number | null;
  /** How often the sending of the file was begun. */
  readonly attempts: number;
  readonly sha256: string | null;
  readonly failureCode: string | null;
  readonly failure: string | null;
};

/** In the order of the columns; adding one here does not compile without its value. */
const columns = Object.keys({
  id: true,
  state: true,
  file: true,
  path: true,
  bytes: true,
  platform: true,
  packageId: true,
  name: true,
  version: true,
  build: true,
  account: true,
  area: true,
  application: true,
  versionId: true,
  recipients: true,
  releaseNote: true,
  addedAt: true,
  finishedAt: true,
  durationSeconds: true,
  attempts: true,
  sha256: true,
  failureCode: true,
  failure: true,
} satisfies Record<keyof HistoryRow, true>) as readonly (keyof HistoryRow)[];

export function historyRow(record: UploadRecord, accountName: string | null): HistoryRow {
  const { package: info, target, recipients, machine } = record;
  const failure = 'failure' in machine ? machine.failure : null;
  return {
    id: record.id,
    state: stateOf(machine),
    file: basename(record.path),
    path: record.path,
    bytes: record.stamp.size,
    platform: info?.platform ?? null,
    packageId: info?.id ?? null,
    name: info?.name ?? null,
    version: info?.versionName ?? null,
    build: info?.build ?? null,
    account: accountName ?? record.accountId,
    area: record.area,
    application: target?.applicationName ?? null,
    versionId: target?.versionId ?? null,
    recipients: [
      ...recipients.teamIds.map((id) => `team ${id}`),
      ...recipients.memberIds.map((id) => `member ${id}`),
      ...recipients.emails,
    ],
    releaseNote: record.releaseNote ?? null,
    addedAt: isoTime(record.addedAt),
    finishedAt: record.finishedAt === null ? null : isoTime(record.finishedAt),
    durationSeconds: record.finishedAt === null ? null : (record.finishedAt - record.addedAt) / 1_000,
    attempts: record.timeline.filter((entry) => entry.event === 'uploading').length,
    sha256: record.sha256,
    failureCode: failure?.code ?? null,
    failure: failure && textOf(failure),
  };
}

/**
 * Pages of records as one text, a piece for each page, so that nobody has to hold all of it. CSV: RFC 4180 with a heading,
 * the mark by which spreadsheets know UTF-8, and an apostrophe in front of what they would take for a formula. JSON: an
 * array of `HistoryRow`, one a line.
 */
export async function* writeHistory(
  format: HistoryFormat,
  pages: Iterable<readonly UploadRecord[]>,
  accountName: (accountId: string) => string | null,
): AsyncGenerator<string> {
  const rowsOf = (records: readonly UploadRecord[]): readonly HistoryRow[] =>
    records.map((record) => historyRow(record, accountName(record.accountId)));
  if (format === 'csv') {
    yield `\uFEFF${writeCsv([columns])}`;
    for (const records of pages) {
      yield writeCsv(rowsOf(records).map((row) => columns.map((column) => csvCell(row[column]))));
      await setImmediate();
    }
    return;
  }
  let separator = '[\n';
  for (const records of pages) {
    yield separator +
      rowsOf(records)
        .map((row) => JSON.stringify(row))
        .join(',\n');
    separator = ',\n';
    await setImmediate();
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

/** Numbers are no formulas, whatever their sign. */
function csvCell(value: HistoryRow[keyof HistoryRow]): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  return withGuard(typeof value === 'string' ? value : value.join('; '));
}
