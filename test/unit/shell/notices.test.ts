import { expect, test } from 'vitest';
import {
  blockNotice,
  type Notice,
  type NoticeKind,
  nextNotice,
  noNotices,
  noticeOf,
} from '../../../main/shell/notices/notices.ts';
import type { PackageInfo } from '../../../preload/page.ts';
import { uploadExample } from './upload-example.ts';

test('an upload notification shows the name, recipients, size and duration', () => {
  const upload = uploadExample({
    recipients: { teamIds: [1], memberIds: [], emails: ['qa@example.com'] },
    timeline: [
      { event: 'uploading', at: 1_000 },
      { event: 'uploaded', at: 5_000 },
      { event: 'sent', at: 6_000 },
    ],
    mail: 'mailed',
  });
  expect(noticeOf(upload)).toEqual({
    title: 'Field Notes 2.4.1 is out',
    body: 'Mailed: 1 team and qa@example.com · 65\u00A0MB in 4\u00A0s',
    uploadId: 'one',
    buttons: [],
  });
});

test('the notification shows that a build was not mailed or is not active', () => {
  const recipients = { teamIds: [1], memberIds: [], emails: [] };
  expect(noticeOf(uploadExample({ recipients, mail: 'not-mailed' }))?.body).toBe(
    'Not mailed: 1 team · 65\u00A0MB in 4\u00A0s',
  );
  expect(noticeOf(uploadExample({ activate: false }))).toMatchObject({
    title: 'Field Notes 2.4.1 is on the service',
    body: expect.stringContaining('Not active yet'),
  });
});

test('the notification of an uninstallable build contains the reason', () => {
  const notice = noticeOf(
    uploadExample({
      stateLabel: 'Not installable: profile expired',
      package: {
        ...uploadExample().package,
        installability: { kind: 'no-device', reasons: [] },
      } as PackageInfo,
    }),
  );
  expect(notice).toMatchObject({
    title: 'Field Notes 2.4.1 is on the service',
    body: 'Not installable: profile expired · 65\u00A0MB in 4\u00A0s',
  });
});

test('the notification of an unsent build has no recipients', () => {
  expect(noticeOf(uploadExample())?.body).toBe('65\u00A0MB in 4\u00A0s');
});

test('the notification of a failed upload contains its build name and reason', () => {
  const failure = {
    code: 'api/unreachable',
    message: 'The service cannot be reached.',
    remedy: 'retry',
  } as const;
  expect(noticeOf(uploadExample({ state: 'failed', failure }))).toEqual({
    title: 'Field Notes 2.4.1 was not uploaded',
    body: 'The service cannot be reached.',
    uploadId: 'one',
    buttons: [{ text: 'Try again', act: { kind: 'retry' } }],
  });
});

test('the notification of a permanent failure has no retry button', () => {
  const failure = { code: 'api/signIn', message: 'Sign in.', remedy: 'sign-in' } as const;
  expect(noticeOf(uploadExample({ state: 'failed', failure }))?.buttons).toEqual([]);
});

test('the notification of a build with an install link has a copy button', () => {
  const installLink = 'https://example.org/install/7';
  const target = { applicationId: 1, versionId: 7, applicationName: 'N', uniqueName: 'n', installLink };
  expect(noticeOf(uploadExample({ target }))?.buttons).toEqual([
    { text: 'Copy link', act: { kind: 'copy', link: installLink } },
  ]);
  expect(noticeOf(uploadExample({ target: { ...target, installLink: null } }))?.buttons).toEqual([]);
});

test('the notification of a build with a warning asks whether to send it', () => {
  const asking = uploadExample({
    state: 'asking',
    sendWarnings: ['Development profile: installs on 1 device only.'],
  });
  expect(noticeOf(asking)).toEqual({
    title: 'Send Field Notes 2.4.1?',
    body: 'Development profile: installs on 1 device only.',
    uploadId: 'one',
    buttons: [
      { text: 'Send anyway', act: { kind: 'answer', yes: true } },
      { text: 'Do not send', act: { kind: 'answer', yes: false } },
    ],
  });
});

