import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../main/base/database/database.ts';
import type { Failure } from '../../../main/base/failure.ts';
import { createJournal, journalMigrations } from '../../../main/uploads/journal/journal.ts';
import { watchJournal } from '../../../main/uploads/journal/journal-health.ts';
import { inEnglish } from '../../english.ts';
import { createFakeClock } from '../../fakes/fake-clock.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { sampleRecord } from './samples.ts';

test('a journal reports a failed write once and then the recovery', async () => {
  const database = openDatabase(join(await temporaryFolder(), 'journal.db'), journalMigrations);
  onTestFinished(() => database.close());
  const clock = createFakeClock();
  const reports: (Failure | null)[] = [];
  const health = watchJournal({
    journal: createJournal(database),
    clock,
    onChange: (now) => reports.push(now),
  });
  const { journal } = health;
  journal.save(sampleRecord());
  expect([reports, clock.pending()]).toEqual([[], 0]);

  database.get('PRAGMA query_only = 1');
  expect(() => journal.save(sampleRecord())).toThrow(expect.objectContaining({ code: 'uploads/notSaved' }));
  expect(() => journal.nextTransferNumber()).toThrow();
  expect(inEnglish(reports)).toMatchObject([
    {
      code: 'uploads/notSaved',
      message: expect.stringContaining('The upload journal cannot be written'),
    },
  ]);
  expect(health.problem()).toEqual(reports[0]);
  await clock.advance(60_000);
  expect(reports).toHaveLength(1);

  database.get('PRAGMA query_only = 0');
  await clock.advance(5_000);
  expect([reports.length, reports[1], health.problem(), clock.pending()]).toEqual([2, null, null, 0]);
});

test('a stopped health check schedules no further attempt', async () => {
  const database = openDatabase(join(await temporaryFolder(), 'journal.db'), journalMigrations);
  onTestFinished(() => database.close());
  const clock = createFakeClock();
  const health = watchJournal({ journal: createJournal(database), clock, onChange: () => {} });
  database.get('PRAGMA query_only = 1');
  expect(() => health.journal.setPaused(true)).toThrow();
  health.stop();
  expect(clock.pending()).toBe(0);
});
