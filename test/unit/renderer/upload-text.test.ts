import { expect, test } from 'vitest';
import type { AccountView, FolderView, PackageInfo, UploadView } from '../../../preload/page.ts';
import { createFormat } from '../../../renderer/format.ts';
import { obstacleOf } from '../../../renderer/logic/uploads.ts';
import { fromText, originText, stateText } from '../../../renderer/screens/uploads/upload-text.ts';
import { noon, upload } from './upload-sample.ts';

const account = (id: string, name: string) => ({ id, name }) as AccountView;
const folder = { id: 'f', name: 'CI exports', path: '/home/ada/CI exports' } as FolderView;
const build = (given: Partial<PackageInfo>) => ({ platform: 'android', ...given }) as PackageInfo;
const english = createFormat('en-GB', 'UTC');
const one = [account('a', 'Work')];
const two = [...one, account('b', 'Home')];
const target: UploadView['target'] = {
  applicationId: 1,
  versionId: 2,
  applicationName: 'Field Notes',
  uniqueName: 'field-notes',
  installLink: null,
};

test('a row shows the platform, the origin and the target', () => {
  const byHand = { path: '/home/ada/app/build/outputs/apk/x.apk', package: build({ name: 'Notes' }) };
  expect(originText(upload('1', 'queued', byHand), [], one, english)).toBe(
    'Android · build/outputs/apk → Work (test)',
  );
  expect(originText(upload('1', 'done', { ...byHand, target }), [], one, english)).toBe(
    'Android · build/outputs/apk → Field Notes (test)',
  );
  const named = { package: build({ name: 'Field Notes' }), target };
  expect(originText(upload('1', 'done', { ...byHand, ...named }), [], two, english)).toBe(
    'Android · build/outputs/apk → Work (test)',
  );
  expect(originText(upload('1', 'done', { ...byHand, target, area: 'appstore' }), [], two, english)).toBe(
    'Android · build/outputs/apk → Field Notes (Store), Work',
  );
  const ipa = { folderId: 'f', package: build({ platform: 'ios', provisioning: 'adhoc' }) };
  expect(originText(upload('1', 'queued', { ...ipa, area: 'appstore' }), [folder], [], english)).toBe(
    'iOS · Ad hoc · Folder CI exports',
  );
});

test('a row shows the sent size if only the changes of a build were sent', () => {
  const sent = { target, totalBytes: 65_000_000, deltaBytes: 3_100_000 };
  expect(originText(upload('1', 'done', { ...sent, path: '/home/ada/apk/x.apk' }), [], one, english)).toBe(
    'home/ada/apk → Work (test) · 65\u00A0MB, 3.1\u00A0MB sent',
  );
});

test('a copy of a dropped file has no origin text', () => {
  const path = `/data/dropped/${'0a'.repeat(12)}/x.apk`;
  expect(fromText(upload('1', 'queued', { path }), [])).toBeNull();
});

test('a stalled upload shows the reason and duration of the wait', () => {
  const format = createFormat('en-GB', 'UTC');
  const textOf = (more: Partial<UploadView>) => stateText(upload('1', 'uploading', more), null, format);
  expect(textOf({ stateLabel: 'Uploading' })).toBe('Uploading');
  expect(textOf({ stateLabel: 'No answer', stall: { reason: 'acknowledgement', seconds: 20 } })).toBe(
    'No answer for 20\u00A0s',
  );
  const works = 'The service is processing it';
  expect(textOf({ stateLabel: works, stall: { reason: 'response', seconds: 0 } })).toBe(works);
  expect(textOf({ stateLabel: works, stall: { reason: 'response', seconds: 120 } })).toBe(
    `${works} (2\u00A0min)`,
  );
});

test('an unconfirmed upload shows its next check instead of a retry', () => {
  const format = createFormat('en-GB', 'UTC');
  const waits = (retryStep: 'choose' | 'confirm') =>
    stateText(upload('1', 'retrying', { retryAt: noon, retryStep }), null, format);
  expect(waits('choose')).toMatch(/^Retrying at /);
  expect(waits('confirm')).toMatch(/^Checking whether it arrived, again at /);
});

test('the state shows the time of the next attempt', () => {
  const format = createFormat('en-GB', 'UTC');
  const retryAt = Date.UTC(2026, 10, 21, 14, 5);
  expect(stateText(upload('1', 'retrying', { retryAt }), null, format)).toBe('Retrying at 14:05');
});

const format = createFormat('en-GB', 'UTC');
const sentTo = { teamIds: [], memberIds: [], emails: ['ada@example.org'] };
const expiredBuild = build({
  installability: { kind: 'no-device', reasons: [{ kind: 'no-device', text: 'Expired.' }] },
});

test.each([
  [
    'a mailed upload',
    { mail: 'mailed', stateLabel: 'Mailed', recipients: sentTo },
    'Mailed: ada@example.org',
    null,
  ],
  [
    'an upload without a mail server',
    { mail: 'not-mailed', stateLabel: 'Not mailed', recipients: sentTo },
    'Not mailed: ada@example.org',
    'not-mailed',
  ],
  ['an inactive upload', { activate: false, stateLabel: 'Not active' }, 'Not active', 'inactive'],
  ['an upload without recipients', { stateLabel: 'Active' }, 'Active', null],
  [
    'a mailed upload that no device can install',
    {
      mail: 'mailed',
      recipients: sentTo,
      package: expiredBuild,
      stateLabel: 'Not installable: profile expired',
    },
    'Mailed: ada@example.org',
    'not-installable',
  ],
  [
    'an unmailed upload that no device can install',
    { package: expiredBuild, stateLabel: 'Not installable: profile expired' },
    'Not installable: profile expired',
    'not-installable',
  ],
] as const)('stateText and obstacleOf describe the result of %s', (_, more, text, obstacle) => {
  const done = upload('1', 'done', { target, ...more });
  expect(stateText(done, null, format)).toBe(text);
  expect(obstacleOf(done)).toBe(obstacle);
});

test('obstacleOf returns null for a loopback install link', () => {
  const link = { target: { ...target, installLink: 'http://127.0.0.1:45999/install/x' } };
  expect(obstacleOf(upload('1', 'done', link))).toBeNull();
});

test('a confirmation question shows the warning, then the recipients', () => {
  const recipients = { ...sentTo, emails: ['ada@example.org', 'ben@example.org'] };
  const question = (more: Partial<UploadView>) => stateText(upload('1', 'asking', more), null, format);
  expect(question({ sendWarningLabel: 'Profile expired.', recipients })).toBe(
    'Profile expired. Send to 2 people?',
  );
  expect(question({ recipients: sentTo })).toBe('Send to ada@example.org?');
});