test('the notification of a ready build asks whether to upload it', () => {
  const recipients = { teamIds: [1], memberIds: [], emails: [] };
  expect(noticeOf(uploadExample({ state: 'ready', recipients }))).toEqual({
    title: 'Upload Field Notes 2.4.1?',
    body: 'Recipients: 1 team',
    uploadId: 'one',
    buttons: [
      { text: 'Upload', act: { kind: 'answer', yes: true } },
      { text: 'Not now', act: { kind: 'answer', yes: false } },
    ],
  });
});

test('the notification of a blocked account contains the reason', () => {
  const failure = { code: 'api/storageFull', message: 'No room.', remedy: 'free-space' } as const;
  expect(blockNotice({ accountId: 'work', failure, until: null })).toMatchObject({
    title: 'Uploads are waiting',
    body: 'No room.',
    uploadId: null,
  });
});

test('pending and cancelled uploads have no notification', () => {
  for (const state of ['queued', 'uploading', 'retrying', 'paused', 'cancelled', 'already-there'] as const) {
    expect(noticeOf(uploadExample({ state }))).toBeNull();
  }
});

const notice: Notice = { title: 'One is out', body: '', uploadId: 'one', buttons: [] };

function replay(...moments: readonly (readonly [at: number, kind: NoticeKind])[]) {
  let history = noNotices;
  return moments.map(([at, kind]) => {
    const step = nextNotice(history, notice, kind, at);
    history = step.history;
    return { title: step.show.title, body: step.show.body, replaces: step.replaceEarlier };
  });
}

test('four notifications within ten seconds become one grouped notification', () => {
  const steps = replay(
    [0, 'uploaded'],
    [1, 'uploaded'],
    [2, 'uploaded'],
    [9_999, 'uploaded'],
    [12_000, 'uploaded'],
    [19_000, 'uploaded'],
  );
  expect(steps.map((step) => step.title)).toEqual([
    'One is out',
    'One is out',
    'One is out',
    '4 builds are out',
    '5 builds are out',
    '6 builds are out',
  ]);
  expect(steps.map((step) => step.replaces)).toEqual([false, false, false, true, true, true]);
});

test('four notifications over more than ten seconds are shown individually', () => {
  expect(
    replay([0, 'uploaded'], [4_000, 'uploaded'], [8_000, 'uploaded'], [10_000, 'uploaded']).every(
      (step) => !step.replaces,
    ),
  ).toBe(true);
});

test('grouping ends after ten seconds without a notification', () => {
  expect(
    replay([0, 'uploaded'], [1, 'uploaded'], [2, 'uploaded'], [3, 'uploaded'], [10_003, 'uploaded']).at(-1),
  ).toMatchObject({
    title: 'One is out',
    replaces: false,
  });
});

test('a grouped notification counts the failed builds', () => {
  expect(replay([0, 'uploaded'], [1, 'failed'], [2, 'uploaded'], [3, 'uploaded']).at(-1)).toMatchObject({
    title: '3 builds are out',
    body: '1 build was not uploaded. Open Slipway to see why.',
  });
  expect(replay([0, 'failed'], [1, 'failed'], [2, 'failed'], [3, 'failed']).at(-1)?.title).toBe(
    '4 builds were not uploaded',
  );
});

test('a grouped notification counts the builds that wait for an answer', () => {
  expect(replay([0, 'questions'], [1, 'questions'], [2, 'questions'], [3, 'questions']).at(-1)).toMatchObject(
    {
      title: '4 builds are waiting for your answer',
      body: 'Open Slipway to answer.',
    },
  );
  expect(replay([0, 'uploaded'], [1, 'questions'], [2, 'failed'], [3, 'uploaded']).at(-1)).toMatchObject({
    title: '2 builds are out',
    body: '1 build is waiting for your answer. 1 build was not uploaded. Open Slipway to answer.',
  });
});
