import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../main/base/database/database.ts';
import { readCsv } from '../../../main/base/formats/csv.ts';
import { withoutGuard } from '../../../main/base/formats/formula-guard.ts';
import { createHistory } from '../../../main/uploads/history/history.ts';
import { type HistoryRow, writeHistory } from '../../../main/uploads/history/history-export.ts';
import { createJournal, journalMigrations } from '../../../main/uploads/journal/journal.ts';
import type { UploadRecord } from '../../../main/uploads/record/record.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { sampleInfo, sampleRecord } from './samples.ts';

const whole = sampleRecord({
  path: '/builds/Grüße, "neu".apk',
  package: sampleInfo({ name: '=HYPERLINK("http://x")', versionName: '-1', build: '34' }),
  recipients: { teamIds: [3], memberIds: [5], emails: ['ada@example.org', '+bob@example.org'] },
  stamp: { size: 123_456, mtimeMs: 1 },
  sha256: 'ab'.repeat(32),
  target: {
    applicationId: 7,
    versionId: 70,
    applicationName: 'Läden\r\nzwei',
    uniqueName: 's',
    installLink: null,
  },
  machine: {
    kind: 'failed',
    step: 'send',
    failure: { code: 'api/refused', message: 'No; “never”.', remedy: 'none' },
    plan: { activate: true, send: true },
  },
  timeline: [
    { event: 'queued', at: 0 },
    { event: 'uploading', at: 1 },
    { event: 'retry', at: 2 },
    { event: 'uploading', at: 3 },
  ],
  releaseNote: '=Faster',
  addedAt: Date.UTC(2026, 10, 21, 8, 30),
  finishedAt: Date.UTC(2026, 10, 21, 8, 30, 4, 250),
});
const bare = sampleRecord({ id: 'bare', recipients: { teamIds: [], memberIds: [], emails: [] } });

const expected: HistoryRow = {
  id: 'upload',
  state: 'failed',
  file: 'Grüße, "neu".apk',
  path: '/builds/Grüße, "neu".apk',
  bytes: 123_456,
  platform: 'android',
  packageId: 'org.example.shop',
  name: '=HYPERLINK("http://x")',
  version: '-1',
  build: '34',
  account: 'Work',
  area: 'testingdist',
  application: 'Läden\r\nzwei',
  versionId: 70,
  recipients: ['team 3', 'member 5', 'ada@example.org', '+bob@example.org'],
  releaseNote: '=Faster',
  addedAt: '2026-11-21T08:30:00.000Z',
  finishedAt: '2026-11-21T08:30:04.250Z',
  durationSeconds: 4.25,
  attempts: 2,
  sha256: 'ab'.repeat(32),
  failureCode: 'api/refused',
  failure: 'No; “never”.',
};

async function written(
  format: 'csv' | 'json',
  pages: Iterable<readonly UploadRecord[]>,
): Promise<readonly string[]> {
  const parts: string[] = [];
  for await (const part of writeHistory(format, pages, (id) => (id === 'account' ? 'Work' : null)))
    parts.push(part);
  return parts;
}

test('a JSON export is an array with all columns, empty without uploads', async () => {
  const text = (await written('json', [[whole], [bare]])).join('');
  expect(JSON.parse(text)).toEqual([expected, expect.objectContaining({ id: 'bare', finishedAt: null })]);
  expect(JSON.parse((await written('json', [])).join(''))).toEqual([]);
  const unknown = (await written('json', [[{ ...bare, accountId: 'gone' }]])).join('');
  expect(JSON.parse(unknown)).toMatchObject([{ account: 'gone' }]);
});

test('a CSV export has a byte order mark, CRLF, quotes and no formulas', async () => {
  const text = (await written('csv', [[whole], [bare]])).join('');
  expect(text.startsWith('\uFEFFid,state,file,path,bytes,')).toBe(true);
  expect(text.endsWith('\r\n')).toBe(true);
  expect(text).toContain('"Grüße, ""neu"".apk"');
  const [heading, first, second] = [...readCsv(text)].map((row) => row.cells);
  const row = Object.fromEntries((heading ?? []).map((name, index) => [name, first?.[index] ?? '']));
  expect(row).toMatchObject({ bytes: '123456', durationSeconds: '4.25', attempts: '2', version: "'-1" });
  for (const cell of first ?? []) expect(cell).not.toMatch(/^[=+\-@]/);
  expect(withoutGuard(row['name'] ?? '')).toBe(expected.name);
  expect(withoutGuard(row['recipients'] ?? '')).toBe(expected.recipients.join('; '));
  expect(second?.filter((cell) => cell === '')).not.toHaveLength(0);
  expect((await written('csv', [])).join('')).toBe(text.slice(0, text.indexOf('\r\n') + 2));
});

test('a long history is exported in parts, one journal page at a time', async () => {
  const database = openDatabase(join(await temporaryFolder(), 'journal.db'), journalMigrations);
  onTestFinished(() => database.close());
  const journal = createJournal(database);
  database.transaction(() => {
    for (let number = 1; number <= 1_050; number += 1) {
      journal.save({ ...whole, id: `id-${number}`, position: number, finishedAt: number });
    }
  });
  const pages = createHistory(database).pages({ states: ['failed'] }, 200);
  const parts = await written('json', pages);
  expect(parts).toHaveLength(7);
  const rows = JSON.parse(parts.join('')) as readonly HistoryRow[];
  expect(rows.map((row) => row.id)).toEqual(
    Array.from({ length: 1_050 }, (_, index) => `id-${1_050 - index}`),
  );
});
