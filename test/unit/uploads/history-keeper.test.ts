import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../main/base/database/database.ts';
import { Events } from '../../../main/base/events.ts';
import { messageOf } from '../../../main/messages/message.ts';
import { createHistory } from '../../../main/uploads/history/history.ts';
import { createHistoryPruner } from '../../../main/uploads/history/history-pruner.ts';
import { createJournal, journalMigrations } from '../../../main/uploads/journal/journal.ts';
import { createUploadStore, type UploadEvents } from '../../../main/uploads/journal/upload-store.ts';
import { listLimits } from '../../../main/uploads/journal/uploads-table.ts';
import type { UploadRecord } from '../../../main/uploads/record/record.ts';
import type { UploadMachine } from '../../../main/uploads/record/states.ts';
import { reconciliationQueryOf } from '../../../main/uploads/target/reconcile.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { createFakeClock } from '../../fakes/fake-clock.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { sampleInfo, sampleRecord } from './samples.ts';

const plan = { activate: true, send: true };
const account = { accountId: 'account', area: 'testingdist' } as const;
const target = (versionId: number) => ({
  applicationId: 7,
  versionId,
  applicationName: 'Shop',
  uniqueName: 'shop',
  installLink: null,
});

function finished(number: number, machine: UploadMachine = { kind: 'done', plan }): UploadRecord {
  return sampleRecord({
    id: `id-${number}`,
    position: number,
    path: `/builds/${number}.apk`,
    machine,
    package: sampleInfo({ warnings: [messageOf('warning/split', { name: 'w'.repeat(2_000) })] }),
    stamp: { size: 100, mtimeMs: number },
    sha256: `sha-${number}`,
    fingerprint: `print-${number}`,
    transferNumber: number,
    route: {
      kind: 'existing',
      applicationId: 7,
      versions: [1, number],
    },
    target: target(number),
    timeline: [{ event: 'queued', at: number }],
    finishedAt: 1_000 + number,
  });
}

async function world(entries = 0) {
  const database = openDatabase(join(await temporaryFolder(), 'journal.db'), journalMigrations);
  onTestFinished(() => database.close());
  const journal = createJournal(database);
  const { log, lines } = collectedLog();
  const events = new Events<UploadEvents>(log);
  const uploadStore = createUploadStore({
    journal,
    clock: createFakeClock(),
    log,
    events,
    waitsFor: () => null,
    onAbandoned: () => expect.fail('an upload was abandoned'),
  });
  const pruner = createHistoryPruner({ journal, uploadStore, log, entries: () => entries });
  const fill = (count: number): void =>
    database.transaction(() => {
      for (let number = 1; number <= count; number += 1) journal.save(finished(number));
    });
  return { database, journal, history: createHistory(database), uploadStore, pruner, events, lines, fill };
}

test('uploads pruned from the history are still recognised', async () => {
  const { journal, history, pruner, fill, database } = await world(300);
  fill(1_500);
  pruner.prune();
  const { records, total } = history.page({ limit: 500 });
  expect([total, records[0]?.id, records.at(-1)?.id]).toEqual([300, 'id-1500', 'id-1201']);
  const old = finished(3);
  expect(journal.get(old.id)).toBeNull();
  const [stored] = journal.ofFingerprint(account, 'print-3');
  expect(stored).toMatchObject({
    sha256: 'sha-3',
    machine: old.machine,
    target: old.target,
    stamp: old.stamp,
  });
  expect(journal.ofPath(account, old.path)).toEqual([stored]);
  expect(journal.ofPackage(account, sampleInfo(), 100)).toHaveLength(1_500);
  const slim = database.get<{ bytes: number }>(
    'SELECT avg(length(record)) AS bytes FROM uploads WHERE removed = 1',
  );
  expect(slim?.bytes).toBeLessThan(1_500);
});

