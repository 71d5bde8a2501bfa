import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { type Database, openDatabase } from '../../../main/base/database/database.ts';
import { localised } from '../../../main/messages/localised.ts';
import type { Message } from '../../../main/messages/message.ts';
import { createHistory } from '../../../main/uploads/history/history.ts';
import type { UploadRecord } from '../../../main/uploads/machine/record.ts';
import { createJournal, journalMigrations } from '../../../main/uploads/store/journal.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

/** A journal an earlier version wrote, which kept what it said as English text. */
async function opened(): Promise<Database> {
  const path = join(await temporaryFolder(), 'journal.db');
  const earlier = new DatabaseSync(path);
  earlier.exec(readFileSync(join(import.meta.dirname, 'journal-version-4.sql'), 'utf8'));
  earlier.close();
  const database = openDatabase(path, journalMigrations);
  onTestFinished(() => database.close());
  return database;
}

const said = ({ machine, notes, sendWarnings = [], package: info }: UploadRecord): readonly Message[] => [
  ...('failure' in machine ? [machine.failure] : []),
  ...notes,
  ...sendWarnings,
  ...(info?.warnings ?? []),
  ...(info?.installWarnings ?? []),
];

test('what an earlier version said is kept as messages', async () => {
  const records = createJournal(await opened()).load();
  expect(records).toHaveLength(9);
  expect([...new Set(records.flatMap(said).map(({ code }) => code))].toSorted()).toEqual([
    'api/connectionRefused',
    'note/inactiveTellsNobody',
    'uploads/applicationGone',
    'warning/adhoc',
    'warning/debugKey',
    'warning/debuggable',
    'warning/expired',
    'warning/notSigned',
  ]);
  expect(JSON.stringify(localised(records.flatMap(said), 'de'))).not.toMatch(/\b(the|is|not|on)\b/);
});

test('steps, states and fields have their names of today', async () => {
  const records = createJournal(await opened()).load();
  const text = JSON.stringify(records);
  for (const name of ['tidy', 'tidied', 'doubt', 'doubts', 'sendDoubts', 'afterwards']) {
    expect(text).not.toContain(`"${name}"`);
  }
  const moved = records.find(({ afterUpload }) => afterUpload?.kind === 'delete');
  expect(moved?.timeline.at(-1)?.event).toBe('cleaned');
  expect(moved?.machine.plan.cleanup).toBe(true);
});

test('the history finds it by the words of other languages', async () => {
  const history = createHistory(await opened());
  expect(history.page({ text: 'nichts wird gesendet', limit: 50 }).records).not.toHaveLength(0);
});
