import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { type Database, openDatabase } from '../../../main/base/database/database.ts';
import { searchTerms, searchText } from '../../../main/base/search-text.ts';
import { createHistory, type History } from '../../../main/uploads/history/history.ts';
import type { HistoryQuery } from '../../../main/uploads/history/history-view.ts';
import { historyTime, searchedTexts } from '../../../main/uploads/journal/history-row.ts';
import { createJournal, type Journal, journalMigrations } from '../../../main/uploads/journal/journal.ts';
import type { UploadRecord } from '../../../main/uploads/record/record.ts';
import type { UploadMachine } from '../../../main/uploads/record/states.ts';
import { stateOf } from '../../../main/uploads/record/view.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { sampleInfo, sampleRecord } from './samples.ts';

type World = { readonly database: Database; readonly journal: Journal; readonly history: History };

async function world(): Promise<World> {
  const database = openDatabase(join(await temporaryFolder(), 'journal.db'), journalMigrations);
  onTestFinished(() => database.close());
  return { database, journal: createJournal(database), history: createHistory(database) };
}

const plan = { activate: true, send: true };
const done: UploadMachine = { kind: 'done', plan };
const failed = (message: string): UploadMachine => ({
  kind: 'failed',
  step: 'choose',
  failure: { code: 'api/unreachable', message, remedy: 'check-network' },
  plan,
});

/** Reads all pages of a query in order. */
function readAll(history: History, query: Omit<HistoryQuery, 'limit'>, limit: number): UploadRecord[] {
  const found: UploadRecord[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < 1_000; pages += 1) {
    const page = history.page({ ...query, limit, ...(cursor === undefined ? {} : { cursor }) });
    found.push(...page.records);
    if (page.cursor === null) return found;
    expect(page.records).toHaveLength(limit);
    cursor = page.cursor;
  }
  throw new Error('the pages never end');
}

/** Reference implementation of a query: filters all records in memory. */
function plainFilter(records: readonly UploadRecord[], query: Omit<HistoryQuery, 'limit'>): UploadRecord[] {
  const words = searchTerms(query.text ?? '');
  return records
    .filter((record) => !record.removed)
    .filter((record) => !query.states?.length || query.states.includes(stateOf(record.machine)))
    .filter((record) => query.accountId === undefined || record.accountId === query.accountId)
    .filter((record) => query.folderId === undefined || record.folderId === query.folderId)
    .filter((record) => query.after === undefined || historyTime(record) >= query.after)
    .filter((record) => query.before === undefined || historyTime(record) < query.before)
    .filter((record) => {
      const texts = searchedTexts(record).map(searchText);
      return words.every((word) => texts.some((text) => text.includes(word)));
    })
    .sort((a, b) => historyTime(b) - historyTime(a) || (a.id < b.id ? 1 : -1));
}

const names = [
  'Éclair',
  'ÉCLAIR 2',
  'İstanbul',
  '100 % sure',
  'under_score',
  `it's "quoted"`,
  'Σίσυφος',
  'a\\b',
];
const machines: readonly UploadMachine[] = [
  done,
  failed('The service did not answer 50% of the time.'),
  { kind: 'cancelled', step: 'choose', plan },
  { kind: 'already-there', plan },
  { kind: 'queued', step: 'choose', plan },
  { kind: 'working', step: 'upload', plan },
];

const anyRecord = fc
  .record({
    name: fc.constantFrom(...names),
    machine: fc.constantFrom(...machines),
    accountId: fc.constantFrom('one', 'two'),
    folderId: fc.constantFrom(null, 'f1', 'f2'),
    emails: fc.subarray(['ada@example.org', 'Grace@Example.ORG']),
    addedAt: fc.integer({ min: 0, max: 20 }),
    took: fc.integer({ min: 0, max: 5 }),
    removed: fc.boolean(),
  })
  .map(
    ({ name, emails, took, ...given }): UploadRecord =>
      sampleRecord({
        ...given,
        path: `/builds/${name}.apk`,
        package: name.length % 2 === 0 ? sampleInfo({ name, versionName: `1.${name.length}` }) : null,
        recipients: { teamIds: [], memberIds: [], emails },
        finishedAt:
          given.machine.kind === 'queued' || given.machine.kind === 'working' ? null : given.addedAt + took,
      }),
  );

