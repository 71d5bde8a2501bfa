import { randomUUID } from 'node:crypto';
import { stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { createSessions } from '../../../main/api/sessions.ts';
import type { MailState, TestVersion } from '../../../main/api/wire.ts';
import { type Clock, systemClock } from '../../../main/base/clock.ts';
import { type Database, openDatabase } from '../../../main/base/database/database.ts';
import { CodedError } from '../../../main/base/errors.ts';
import { Redactor } from '../../../main/base/log/redact.ts';
import type { RetryPolicy } from '../../../main/base/retry.ts';
import { fingerprintFile } from '../../../main/packages/fingerprint.ts';
import { inspectPackage } from '../../../main/packages/inspect.ts';
import { contentCheckOf } from '../../../main/packages/zip/content-check.ts';
import { type Service, startService } from '../../../main/service/service.ts';
import type { Account } from '../../../main/settings/settings-schema.ts';
import { journalMigrations } from '../../../main/uploads/journal/journal.ts';
import type { UploadView } from '../../../main/uploads/upload-view.ts';
import { createUploads, type UploadRequest, type Uploads } from '../../../main/uploads/uploads.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { quickPasswords } from '../../fakes/quick-passwords.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { buildSampleApk } from '../../fixtures/builds/sample-apk.ts';
import { type FaultProxy, startFaultProxy } from '../api/fault-proxy.ts';

export type BuildOptions = {
  id?: string;
  label?: string;
  versionName?: string;
  versionCode?: number;
  paddingBytes?: number;
};

/** An upload queue and a real service, with a fault-injecting proxy between them. */
export type World = {
  readonly folder: string;
  readonly service: Service;
  readonly proxy: FaultProxy;
  readonly lines: readonly string[];
  uploads(): Uploads;
  /** Reopens the queue, on a new journal if `fresh`. With `crash`, the old queue can no longer write. */
  restart(options?: { crash?: boolean; start?: boolean; fresh?: boolean }): Promise<Uploads>;
  /** Writes a small real apk into the folder. */
  build(name: string, options?: BuildOptions): Promise<string>;
  request(path: string, changes?: Partial<UploadRequest>): UploadRequest;
  /** Adds an upload, waits until the queue is idle and returns the upload. */
  run(request: UploadRequest): Promise<UploadView>;
  /** Resolves to the first view of the upload that matches. */
  until(id: string, matches: (view: UploadView) => boolean): Promise<UploadView>;
  versions(): Promise<readonly TestVersion[]>;
  removeVersion(id: number): Promise<void>;
  removeApplication(id: number): Promise<void>;
  /** Uploads a file to an application without the queue. */
  uploadDirectly(path: string, applicationId: number): Promise<void>;
  /** Signs in, as a user does after correcting the account. */
  signIn(): Promise<void>;
  /** Returns the number of upload requests that the proxy received. */
  uploadRequests(): number;
};

const secretOf = (service: Service) => {
  if (!service.firstUser) throw new Error('The service made no first user');
  return service.firstUser;
};

export type WorldOptions = {
  password?: () => string;
  baseUrl?: string;
  mailAfterSend?: () => MailState;
  /** Clock of the queue and its API client. The service has its own clock. */
  clock?: Clock;
  serviceClock?: Clock;
  /** Defaults to short delays. Null selects the production delays. */
  retry?: RetryPolicy | null;
};

const quickRetries: RetryPolicy = { attempts: 4, firstDelayMs: 30, maxDelayMs: 150 };

export async function createWorld(options: WorldOptions = {}): Promise<World> {
  const { clock = systemClock, serviceClock = systemClock, retry = quickRetries } = options;
  const folder = await temporaryFolder();
  const redactor = new Redactor();
  const { log, lines } = collectedLog(redactor);
  const service = await startService({
    dataDir: join(folder, 'service'),
    clock: serviceClock,
    log,
    redactor,
    ...quickPasswords,
  });
  onTestFinished(() => service.stop());
  const proxy = await startFaultProxy(service.url);
  const user = secretOf(service);
  const account: Account = {
    id: 'account',
    name: 'Test',
    kind: 'remote',
    authUrl: proxy.url,
    baseUrl: options.baseUrl ?? proxy.url,
    userName: user.userName,
    clientId: user.clientId,
    scope: 'api',
    mode: 'plain',
    vendor: 'slipway',
    installLinkTemplate: null,
  };
  const sessions = createSessions({
    accounts: () => [account],
    credentials: async () => ({
      password: options.password?.() ?? user.password,
      clientSecret: user.clientSecret,
    }),
    clock,
    log,
    redactor,
  });
  onTestFinished(() => sessions.close());

  let journalPath = join(folder, 'journal.db');
  const open = (): { database: Database; uploads: Uploads } => {
    const database = openDatabase(journalPath, journalMigrations);
    const uploads = createUploads({
      clock,
      log,
      database,
      apiFor: sessions.api,
      inspect: inspectPackage,
      fingerprint: fingerprintFile,
      contentCheck: contentCheckOf,
      storeIcon: async () => null,
      installLink: async (_, version) => `https://install.example/${version.id}`,
      parallel: () => 2,
      ...(options.mailAfterSend ? { mailAfterSend: options.mailAfterSend } : {}),
      ...(retry ? { retry, block: { firstMs: 40, maxMs: 160 } } : {}),
    });
    return { database, uploads };
  };
  let current = open();
  onTestFinished(async () => {
    await current.uploads.stop();
    current.database.close();
  });
  return {
    folder,
    service,
    proxy,
    lines,
    uploads: () => current.uploads,
    restart: async ({ crash = false, start = true, fresh = false } = {}) => {
      if (fresh) journalPath = join(folder, `${randomUUID()}.db`);
      // After a crash nothing is written, so the journal is closed before the queue stops.
      if (crash) current.database.close();
      await current.uploads.stop();
      if (!crash) current.database.close();
      current = open();
      if (start) await current.uploads.start();
      return current.uploads;
    },
    build: async (name, build = {}) => {
      const path = join(folder, name);
      await writeFile(path, sampleBytes(build));
      return path;
    },
    request: (path, changes = {}) => ({
      path,
      accountId: account.id,
      area: 'testingdist',
      activate: true,
      recipients: { teamIds: [], memberIds: [], emails: ['tester@example.org'] },
      folderId: null,
      ...changes,
    }),
    run: async (request) => {
      const { id } = await current.uploads.add(request);
      await current.uploads.idle();
      return current.uploads.get(id) ?? expect.fail('no upload');
    },
    until: (id, matches) => until(current.uploads, id, matches),
    versions: () => {
      const read = async () => {
        const { testingdist } = sessions.api(account.id);
        const applications = await testingdist.list();
        const whole = await Promise.all(applications.map(({ id }) => testingdist.get(id)));
        return whole.flatMap((application) => application.profiles);
      };
      // Retries once, because the service may have closed an idle connection.
      return read().catch((error: unknown) => {
        if (error instanceof CodedError && error.code === 'api/connectionLost') return read();
        throw error;
      });
    },
    removeVersion: async (id) => {
      await sessions.api(account.id).testingdist.removeVersion(id);
    },
    uploadDirectly: async (path, applicationId) => {
      const file = { path, fileName: basename(path), size: (await stat(path)).size };
      const { signal } = new AbortController();
      await sessions.api(account.id).testingdist.createVersion(applicationId, file, { signal });
    },
    removeApplication: async (id) => {
      await sessions.api(account.id).testingdist.remove(id);
    },
    signIn: () => sessions.api(account.id).signIn(),
    uploadRequests: () =>
      proxy.requests.filter((line) => /^POST \S+\/profiles(\/\d+\/items|\/\d+)?$/.test(line)).length,
  };
}

export async function startWorld(options: WorldOptions = {}) {
  const world = await createWorld(options);
  await world.uploads().start();
  return { world, uploads: world.uploads() };
}

/** Holds the next request that matches `line` until `release`. `reached` resolves when it arrives. */
export function holdNextRequest({ proxy }: Pick<World, 'proxy'>, line: RegExp) {
  const reached = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  proxy.fault(line, { kind: 'hold', release: gate.promise }, { onMatch: reached.resolve });
  return { reached: reached.promise, release: gate.resolve };
}

/** Drops the response to the next request that matches `line`. Resolves when the service has sent it. */
export function dropNextResponse({ proxy }: Pick<World, 'proxy'>, line: RegExp): Promise<void> {
  const answered = Promise.withResolvers<void>();
  proxy.fault(line, { kind: 'swallow', onAnswer: answered.resolve });
  return answered.promise;
}

export function sampleBytes(build: BuildOptions = {}): Uint8Array {
  return buildSampleApk({
    id: 'org.example.shop',
    label: 'Shop',
    versionName: '1.0.0',
    versionCode: 1,
    minSdk: 24,
    targetSdk: 35,
    paddingBytes: 20_000,
    ...build,
  });
}

export function until(
  uploads: Uploads,
  id: string,
  matches: (view: UploadView) => boolean,
): Promise<UploadView> {
  return new Promise((resolve) => {
    const now = uploads.get(id);
    if (now && matches(now)) return resolve(now);
    const stop = uploads.events.on('changed', (view) => {
      if (view.id !== id || !matches(view)) return;
      stop();
      resolve(view);
    });
  });
}
