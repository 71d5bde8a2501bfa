import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createSessions } from '../../main/api/sessions.ts';
import { systemClock } from '../../main/base/clock.ts';
import { openDatabase } from '../../main/base/database.ts';
import { Redactor } from '../../main/base/redact.ts';
import { contentCheckOf } from '../../main/packages/content-check.ts';
import { fingerprintFile } from '../../main/packages/fingerprint.ts';
import { inspectPackage } from '../../main/packages/inspect.ts';
import { journalMigrations } from '../../main/uploads/journal.ts';
import { createUploads, type UploadRequest, type Uploads } from '../../main/uploads/uploads.ts';
import { collectedLog } from '../fakes/collected-log.ts';
import { temporaryFolder } from '../fakes/temporary-folder.ts';
import { accountAt, credentials } from '../unit/api/api-world.ts';
import { type Manner, proper } from './other-manners.ts';
import { type OtherService, startOther } from './other-service.ts';
import { type BuildOptions, sampleBytes, until } from './uploads-world.ts';

type Mode = 'plain' | 'link';
type World = {
  readonly other: OtherService;
  readonly uploads: Uploads;
  readonly request: (area: UploadRequest['area'], build?: BuildOptions) => Promise<UploadRequest>;
  readonly posts: () => readonly string[];
};

/** The whole way of a build, to a service of other people. */
async function worldOf(manner: Partial<Manner>, mode: Mode): Promise<World> {
  const other = await startOther({ ...proper, ...manner });
  const folder = await temporaryFolder();
  const redactor = new Redactor();
  const { log } = collectedLog(redactor);
  const account = accountAt(other.url, { mode });
  const sessions = createSessions({
    accounts: () => [account],
    credentials: async () => credentials,
    clock: systemClock,
    log,
    redactor,
  });
  const database = openDatabase(join(folder, 'journal.db'), journalMigrations);
  const uploads = createUploads({
    clock: systemClock,
    log,
    database,
    apiFor: sessions.api,
    inspect: inspectPackage,
    fingerprint: fingerprintFile,
    contentCheck: contentCheckOf,
    keepIcon: async () => null,
    installLink: async () => null,
    parallel: () => 2,
    retry: { attempts: 4, firstDelayMs: 10, longestDelayMs: 40 },
  });
  onTestFinished(async () => {
    await uploads.stop();
    database.close();
    await sessions.close();
  });
  await uploads.start();
  return {
    other,
    uploads,
    request: async (area, build = {}) => {
      const path = join(folder, 'shop.apk');
      await writeFile(path, sampleBytes(build));
      const recipients = { teamIds: [], memberIds: [], emails: [] };
      return { path, accountId: account.id, area, activate: true, recipients, folderId: null };
    },
    posts: () => other.requests.filter((line) => /^POST .*(profiles|apps|entries|items|\d)$/.test(line)),
  };
}

const modes: readonly Mode[] = ['plain', 'link'];
const unnamed: readonly Partial<Manner>[] = [
  { creates: '204' },
  { creates: '202' },
  { creates: 'blank' },
  { creates: 'location' },
  { creates: '204', links: 'moved' },
];
const ways = modes.flatMap((mode) => unnamed.map((manner) => [mode, manner] as const));

describe.each(ways)('in %s mode, answered like %j', (mode, manner) => {
  test.each([
    ['a version of a known application', {}],
    ['a new application', { id: 'org.example.fresh', label: 'Fresh' }],
  ])('%s is found, switched on, and sent only once', async (_, build) => {
    const { other, uploads, request, posts } = await worldOf(manner, mode);
    const before = other.applications.flatMap((application) => application.versions).length;
    const { id } = await uploads.add(await request('testingdist', build));
    const view = await until(uploads, id, ({ finishedAt }) => finishedAt !== null);
    expect(view).toMatchObject({ state: 'done', failure: null });
    const versions = other.applications.flatMap((application) => application.versions);
    expect(versions).toHaveLength(before + 1);
    expect(versions.find((version) => version.id === view.target?.versionId)?.isActive).toBe(true);
    expect(posts()).toHaveLength(1);
  });

  test('an item of the store is found, and sent only once', async () => {
    const { other, uploads, request, posts } = await worldOf(manner, mode);
    const { id } = await uploads.add(await request('appstore'));
    const view = await until(uploads, id, ({ finishedAt }) => finishedAt !== null);
    expect(view).toMatchObject({ state: 'done', target: { applicationId: 11 } });
    expect(other.profiles.flatMap((profile) => profile.items)).toHaveLength(2);
    expect(posts()).toHaveLength(1);
  });
});

test('what was taken but never shows is said, and sent again only when somebody asks for it', async () => {
  const { uploads, request, posts } = await worldOf({ creates: 'swallowed' }, 'plain');
  const { id } = await uploads.add(await request('testingdist'));
  const view = await until(uploads, id, ({ finishedAt }) => finishedAt !== null);
  expect(view).toMatchObject({ state: 'failed', failure: { code: 'api/unconfirmed', remedy: 'none' } });
  expect(posts()).toHaveLength(1);
  uploads.retry(id);
  await until(uploads, id, ({ state }) => state !== 'failed');
  await until(uploads, id, ({ finishedAt }) => finishedAt !== null);
  expect(posts()).toHaveLength(2);
});
