import { expect, test } from 'vitest';
import { type Notice, nextNotice, noNotices, noticeOf } from '../../../main/shell/notices.ts';
import { uploadExample } from './upload-example.ts';

test('a build that is out: its name, whom it went to, size and time', () => {
  const upload = uploadExample({
    recipients: { teamIds: [1], memberIds: [], emails: ['qa@example.com'] },
    timeline: [
      { event: 'uploading', at: 1_000 },
      { event: 'uploaded', at: 5_000 },
      { event: 'sent', at: 6_000 },
    ],
  });
  expect(noticeOf(upload)).toEqual({
    title: 'Field Notes 2.4.1 is out',
    body: 'Sent to 1 team and qa@example.com · 65 MB in 4 s',
    uploadId: 'one',
  });
});

test('nobody is named when nothing was sent', () => {
  expect(noticeOf(uploadExample())?.body).toBe('65 MB in 4 s');
});

test('a failed build: its name and the reason', () => {
  const failure = {
    code: 'api/unreachable',
    message: 'The service cannot be reached.',
    remedy: 'retry',
  } as const;
  expect(noticeOf(uploadExample({ state: 'failed', failure }))).toEqual({
    title: 'Field Notes 2.4.1 was not uploaded',
    body: 'The service cannot be reached.',
    uploadId: 'one',
  });
});

test('a build that waits for an answer: the question and the reason', () => {
  const { package: info } = uploadExample();
  const asking = uploadExample({
    state: 'asking',
    package: info && { ...info, doubts: ['It has expired.'] },
  });
  expect(noticeOf(asking)).toEqual({
    title: 'Tell people of Field Notes 2.4.1?',
    body: 'It has expired.',
    uploadId: 'one',
  });
});

test('only the end of a way is said', () => {
  for (const state of ['queued', 'uploading', 'retrying', 'paused', 'cancelled', 'already-there'] as const) {
    expect(noticeOf(uploadExample({ state }))).toBeNull();
  }
});

const notice: Notice = { title: 'One is out', body: '', uploadId: 'one' };

function say(...moments: readonly (readonly [at: number, out: boolean])[]) {
  let history = noNotices;
  return moments.map(([at, out]) => {
    const step = nextNotice(history, notice, out, at);
    history = step.history;
    return { title: step.show.title, body: step.show.body, replaces: step.replaceEarlier };
  });
}

test('three within ten seconds are said singly, the fourth stands for all', () => {
  const said = say([0, true], [1, true], [2, true], [9_999, true], [12_000, true], [19_000, true]);
  expect(said.map((step) => step.title)).toEqual([
    'One is out',
    'One is out',
    'One is out',
    '4 builds are out',
    '5 builds are out',
    '6 builds are out',
  ]);
  expect(said.map((step) => step.replaces)).toEqual([false, false, false, true, true, true]);
});

test('four spread over more than ten seconds are said singly', () => {
  expect(say([0, true], [4_000, true], [8_000, true], [10_000, true]).every((step) => !step.replaces)).toBe(
    true,
  );
});

test('ten quiet seconds end a group', () => {
  expect(say([0, true], [1, true], [2, true], [3, true], [10_003, true]).at(-1)).toMatchObject({
    title: 'One is out',
    replaces: false,
  });
});

test('a group names what failed', () => {
  expect(say([0, true], [1, false], [2, true], [3, true]).at(-1)).toMatchObject({
    title: '3 builds are out',
    body: '1 build was not uploaded. Open Slipway to see why.',
  });
  expect(say([0, false], [1, false], [2, false], [3, false]).at(-1)?.title).toBe(
    '4 builds were not uploaded',
  );
});