test('a pruned upload that may have arrived can still be reconciled', async () => {
  const { journal, pruner, fill } = await world();
  fill(250);
  const lost = finished(0, {
    kind: 'failed',
    step: 'confirm',
    failure: { code: 'c', message: '', remedy: 'none' },
    plan,
  });
  journal.save({ ...lost, id: 'lost', position: 900, target: null, sha256: null, finishedAt: 1 });
  pruner.prune();
  const [stored] = journal.ofPath(account, lost.path);
  if (!stored?.package) throw new Error('the upload was not stored');
  expect(stored.machine).toEqual(lost.machine);
  const query = reconciliationQueryOf(stored, stored.package, stored, journal);
  expect(query).toMatchObject({ bytes: 100, package: { versionName: '1.2.0', build: '34' } });
  // Version 1 was already listed when the later uploads began, so it cannot belong to them.
  expect([1, 2].map(query.mayBelongToOther)).toEqual([false, true]);
});

test('a history limit of zero still keeps unfinished and listed uploads', async () => {
  const { journal, history, pruner, fill } = await world(0);
  fill(260);
  journal.save(finished(5_000, { kind: 'queued', step: 'choose', plan }));
  pruner.prune();
  expect(history.page({ limit: 1 }).total).toBe(listLimits.finished + 1);
});

test('every hundredth finished upload prunes the history and emits “removed”', async () => {
  const { history, uploadStore, fill, events } = await world(200);
  fill(310);
  uploadStore.load();
  const removed: string[] = [];
  events.on('removed', ({ id }) => removed.push(id));
  for (let number = 311; number < 410; number += 1) uploadStore.insert(finished(number));
  expect(history.page({ limit: 1 }).total).toBe(409);
  uploadStore.insert(finished(410));
  expect(history.page({ limit: 1 }).total).toBe(200);
  expect(removed).toHaveLength(210);
});

test('a journal that cannot be written is pruned later', async () => {
  const { database, pruner, fill, history, lines } = await world(0);
  fill(300);
  database.get('PRAGMA query_only = 1');
  pruner.prune();
  database.get('PRAGMA query_only = 0');
  expect(lines.join()).toContain('Could not prune the history');
  pruner.prune();
  expect(history.page({ limit: 1 }).total).toBe(200);
});

test('the store caches listed uploads and reads older uploads on demand', async () => {
  const { uploadStore, fill, journal, events } = await world(10_000);
  fill(1_000);
  journal.save(finished(2_000, { kind: 'queued', step: 'choose', plan }));
  uploadStore.load();
  expect(uploadStore.views()).toHaveLength(listLimits.finished + 1);
  expect(uploadStore.find('id-1')).toEqual(finished(1));
  expect(uploadStore.require('id-2').id).toBe('id-2');
  expect(() => uploadStore.require('nothing')).toThrow(expect.objectContaining({ code: 'uploads/unknown' }));
  const evicted: string[] = [];
  events.on('evicted', ({ id }) => evicted.push(id));
  for (let number = 3_000; number < 3_200; number += 1) uploadStore.insert(finished(number));
  expect(uploadStore.views().length).toBeLessThanOrEqual(listLimits.finished + 51);
  expect(evicted).toContain('id-801');
  expect(uploadStore.find('id-801')?.id).toBe('id-801');
});

test('an uncached upload can be retried and removed', async () => {
  const { uploadStore, fill, journal, history } = await world();
  const old = {
    kind: 'failed',
    step: 'choose',
    failure: { code: 'c', message: '', remedy: 'none' },
    plan,
  } as const;
  for (let number = 10_000; number < 10_600; number += 1) journal.save(finished(number, old));
  journal.save(finished(1, old));
  fill(0);
  uploadStore.load();
  expect(uploadStore.views().some(({ id }) => id === 'id-1')).toBe(false);
  expect(uploadStore.apply('id-1', { kind: 'retry' })?.machine.kind).toBe('queued');
  expect([...uploadStore.unfinished()].map(({ id }) => id)).toEqual(['id-1']);
  uploadStore.remove(uploadStore.require('id-10000'));
  expect(history.page({ limit: 1 }).total).toBe(600);
});
