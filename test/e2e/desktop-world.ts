/** Accounts, builds, uploads and notifications of a started application. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AccountView, BridgeEvents, UploadView } from '../../preload/page.ts';
import { buildSampleApk } from '../fixtures/builds/sample-apk.ts';
import type { Application } from './application.ts';
import { callMain, expect, type PageWindow, receiveFiles } from './fixtures.ts';

export const nobody = { teamIds: [], memberIds: [], emails: [] };

/** Starts the built-in service and selects its account. */
export async function serviceAccount({ page }: Application): Promise<AccountView> {
  const started = await callMain(page, 'service.start', {});
  expect(started).toMatchObject({ ok: true, value: { running: true } });
  const accounts = await callMain(page, 'accounts.list', {});
  const account = accounts.ok ? accounts.value.find((candidate) => candidate.kind === 'built-in') : undefined;
  if (!account) throw new Error('The built-in service has no account');
  await callMain(page, 'accounts.use', { id: account.id });
  return account;
}

/** Writes a build of the application `com.example.notes<number>` and returns its path. */
export async function build({ userData }: Application, number = 1): Promise<string> {
  const path = join(userData, `notes-${number}.apk`);
  const apk = buildSampleApk({
    id: `com.example.notes${number}`,
    label: `Notes & More ${number}`,
    versionName: '2.4.1',
    versionCode: 1187,
    minSdk: 26,
    targetSdk: 35,
    paddingBytes: 200_000,
  });
  await writeFile(path, apk);
  return path;
}

export async function add(
  application: Application,
  paths: readonly string[],
): Promise<readonly UploadView[]> {
  const account = await serviceAccount(application);
  await receiveFiles(application.page, paths);
  const added = await callMain(application.page, 'uploads.add', {
    paths: [...paths],
    accountId: account.id,
    area: 'testingdist',
    activate: true,
    recipients: nobody,
  });
  if (!added.ok) throw new Error(added.message);
  return added.value;
}

/** Returns the file names of all uploads. */
export async function namesOf({ page }: Application): Promise<readonly string[]> {
  const uploads = await callMain(page, 'uploads.list', {});
  if (!uploads.ok) throw new Error(uploads.message);
  return uploads.value.map((upload) => upload.fileName).sort();
}

export const notices = async (application: Application) => (await application.snapshot()).notifications;

/** Returns a function that reads the `app.openScreen` events since `listenToShow` was called. */
export async function listenToShow({
  page,
}: Application): Promise<() => Promise<BridgeEvents['app.openScreen'][]>> {
  await page.evaluate(() => {
    const shown: unknown[] = [];
    Object.assign(globalThis, { shown });
    (globalThis as unknown as PageWindow).slipway.on('app.openScreen', (value) => shown.push(value));
  });
  return () =>
    page.evaluate(() => (globalThis as unknown as { shown: BridgeEvents['app.openScreen'][] }).shown);
}
