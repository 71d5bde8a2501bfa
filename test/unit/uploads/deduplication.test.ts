import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../main/base/database/database.ts';
import { createJournal, type Journal, journalMigrations } from '../../../main/uploads/journal/journal.ts';
import { deduplicate } from '../../../main/uploads/queue/deduplication.ts';
import type { UploadRecord } from '../../../main/uploads/record/record.ts';
import type { UploadPhase } from '../../../main/uploads/record/states.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { sampleRecord, sampleRequest } from './samples.ts';

const plan = { activate: true, send: true };
const failure = { code: 'packages/truncated', message: '', remedy: 'choose-file' } as const;
const stamp = { size: 100, mtimeMs: 5 };
const other = { size: 101, mtimeMs: 6 };

async function journalWith(phase: UploadPhase, changes: Partial<UploadRecord> = {}): Promise<Journal> {
  const database = openDatabase(join(await temporaryFolder(), 'journal.db'), journalMigrations);
  onTestFinished(() => database.close());
  const journal = createJournal(database);
  journal.save(sampleRecord({ machine: { ...phase, plan }, ...changes }));
  return journal;
}

test('a file with a new path, account or area is queued', async () => {
  const journal = await journalWith({ kind: 'done' });
  expect(deduplicate(sampleRequest({ path: '/other.apk' }), stamp, journal).kind).toBe('new');
  expect(deduplicate(sampleRequest({ accountId: 'other' }), stamp, journal).kind).toBe('new');
  expect(deduplicate(sampleRequest({ area: 'appstore' }), stamp, journal).kind).toBe('new');
});

test('a file whose upload is running is not queued again', async () => {
  const journal = await journalWith({ kind: 'working', step: 'upload' });
  expect(deduplicate(sampleRequest(), stamp, journal).kind).toBe('known');
  expect(deduplicate(sampleRequest({ folderId: null }), stamp, journal).kind).toBe('known');
});

test('a manual request with different recipients or activation is queued', async () => {
  const journal = await journalWith({ kind: 'queued', step: 'choose' });
  const recipients = { teamIds: [1, 2], memberIds: [], emails: [] };
  for (const changes of [{ recipients }, { activate: false }]) {
    const request = sampleRequest({ ...changes, folderId: null });
    expect(deduplicate(request, stamp, journal).kind).toBe('new');
    expect(deduplicate(request, other, journal).kind).toBe('new');
    expect(deduplicate({ ...request, folderId: 'folder' }, stamp, journal).kind).toBe('known');
  }
});

test('a file announced again by its folder is recognised after any outcome', async () => {
  for (const phase of [
    { kind: 'done' },
    { kind: 'already-there' },
    { kind: 'cancelled', step: 'inspect' },
    { kind: 'failed', step: 'choose', failure },
  ] as const) {
    for (const removed of [false, true]) {
      const journal = await journalWith(phase, { removed });
      expect(deduplicate(sampleRequest(), stamp, journal).kind, phase.kind).toBe('known');
      expect(deduplicate(sampleRequest({ folderId: null }), stamp, journal).kind, phase.kind).toBe('new');
    }
  }
});

test('a file replaced while its upload is queued updates that upload', async () => {
  const journal = await journalWith({ kind: 'queued', step: 'choose' });
  expect(deduplicate(sampleRequest(), other, journal).kind).toBe('replaced');
  const reading = await journalWith({ kind: 'working', step: 'inspect' });
  expect(deduplicate(sampleRequest(), other, reading).kind).toBe('known');
});

test('a file replaced after its transfer began is a new build', async () => {
  for (const phase of [
    { kind: 'working', step: 'upload' },
    { kind: 'queued', step: 'confirm' },
    { kind: 'working', step: 'activate' },
    { kind: 'done' },
  ] as const) {
    expect(deduplicate(sampleRequest(), other, await journalWith(phase)).kind).toBe('new');
  }
});

test('a complete file replaces the failed upload of its partial file', async () => {
  const journal = await journalWith({ kind: 'failed', step: 'inspect', failure });
  expect(deduplicate(sampleRequest(), other, journal).kind).toBe('replaced');
  expect(deduplicate(sampleRequest({ folderId: 'another' }), other, journal).kind).toBe('new');
});
