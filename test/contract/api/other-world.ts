/** Uploads to the independent service of other-service.ts through a proxy that can lose responses. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { noAddresses } from '../../../main/api/response-origin.ts';
import { createSessions } from '../../../main/api/sessions.ts';
import { systemClock } from '../../../main/base/clock.ts';
import { openDatabase } from '../../../main/base/database/database.ts';
import { Redactor } from '../../../main/base/log/redact.ts';
import { fingerprintFile } from '../../../main/packages/fingerprint.ts';
import { inspectPackage } from '../../../main/packages/inspect.ts';
import { contentCheckOf } from '../../../main/packages/zip/content-check.ts';
import { createJournal, type Journal, journalMigrations } from '../../../main/uploads/journal/journal.ts';
import type { UploadView } from '../../../main/uploads/upload-view.ts';
import { createUploads, type UploadRequest, type Uploads } from '../../../main/uploads/uploads.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { accountAt, credentials } from '../../unit/api/api-world.ts';
import { type BuildOptions, sampleBytes, until } from '../uploads/uploads-world.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { type ResponseFormat, referenceFormat } from './other-formats.ts';
import type { OtherBuild, OtherVersion } from './other-records.ts';
import { type OtherService, startOther } from './other-service.ts';
import { firstBuild, newVersion } from './other-store.ts';

export type OtherWorld = {
  readonly other: OtherService;
  readonly proxy: FaultProxy;
  readonly journal: Journal;
  readonly uploads: Uploads;
  readonly lines: readonly string[];
  request(
    build?: BuildOptions & { fileName?: string },
    changes?: Partial<UploadRequest>,
  ): Promise<UploadRequest>;
  /** Adds an upload and waits until it is finished or waits for the user. */
  upload(request: UploadRequest): Promise<UploadView>;
  settled(id: string): Promise<UploadView>;
  /** Returns all versions of the service, including hidden ones. */
  versions(): readonly OtherVersion[];
  /** Adds a version from another client to the application `applicationId`. */
  addVersion(id: number, applicationId: number, build: Partial<OtherBuild>): OtherVersion;
  /** Returns the number of upload requests that the service received. */
  posts(): number;
};

const stableStates = ['done', 'already-there', 'failed', 'cancelled', 'ready', 'asking'];

export async function otherWorld(
  format: Partial<ResponseFormat> = {},
  mode: 'plain' | 'link' = 'plain',
): Promise<OtherWorld> {
  const other = await startOther({ ...referenceFormat, ...format });
  const proxy = await startFaultProxy(other.url);
  const folder = await temporaryFolder();
  const redactor = new Redactor();
  const { log, lines } = collectedLog(redactor);
  const account = accountAt(proxy.url, { mode });
  const sessions = createSessions({
    accounts: () => [account],
    credentials: async () => credentials,
    clock: systemClock,
    log,
    redactor,
    // No address has responded before, which disables captive portal detection.
    answeredAddresses: () => noAddresses,
  });
  const database = openDatabase(join(folder, 'journal.db'), journalMigrations);
  const uploads = createUploads({
    clock: systemClock,
    log,
    database,
    apiFor: sessions.api,
    inspect: inspectPackage,
    contentCheck: contentCheckOf,
    fingerprint: fingerprintFile,
    storeIcon: async () => null,
    installLink: async () => null,
    parallel: () => 2,
    retry: { attempts: 4, firstDelayMs: 10, maxDelayMs: 40 },
  });
  onTestFinished(async () => {
    await uploads.stop();
    database.close();
    await sessions.close();
  });
  await uploads.start();
  const settled = (id: string): Promise<UploadView> =>
    until(uploads, id, ({ state }) => stableStates.includes(state));
  return {
    ...{ other, proxy, uploads, lines, settled },
    journal: createJournal(database),
    request: async ({ fileName = 'shop.apk', ...build } = {}, changes = {}) => {
      const path = join(folder, fileName);
      await writeFile(path, sampleBytes(build));
      const recipients = { teamIds: [], memberIds: [], emails: ['tester@example.org'] };
      const [area, activate, folderId] = ['testingdist', true, null] as const;
      return { path, accountId: account.id, area, activate, recipients, folderId, ...changes };
    },
    upload: async (request) => settled((await uploads.add(request)).id),
    versions: () => other.applications.flatMap(({ versions }) => versions),
    addVersion: (id, applicationId, build) => {
      const version = newVersion(id, applicationId, { ...firstBuild, ...build }, new Date());
      other.applications.find((one) => one.id === applicationId)?.versions.push(version);
      return version;
    },
    posts: () =>
      other.requests.filter((line) => /^POST .*(profiles|apps|entries|items|\d)$/.test(line)).length,
  };
}
