/** Writes a journal with many uploads, for measurements with a long history. */
import { join } from 'node:path';
import { openDatabase } from '../../main/base/database/database.ts';
import { createJournal, journalMigrations } from '../../main/uploads/journal/journal.ts';
import type { UploadRecord } from '../../main/uploads/record/record.ts';
import { sampleInfo, sampleRecord } from '../unit/uploads/samples.ts';

const timeline = (['appeared', 'finished', 'queued', 'uploading', 'uploaded', 'active', 'sent'] as const).map(
  (event, index) => ({ event, at: index }),
);

/** Account to which the uploads belong, as it is stored in the settings. */
export const manyUploadsAccount = {
  id: 'account',
  name: 'Work',
  kind: 'remote',
  authUrl: 'http://127.0.0.1:9',
  baseUrl: 'http://127.0.0.1:9',
  userName: 'bench',
  clientId: 'bench',
  scope: 'bench',
  mode: 'plain',
  vendor: 'slipway',
  installLinkTemplate: null,
};

/** Writes finished uploads. `changed` returns the properties that differ from the default. */
export function fillJournal(
  dataDir: string,
  entries: number,
  changed: (number: number) => Partial<UploadRecord>,
): void {
  const database = openDatabase(join(dataDir, 'journal.db'), journalMigrations);
  const journal = createJournal(database);
  const machine = { kind: 'done', plan: { activate: true, send: true } } as const;
  database.transaction(() => {
    for (let number = 1; number <= entries; number += 1) {
      const own = { id: `id-${number}`, position: number, finishedAt: number };
      journal.save(sampleRecord({ ...own, machine, timeline, package: sampleInfo(), ...changed(number) }));
    }
  });
  database.close();
}
