import type { Database } from '../../base/database/database.ts';
import { searchText } from '../../base/search-text.ts';
import { languages } from '../../messages/locale.ts';
import { textOf } from '../../messages/text.ts';
import { displayVersion } from '../../packages/package-info.ts';
import type { UploadRecord } from '../record/record.ts';
import { failureOf, isFinished } from '../record/states.ts';
import { stateOf } from '../record/view.ts';

export function historyTime(record: Pick<UploadRecord, 'finishedAt' | 'addedAt'>): number {
  return record.finishedAt ?? record.addedAt;
}

export function searchedTexts(record: UploadRecord): readonly string[] {
  const { package: info, machine, recipients, target, notes, releaseNote, sendWarnings = [] } = record;
  const failure = failureOf(machine);
  const failures = failure ? [failure] : [];
  const messages = [...failures, ...notes, ...sendWarnings, ...(info?.warnings ?? [])];
  const version = info ? [info.versionName, info.build, displayVersion(info)] : [];
  return [
    record.path,
    releaseNote,
    info?.name,
    info?.id,
    target?.applicationName,
    ...version,
    ...recipients.emails,
    ...failures.map(({ code }) => code),
    ...messages.flatMap((message) => languages.map((language) => textOf(message, language))),
  ].filter((text) => text !== null && text !== undefined);
}

export function saveHistoryRow(database: Database, record: UploadRecord): void {
  if (record.removed) {
    database.run('DELETE FROM history WHERE id = ?', record.id);
    return;
  }
  database.run(
    'INSERT OR REPLACE INTO history (id, at, finished, state, account_id, folder_id, icon, text) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    record.id,
    Math.trunc(historyTime(record)),
    isFinished(record.machine) ? 1 : 0,
    stateOf(record.machine),
    record.accountId,
    record.folderId,
    record.icon,
    searchText(searchedTexts(record).join('\n')),
  );
}
