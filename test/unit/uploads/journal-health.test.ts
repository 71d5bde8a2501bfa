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

test('a journal that cannot be written says so once, is tried again, and says when it can be', async () => {
  const database = openDatabase(join(await temporaryFolder(), 'journal.db'), journalMigrations);
  onTestFinished(() => database.close());
  const clock = createFakeClock();
  const said: (Failure | null)[] = [];
  const health = watchJournal({ journal: createJournal(database), clock, onChange: (now) => said.push(now) });
  const { journal } = health;
  journal.save(sampleRecord());
  expect([said, clock.pending()]).toEqual([[], 0]);

  database.get('PRAGMA query_only = 1');
  expect(() => journal.save(sampleRecord())).toThrow(expect.objectContaining({ code: 'uploads/notSaved' }));
  expect(() => journal.nextTransferNumber()).toThrow();
  expect(inEnglish(said)).toMatchObject([
    { code: 'uploads/notSaved', message: expect.stringContaining('Nothing is uploaded until it can') },
  ]);
  expect(health.problem()).toEqual(said[0]);
  await clock.advance(60_000);
  expect(said).toHaveLength(1);

  database.get('PRAGMA query_only = 0');
  await clock.advance(5_000);
  expect([said.length, said[1], health.problem(), clock.pending()]).toEqual([2, null, null, 0]);
});

test('nothing is tried any more once it is stopped', async () => {
  const database = openDatabase(join(await temporaryFolder(), 'journal.db'), journalMigrations);
  onTestFinished(() => database.close());
  const clock = createFakeClock();
  const health = watchJournal({ journal: createJournal(database), clock, onChange: () => {} });
  database.get('PRAGMA query_only = 1');
  expect(() => health.journal.setPaused(true)).toThrow();
  health.stop();
  expect(clock.pending()).toBe(0);
});
