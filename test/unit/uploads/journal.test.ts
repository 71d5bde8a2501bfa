import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../main/base/database/database.ts';
import { messageOf } from '../../../main/messages/message.ts';
import { createJournal, type Journal, journalMigrations } from '../../../main/uploads/journal/journal.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { sampleInfo, sampleRecord } from './samples.ts';

const place = { accountId: 'account', area: 'testingdist' } as const;
const target = {
  applicationId: 7,
  versionId: 70,
  applicationName: 'Shop',
  uniqueName: 'shop',
  installLink: null,
};

async function opened(): Promise<{ journal: Journal; reopen: () => Journal }> {
  const path = join(await temporaryFolder(), 'journal.db');
  let database = openDatabase(path, journalMigrations);
  onTestFinished(() => database.close());
  return {
    journal: createJournal(database),
    reopen: () => {
      database.close();
      database = openDatabase(path, journalMigrations);
      return createJournal(database);
    },
  };
}

test('what was saved is there after opening again, in order, exactly as it was', async () => {
  const { journal, reopen } = await opened();
  const notes = [messageOf('note/notMoved', { reason: 'ü “quoted” \n' })];
  const second = sampleRecord({ id: 'b', position: 2, package: sampleInfo(), notes });
  const first = sampleRecord({ id: 'a', position: 1, stamp: { size: 5, mtimeMs: 1_700_000_000_123.456 } });
  journal.save(second);
  journal.save(first);
  expect(reopen().load()).toEqual([first, second]);
});

test('saving again replaces, and positions grow', async () => {
  const { journal } = await opened();
  expect(journal.nextPosition()).toBe(1);
  journal.save(sampleRecord());
  const done = sampleRecord({ machine: { kind: 'done', plan: { activate: true, send: true } }, target });
  journal.save(done);
  expect(journal.load()).toEqual([done]);
  expect(journal.nextPosition()).toBe(2);
});

test('what is taken off the list is still known by its path and its bytes', async () => {
  const { journal, reopen } = await opened();
  const gone = sampleRecord({ removed: true, package: sampleInfo(), fingerprint: 'f0', target });
  journal.save(gone);
  const again = reopen();
  expect(again.load()).toEqual([]);
  expect(again.ofPath(place, gone.path)).toEqual([gone]);
  expect(again.ofPath({ ...place, area: 'appstore' }, gone.path)).toEqual([]);
  expect(again.ofFingerprint(place, 'f0')).toEqual([gone]);
  expect(again.ofFingerprint(place, 'f1')).toEqual([]);
  expect(again.ofFingerprint({ ...place, accountId: 'other' }, 'f0')).toEqual([]);
  expect(again.ofPackage(place, sampleInfo(), 100)).toEqual([gone]);
  expect(again.ofPackage(place, sampleInfo(), 101)).toEqual([]);
  expect(again.ofPackage(place, sampleInfo({ id: 'org.other' }), 100)).toEqual([]);
});

test('versions are claimed by the uploads that became them', async () => {
  const { journal } = await opened();
  journal.save(sampleRecord({ id: 'a', position: 1, target }));
  journal.save(sampleRecord({ id: 'b', position: 2 }));
  expect(journal.isClaimed(place, 70, 'b')).toBe(true);
  expect(journal.isClaimed(place, 70, 'a')).toBe(false);
});

test('facts about a service are learned, replaced and forgotten', async () => {
  const { journal, reopen } = await opened();
  const info = sampleInfo();
  expect(journal.application(place, info)).toBeNull();
  journal.learnApplication(place, info, 7);
  journal.learnApplication(place, info, 8);
  journal.learnSizeUnit(place, 1_024);
  const again = reopen();
  expect(again.application(place, info)).toBe(8);
  expect(again.application(place, sampleInfo({ platform: 'ios' }))).toBeNull();
  expect(again.sizeUnit(place)).toBe(1_024);
  again.learnApplication(place, info, null);
  expect(again.application(place, info)).toBeNull();
});

test('a pause is kept', async () => {
  const { journal, reopen } = await opened();
  expect(journal.paused()).toBe(false);
  journal.setPaused(true);
  expect(reopen().paused()).toBe(true);
});

test('a journal that cannot be written says so', async () => {
  const { journal, reopen } = await opened();
  reopen();
  expect(() => journal.save(sampleRecord())).toThrow(expect.objectContaining({ code: 'uploads/notSaved' }));
});

test('beginnings are counted over restarts', async () => {
  const { journal, reopen } = await opened();
  expect([journal.nextTransferNumber(), journal.nextTransferNumber()]).toEqual([1, 2]);
  expect(reopen().nextTransferNumber()).toBe(3);
});
