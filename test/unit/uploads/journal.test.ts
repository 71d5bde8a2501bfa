import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../main/base/database/database.ts';
import { messageOf } from '../../../main/messages/message.ts';
import { createJournal, type Journal, journalMigrations } from '../../../main/uploads/journal/journal.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { sampleInfo, sampleRecord } from './samples.ts';

const account = { accountId: 'account', area: 'testingdist' } as const;
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

test('saved records are loaded unchanged and in order after reopening', async () => {
  const { journal, reopen } = await opened();
  const notes = [messageOf('note/notMoved', { reason: 'ü “quoted” \n' })];
  const second = sampleRecord({ id: 'b', position: 2, package: sampleInfo(), notes });
  const first = sampleRecord({ id: 'a', position: 1, stamp: { size: 5, mtimeMs: 1_700_000_000_123.456 } });
  journal.save(second);
  journal.save(first);
  expect(reopen().load()).toEqual([first, second]);
});

test('saving a record again replaces it', async () => {
  const { journal } = await opened();
  expect(journal.nextPosition()).toBe(1);
  journal.save(sampleRecord());
  const done = sampleRecord({ machine: { kind: 'done', plan: { activate: true, send: true } }, target });
  journal.save(done);
  expect(journal.load()).toEqual([done]);
  expect(journal.nextPosition()).toBe(2);
});

test('a removed upload is still found by path, fingerprint and package', async () => {
  const { journal, reopen } = await opened();
  const removed = sampleRecord({ removed: true, package: sampleInfo(), fingerprint: 'f0', target });
  journal.save(removed);
  const again = reopen();
  expect(again.load()).toEqual([]);
  expect(again.ofPath(account, removed.path)).toEqual([removed]);
  expect(again.ofPath({ ...account, area: 'appstore' }, removed.path)).toEqual([]);
  expect(again.ofFingerprint(account, 'f0')).toEqual([removed]);
  expect(again.ofFingerprint(account, 'f1')).toEqual([]);
  expect(again.ofFingerprint({ ...account, accountId: 'other' }, 'f0')).toEqual([]);
  expect(again.ofPackage(account, sampleInfo(), 100)).toEqual([removed]);
  expect(again.ofPackage(account, sampleInfo(), 101)).toEqual([]);
  expect(again.ofPackage(account, sampleInfo({ id: 'org.other' }), 100)).toEqual([]);
});

test('savings count each version of an application once', async () => {
  const { journal } = await opened();
  const done = { machine: { kind: 'done', plan: { activate: true, send: true } }, target } as const;
  const other = { ...target, versionId: 71 };
  const elsewhere = { ...target, applicationId: 8, versionId: 80 };
  journal.saveAll([
    sampleRecord({ ...done, id: 'whole', position: 1, stamp: { size: 100, mtimeMs: 1 } }),
    sampleRecord({
      ...done,
      id: 'a',
      position: 2,
      target: other,
      stamp: { size: 90, mtimeMs: 1 },
      recipeSize: 20,
    }),
    sampleRecord({ ...done, id: 'again', position: 3, target: other, stamp: { size: 90, mtimeMs: 1 } }),
    sampleRecord({ ...done, id: 'elsewhere', position: 4, target: elsewhere, recipeSize: 1 }),
    sampleRecord({ id: 'queued', position: 5 }),
  ]);
  expect(journal.savings(account, 7)).toEqual({ totalBytes: 190, savedBytes: 70 });
  expect(journal.savings(account, 9)).toEqual({ totalBytes: 0, savedBytes: 0 });
});

test('isClaimed is true for the version of another upload', async () => {
  const { journal } = await opened();
  journal.save(sampleRecord({ id: 'a', position: 1, target }));
  journal.save(sampleRecord({ id: 'b', position: 2 }));
  expect(journal.isClaimed(account, 70, 'b')).toBe(true);
  expect(journal.isClaimed(account, 70, 'a')).toBe(false);
});

test('properties of a service are stored, replaced and removed', async () => {
  const { journal, reopen } = await opened();
  const info = sampleInfo();
  expect(journal.application(account, info)).toBeNull();
  journal.learnApplication(account, info, 7);
  journal.learnApplication(account, info, 8);
  journal.learnSizeUnit(account, 1_024);
  const again = reopen();
  expect(again.application(account, info)).toBe(8);
  expect(again.application(account, sampleInfo({ platform: 'ios' }))).toBeNull();
  expect(again.sizeUnit(account)).toBe(1_024);
  again.learnApplication(account, info, null);
  expect(again.application(account, info)).toBeNull();
});

test('a pause persists after reopening', async () => {
  const { journal, reopen } = await opened();
  expect(journal.paused()).toBe(false);
  journal.setPaused(true);
  expect(reopen().paused()).toBe(true);
});

test('save() on a closed journal throws uploads/notSaved', async () => {
  const { journal, reopen } = await opened();
  reopen();
  expect(() => journal.save(sampleRecord())).toThrow(expect.objectContaining({ code: 'uploads/notSaved' }));
});

test('transfer numbers continue after reopening', async () => {
  const { journal, reopen } = await opened();
  expect([journal.nextTransferNumber(), journal.nextTransferNumber()]).toEqual([1, 2]);
  expect(reopen().nextTransferNumber()).toBe(3);
});

test('lastSpeed returns the speed of the newest whole file that was sent', async () => {
  const { journal } = await opened();
  expect(journal.lastSpeed(account)).toBeNull();
  const stamp = { size: 1_000_000, mtimeMs: 1 };
  const changes = [{ sentInMs: 2_000 }, { sentInMs: 1, recipeSize: 10 }, { sentInMs: null }];
  for (const [position, change] of changes.entries())
    journal.save(sampleRecord({ id: `id-${position}`, position, target, stamp, ...change }));
  expect(journal.lastSpeed(account)).toBe(500_000);
});
