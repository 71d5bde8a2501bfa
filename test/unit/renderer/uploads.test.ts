import { expect, test } from 'vitest';
import type { FolderView, PackageInfo } from '../../../preload/page.ts';
import { noRecipients } from '../../../renderer/logic/people/recipients.ts';
import {
  arrange,
  canPause,
  currentPath,
  dayOf,
  displayName,
  filterCounts,
  fractionOf,
  isDebugBuild,
  type Line,
  lastBuildOf,
  matches,
  queueOf,
  stateFilters,
  stuckFiles,
  totalsOf,
  versionText,
} from '../../../renderer/logic/uploads.ts';
import { noon, upload } from './upload-sample.ts';

const hour = 3_600_000;

const folder: FolderView = {
  id: 'f',
  name: 'builds',
  path: '/builds',
  displayPath: '/builds',
  accountId: 'a',
  area: 'testingdist',
  activate: true,
  recipients: noRecipients,
  sendAnyway: false,
  existingBuilds: 'none',
  kinds: ['apk', 'ipa'],
  include: [],
  exclude: [],
  depth: null,
  application: { kind: 'found' },
  askFirst: false,
  stableForMs: 300,
  afterUpload: { kind: 'leave' },
  releaseNotes: { kind: 'none' },
  polling: 'auto',
  awaitedSince: null,
  watchedSince: null,
  problem: null,
  paused: false,
  state: { kind: 'watching' },
  waiting: [{ path: '/builds/growing.apk', size: 1, reason: 'it is growing', isStuck: false, since: noon }],
};

const keys = (lines: readonly Line[]): readonly string[] =>
  lines.map((line) => (line.kind === 'heading' ? `[${line.group}]` : line.key));

test('uploads are grouped by state, with finished uploads last', () => {
  const lines = arrange(
    [
      upload('done', 'done', { finishedAt: noon }),
      upload('queued', 'queued'),
      upload('retrying', 'retrying', { addedAt: noon - 1 }),
      upload('sending', 'sending', { addedAt: noon + 1 }),
      upload('uploading', 'uploading'),
      upload('old-failure', 'failed', { finishedAt: noon - hour }),
      upload('failure', 'failed', { finishedAt: noon }),
    ],
    [folder],
    '',
  );
  expect(keys(lines)).toEqual([
    '[attention]',
    'failure',
    'old-failure',
    '[working]',
    'uploading',
    'sending',
    '[queued]',
    'retrying',
    'queued',
    '[waiting]',
    'waiting:/builds/growing.apk',
    '[day]',
    'done',
  ]);
});

test('stuck files follow the uploads that need attention', () => {
  const stuck = { ...folder, waiting: folder.waiting.map((file) => ({ ...file, isStuck: true })) };
  const failed = upload('failure', 'failed', { finishedAt: noon });
  expect(keys(arrange([failed], [stuck], ''))).toEqual([
    '[attention]',
    'failure',
    'waiting:/builds/growing.apk',
  ]);
  expect(keys(arrange([], [stuck], ''))).toEqual(['[attention]', 'waiting:/builds/growing.apk']);
  expect(stuckFiles([folder, stuck])).toHaveLength(1);
});

test('each filter counts the uploads and waiting files it lists', () => {
  const [growing] = folder.waiting;
  if (!growing) throw new Error('no file');
  const stuck = { ...growing, path: '/builds/cut.ipa', isStuck: true };
  const uploads = [
    upload('a', 'failed'),
    upload('b', 'cleaning'),
    upload('c', 'done'),
    upload('d', 'asking'),
  ];
  const folders = [{ ...folder, waiting: [growing, stuck] }];
  expect(filterCounts(uploads, folders, '')).toEqual([6, 2, 3, 1, 0]);
  const rows = stateFilters.map(
    (filter) =>
      arrange(uploads, folders, '', { found: new Set(), filter }).filter(({ kind }) => kind !== 'heading')
        .length,
  );
  expect(rows).toEqual([6, 2, 3, 1, 0]);
  expect(filterCounts(uploads, folders, 'cut')).toEqual([1, 0, 1, 0, 0]);
});

test('finished uploads are grouped by local day, newest first', () => {
  const lines = arrange(
    [
      upload('yesterday', 'cancelled', { finishedAt: noon - 24 * hour }),
      upload('morning', 'done', { finishedAt: noon - 11 * hour }),
      upload('noon', 'already-there', { finishedAt: noon }),
    ],
    [],
    '',
  );
  expect(keys(lines)).toEqual(['[day]', 'noon', 'morning', '[day]', 'yesterday']);
  expect(lines.filter((line) => line.kind === 'heading').map((line) => line.day)).toEqual([
    dayOf(noon),
    dayOf(noon - 24 * hour),
  ]);
});

test('uploads with the same time have a stable order', () => {
  const two = [upload('a', 'done', { finishedAt: noon }), upload('b', 'done', { finishedAt: noon })];
  expect(keys(arrange(two, [], ''))).toEqual(keys(arrange(two.toReversed(), [], '')));
});

test('the search finds words of several fields in any order', () => {
  const info = {
    kind: 'apk',
    platform: 'android',
    id: 'com.example',
    name: 'Field Notes',
    versionName: '2.4.1',
    build: '7',
  } as const;
  const one = upload('x', 'done', {
    finishedAt: noon,
    package: { ...info, minOs: null, targetOs: null, split: null, debuggable: false, warnings: [] },
  });
  expect(keys(arrange([one, upload('other', 'done')], [folder], '2.4 field'))).toEqual(['[day]', 'x']);
  expect(arrange([one], [folder], 'nothing')).toEqual([]);
  expect(matches('  ', [null])).toBe(true);
});

