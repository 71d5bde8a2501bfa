import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Database, openDatabase } from '../../../main/base/database/database.ts';
import { CodedError } from '../../../main/base/errors.ts';
import type { Log } from '../../../main/base/log/log.ts';
import { contentCheckOf } from '../../../main/packages/zip/content-check.ts';
import { createJournal, journalMigrations } from '../../../main/uploads/journal/journal.ts';
import type { UploadRecord } from '../../../main/uploads/record/record.ts';
import { createUploads, type Uploads } from '../../../main/uploads/uploads.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { createFakeClock, type FakeClock } from '../../fakes/fake-clock.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { sampleInfo, sampleRequest } from './samples.ts';

type Queue = {
  uploads: Uploads;
  database: Database;
  clock: FakeClock;
  path: string;
  lines: readonly string[];
  reads: () => number;
};

const unknownAccount = (id: string): never => {
  throw new CodedError({
    code: 'settings/unknownAccount',
    message: `No account ${id}.`,
    remedy: 'check-input',
  });
};

/** Opens a queue whose account is unknown, so that every upload ends before anything is sent. */
function open(database: Database, clock: FakeClock, log: Log, inspect = async () => sampleInfo()): Uploads {
  return createUploads({
    clock,
    log,
    database,
    apiFor: unknownAccount,
    inspect,
    storeIcon: async () => null,
    fingerprint: async () => 'f0',
    contentCheck: contentCheckOf,
    installLink: async () => null,
    parallel: () => 2,
  });
}

async function queue(): Promise<Queue> {
  const folder = await temporaryFolder();
  const database = openDatabase(join(folder, 'journal.db'), journalMigrations);
  const clock = createFakeClock();
  const { log, lines } = collectedLog();
  let reads = 0;
  const uploads = open(database, clock, log, async () => {
    reads += 1;
    return sampleInfo();
  });
  onTestFinished(async () => {
    await uploads.stop();
    database.close();
  });
  const path = join(folder, 'shop.apk');
  await writeFile(path, 'x'.repeat(5_000));
  return { uploads, database, clock, path, lines, reads: () => reads };
}

function setPages(database: Database, pages: number): void {
  database.get(`PRAGMA max_page_count = ${pages}`);
}

test('an upload waits while its transition cannot be saved, then continues', async () => {
  const { uploads, database, clock, path, lines, reads } = await queue();
  const { id } = await uploads.add(
    sampleRequest({ path, recipients: { teamIds: [], memberIds: [], emails: ['e'.repeat(20_000)] } }),
  );
  setPages(database, 1);
  let changes = 0;
  uploads.events.on('changed', () => {
    changes += 1;
  });
  await uploads.start();
  while (!lines.some((line) => line.includes('queue is halted'))) await clock.advance(0);
  expect([reads(), changes]).toEqual([0, 0]);
  expect(uploads.get(id)?.state).toBe('queued');
  setPages(database, 10_000);
  await clock.advance(5_000);
  await uploads.idle();
  expect(uploads.get(id)).toMatchObject({ state: 'failed', failure: { code: 'settings/unknownAccount' } });
});

test('a request that cannot be saved is rejected and not listed', async () => {
  const { uploads, database, path } = await queue();
  setPages(database, 1);
  const request = sampleRequest({
    path,
    recipients: { teamIds: [], memberIds: [], emails: ['e'.repeat(90_000)] },
  });
  await expect(uploads.add(request)).rejects.toMatchObject({
    code: 'uploads/notSaved',
    remedy: 'free-space',
  });
  expect(uploads.list()).toEqual([]);
});

test('cancel(), retry() and remove() reject an unknown upload', async () => {
  const { uploads } = await queue();
  for (const act of [uploads.cancel, uploads.retry, uploads.remove]) {
    expect(() => act('nothing')).toThrow(expect.objectContaining({ code: 'uploads/unknown' }));
  }
  expect(uploads.get('nothing')).toBeNull();
});

test('a listener that throws does not stop an upload', async () => {
  const { uploads, path, lines } = await queue();
  uploads.events.on('changed', () => {
    throw new Error('a broken window');
  });
  await uploads.start();
  const { id } = await uploads.add(sampleRequest({ path }));
  await uploads.idle();
  expect(uploads.get(id)?.state).toBe('failed');
  expect(lines.join()).toContain('a broken window');
});

test('added uploads stay queued until the queue is started', async () => {
  const { uploads, path } = await queue();
  const { id } = await uploads.add(sampleRequest({ path }));
  await uploads.idle();
  expect(uploads.get(id)?.state).toBe('queued');
});

test('a retry scheduled years ahead by a wrong clock runs within a day', async () => {
  const { uploads, database, clock, path } = await queue();
  const { id } = await uploads.add(sampleRequest({ path }));
  const machine = {
    kind: 'retrying',
    step: 'choose',
    at: clock.now() + 5 * 365 * 86_400_000,
    failure: { code: 'api/unreachable', message: '', remedy: 'check-network' },
    plan: { activate: true, send: true },
  };
  const journal = createJournal(database);
  const [record] = journal.load();
  if (!record) throw new Error('nothing was saved');
  journal.save({ ...record, package: sampleInfo(), machine: machine as UploadRecord['machine'] });
  const later = open(database, clock, collectedLog().log);
  await later.start();
  await clock.advance(86_400_000);
  await later.idle();
  expect(later.get(id)?.state).toBe('failed');
  await later.stop();
});