/** At most one condition that matches about half of the records, so that the results fill several pages. */
const broadQuery = fc.oneof(
  fc.constant({}),
  fc.record({ states: fc.constant(['done', 'failed', 'queued', 'uploading'] as const) }),
  fc.record({ accountId: fc.constantFrom('one', 'two') }),
  fc.record({ after: fc.integer({ min: -1, max: 10 }) }),
);

const narrowQuery = fc.record(
  {
    text: fc.oneof(
      fc.constantFrom(
        'éCLAIR',
        'istanbul',
        'ISTANBUL',
        '%',
        '_',
        '"',
        "'",
        '\\',
        '50% SERVICE',
        'grace example',
      ),
      fc.string({ maxLength: 3 }),
    ),
    states: fc.subarray(['done', 'failed', 'cancelled', 'already-there', 'queued', 'uploading'] as const),
    accountId: fc.constantFrom('one', 'two', 'three'),
    folderId: fc.constantFrom('f1', 'f2'),
    after: fc.integer({ min: -1, max: 26 }),
    before: fc.integer({ min: -1, max: 26 }),
  },
  { requiredKeys: [] },
);

test('a query returns the same records as a plain filter at any page size', async () => {
  const { database, journal, history } = await world();
  let turnedPages = 0;
  fc.assert(
    fc.property(
      fc.array(anyRecord, { maxLength: 25, size: 'max' }),
      fc.array(fc.oneof(broadQuery, narrowQuery), { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 1, max: 9 }),
      (given, queries, limit) => {
        database.run('DELETE FROM uploads');
        database.run('DELETE FROM history');
        const records = given.map((record, index) => ({ ...record, id: `id-${index}`, position: index + 1 }));
        for (const record of records) journal.save(record);
        for (const query of queries) {
          const wanted = plainFilter(records, query);
          expect(readAll(history, query, limit)).toEqual(wanted);
          const { total, cursor } = history.page({ ...query, limit });
          expect(total).toBe(wanted.length);
          if (cursor !== null) turnedPages += 1;
          expect([...history.pages(query, limit)].flat()).toEqual(wanted);
        }
      },
    ),
    { numRuns: 60 },
  );
  expect(turnedPages).toBeGreaterThan(10);
});

test('the cursor of a page continues with the next older upload', async () => {
  const { journal, history } = await world();
  const ids = ['a', 'b', 'c', 'd', 'e'];
  for (const [index, id] of ids.entries())
    journal.save(sampleRecord({ id, machine: done, position: index + 1, finishedAt: 10 + (index % 2) }));
  expect(readAll(history, {}, 2).map(({ id }) => id)).toEqual(['d', 'b', 'e', 'c', 'a']);
});

test('a query finds neither previous states of an upload nor removed uploads', async () => {
  const { journal, history } = await world();
  journal.save(sampleRecord({ machine: failed('no route to host') }));
  expect(history.page({ text: 'ROUTE', limit: 5 }).total).toBe(1);
  journal.save(sampleRecord({ machine: done }));
  expect(history.page({ text: 'route', limit: 5 }).total).toBe(0);
  expect(history.page({ limit: 5, states: ['done'] }).records).toHaveLength(1);
  expect(history.count()).toBe(1);
  journal.save(sampleRecord({ machine: done, removed: true }));
  expect(history.page({ limit: 5 })).toEqual({ records: [], cursor: null, total: 0 });
  expect(history.count()).toBe(0);
});

test.each(['', 'x', '1', '1.', '12345678901234567890.a', 'NaN.a'])(
  'the cursor “%s” is rejected',
  async (cursor) => {
    const { history } = await world();
    expect(() => history.page({ cursor, limit: 1 })).toThrow(
      expect.objectContaining({ code: 'uploads/badCursor' }),
    );
  },
);
