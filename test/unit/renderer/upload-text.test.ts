import { expect, test } from 'vitest';
import { apiErrors } from '../../../main/api/errors.ts';
import { fileErrors } from '../../../main/base/files/files.ts';
import { packageErrors } from '../../../main/packages/errors.ts';
import { uploadErrors } from '../../../main/uploads/errors.ts';
import type { AccountView, FolderView, PackageInfo, UploadView } from '../../../preload/page.ts';
import { createFormat } from '../../../renderer/format.ts';
import { reasonCodes } from '../../../renderer/logic/short-reason.ts';
import { fromText, originText, stateText } from '../../../renderer/screens/uploads/upload-text.ts';
import { noon, upload } from './upload-sample.ts';

const account = (id: string, name: string) => ({ id, name }) as AccountView;
const folder = { id: 'f', path: '/home/ada/CI exports' } as FolderView;
const build = (given: Partial<PackageInfo>) => ({ platform: 'android', ...given }) as PackageInfo;
const one = [account('a', 'Work')];
const two = [...one, account('b', 'Home')];
const target: UploadView['target'] = {
  applicationId: 1,
  versionId: 2,
  applicationName: 'Field Notes',
  uniqueName: 'field-notes',
  installLink: null,
};

test('a row says platform, where from and where to', () => {
  const byHand = { path: '/home/ada/app/build/outputs/apk/x.apk', package: build({}) };
  expect(originText(upload('1', 'queued', byHand), [], one)).toBe(
    'Android · build/outputs/apk · → Work (test)',
  );
  expect(originText(upload('1', 'done', { ...byHand, target }), [], one)).toBe(
    'Android · build/outputs/apk · → Field Notes (test)',
  );
  expect(originText(upload('1', 'done', { ...byHand, target, area: 'appstore' }), [], two)).toBe(
    'Android · build/outputs/apk · → Field Notes (Store), Work',
  );
  const ipa = { folderId: 'f', package: build({ platform: 'ios', provisioning: 'adhoc' }) };
  expect(originText(upload('1', 'queued', { ...ipa, area: 'appstore' }), [folder], [])).toBe(
    'iOS · Ad hoc · Folder CI exports',
  );
});

test('the copy a tab made of a file comes from nowhere a person knows', () => {
  const path = `/data/dropped/${'0a'.repeat(12)}/x.apk`;
  expect(fromText(upload('1', 'queued', { path }), [])).toBeNull();
});

test('why one failed stands in the state, in few words', () => {
  const format = createFormat('en-GB', 'UTC');
  const failed = (code: string) =>
    stateText(
      upload('1', 'failed', { stateWords: 'Failed', failure: { code, message: 'Long.', remedy: 'none' } }),
      null,
      format,
    );
  expect(failed('package/truncated')).toBe('Failed: the file ends early');
  expect(failed('api/forbidden')).toBe('Failed: not allowed');
  expect(failed('main/unexpected')).toBe('Failed');
});

test('an upload on which nothing moves says what it waits for and for how long', () => {
  const format = createFormat('en-GB', 'UTC');
  const said = (more: Partial<UploadView>) => stateText(upload('1', 'uploading', more), null, format);
  expect(said({ stateWords: 'Uploading' })).toBe('Uploading');
  expect(said({ stateWords: 'No answer', waiting: { for: 'line', seconds: 20 } })).toBe(
    'No answer for 20 secs',
  );
  const works = 'The service is processing it';
  expect(said({ stateWords: works, waiting: { for: 'answer', seconds: 0 } })).toBe(works);
  expect(said({ stateWords: works, waiting: { for: 'answer', seconds: 120 } })).toBe(`${works} (2 mins)`);
});

test('between two looks for a build that may have arrived it is not said to be tried again', () => {
  const format = createFormat('en-GB', 'UTC');
  const waits = (retryStep: 'choose' | 'confirm') =>
    stateText(upload('1', 'retrying', { retryAt: noon, retryStep }), null, format);
  expect(waits('choose')).toMatch(/^Retrying at /);
  expect(waits('confirm')).toMatch(/^Checking whether it arrived, again at /);
});

test('every code with few words is one there is', () => {
  const codes = (prefix: string, table: object) => Object.keys(table).map((name) => `${prefix}/${name}`);
  const known = [
    ...codes('package', packageErrors),
    ...codes('api', apiErrors),
    ...codes('file', fileErrors),
    ...codes('uploads', uploadErrors),
  ];
  expect(reasonCodes.filter((code) => !known.includes(code))).toEqual([]);
});

test('the time of the next try stands in the state', () => {
  const format = createFormat('en-GB', 'UTC');
  const retryAt = Date.UTC(2026, 10, 21, 14, 5);
  expect(stateText(upload('1', 'retrying', { retryAt }), null, format)).toBe('Retrying at 14:05');
});