test('the search ignores accents and letter case', () => {
  expect(matches('cafe', ['Café'])).toBe(true);
  expect(matches('CAFÉ', ['cafe\u0301'])).toBe(true);
  expect(matches('istanbul', ['İstanbul'])).toBe(true);
  expect(matches('istanbul', ['Izmir'])).toBe(false);
});

test('totals count active uploads and estimate the time left', () => {
  expect(
    totalsOf([
      upload('1', 'uploading', { sentBytes: 40, bytesPerSecond: 10, secondsLeft: 3 }),
      upload('2', 'uploading', { sentBytes: 100, bytesPerSecond: 10 }),
      upload('3', 'queued'),
      upload('4', 'failed'),
      upload('5', 'done'),
      upload('6', 'confirming', { bytesPerSecond: 99 }),
    ]),
  ).toEqual({ working: 3, queued: 1, bytesPerSecond: 20, secondsLeft: 8 });
});

test('time left is unknown until every upload in progress has an estimate', () => {
  const estimated = upload('1', 'uploading', { sentBytes: 40, bytesPerSecond: 90, secondsLeft: 3 });
  const young = upload('2', 'uploading', { sentBytes: 10, bytesPerSecond: 500 });
  const silent = { ...young, stall: { reason: 'acknowledgement', seconds: 20 } as const };
  expect(totalsOf([estimated, young]).secondsLeft).toBeNull();
  expect(totalsOf([estimated, silent]).secondsLeft).toBe(7.5);
  expect(totalsOf([silent]).secondsLeft).toBeNull();
});

test('time left is unknown while no upload is in progress', () => {
  expect(totalsOf([upload('1', 'queued')]).secondsLeft).toBeNull();
  expect(totalsOf([]).secondsLeft).toBeNull();
});

test('displayName and versionText format the name and version of an upload', () => {
  expect(displayName(upload('x', 'failed'))).toBe('x.apk');
  expect(versionText({ versionName: '2.4.1', build: '1187' })).toBe('2.4.1 (1187)');
  expect(versionText({ versionName: '7', build: '7' })).toBe('7');
  expect(versionText({ versionName: '', build: '7' })).toBe('7');
  expect(versionText({ versionName: null, build: null })).toBeNull();
});

test('a filter shows only uploads in its states, plus history results', () => {
  const uploads = [upload('one', 'done'), upload('two', 'failed'), upload('three', 'queued')];
  const idsOf = (lines: readonly Line[]) =>
    lines.flatMap((line) => (line.kind === 'upload' ? [line.id] : []));
  const found = new Set<string>();
  expect(idsOf(arrange(uploads, [], '', { found, filter: 'attention' }))).toEqual(['two']);
  expect(idsOf(arrange(uploads, [], '', { found, filter: 'working' }))).toEqual(['three']);
  expect(idsOf(arrange(uploads, [], 'network', { found: new Set(['two']), filter: 'all' }))).toEqual(['two']);
});

test('the queue contains pending uploads in the order set by the user', () => {
  const uploads = [
    upload('a', 'queued', { order: 3 }),
    upload('b', 'paused', { order: 1 }),
    upload('c', 'uploading', { order: 0 }),
    upload('d', 'retrying', { order: 2 }),
  ];
  expect(queueOf(uploads).map(({ id }) => id)).toEqual(['b', 'd', 'a']);
});

test('only pending and transferring uploads can be paused', () => {
  for (const state of ['queued', 'uploading', 'confirming', 'retrying'] as const) {
    expect(canPause(state)).toBe(true);
  }
  for (const state of ['sending', 'cleaning', 'paused', 'ready', 'asking', 'done', 'failed'] as const) {
    expect(canPause(state)).toBe(false);
  }
});

test('currentPath follows a moved file and is null for a deleted file', () => {
  const cleaned = [{ event: 'cleaned', at: 1 }] as const;
  expect(currentPath(upload('a', 'done'))).toBe('/builds/a.apk');
  expect(currentPath(upload('a', 'done', { movedTo: '/out/a.apk', timeline: cleaned }))).toBe('/out/a.apk');
  expect(currentPath(upload('a', 'done', { timeline: cleaned }))).toBeNull();
});

test('lastBuildOf returns the most recently added build of a folder', () => {
  const own = (id: string, addedAt: number) => upload(id, 'done', { folderId: 'f', addedAt });
  const uploads = [
    own('old', noon),
    own('new', noon + hour),
    upload('other', 'done', { addedAt: noon + 2 * hour }),
  ];
  expect(lastBuildOf(uploads, 'f')?.id).toBe('new');
  expect(lastBuildOf(uploads, 'g')).toBeNull();
});

test('fractionOf returns the sent share of the bytes of all uploads', () => {
  const half = upload('a', 'uploading', { sentBytes: 50 });
  expect(fractionOf([half, upload('b', 'queued')])).toBe(0.25);
  expect(fractionOf([])).toBe(0);
});

test('a build is a debug build by its flag or its certificate', () => {
  const signedBy = (subject: string) =>
    ({ debuggable: false, signing: { certificates: [{ subject }] } }) as unknown as PackageInfo;
  expect(isDebugBuild({ debuggable: true } as PackageInfo)).toBe(true);
  expect(isDebugBuild(signedBy('CN=Android Debug, O=Android, C=US'))).toBe(true);
  expect(isDebugBuild(signedBy('CN=Example'))).toBe(false);
  expect(isDebugBuild({ debuggable: false } as PackageInfo)).toBe(false);
});
