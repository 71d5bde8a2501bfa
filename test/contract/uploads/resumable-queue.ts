/** An upload queue that resumes all uploads, for tests and for a process that is killed. */
import { createSessions } from '../../../main/api/sessions.ts';
import { systemClock } from '../../../main/base/clock.ts';
import { openDatabase } from '../../../main/base/database/database.ts';
import { Redactor } from '../../../main/base/log/redact.ts';
import type { RetryPolicy } from '../../../main/base/retry.ts';
import { fingerprintFile } from '../../../main/packages/fingerprint.ts';
import { inspectPackage } from '../../../main/packages/inspect.ts';
import { contentCheckOf } from '../../../main/packages/zip/content-check.ts';
import type { Account } from '../../../main/settings/settings-schema.ts';
import { createSentBuilds } from '../../../main/uploads/delta/sent-builds.ts';
import { journalMigrations } from '../../../main/uploads/journal/journal.ts';
import { createUploads, type UploadRequest, type Uploads } from '../../../main/uploads/uploads.ts';
import { collectedLog } from '../../fakes/collected-log.ts';

export type ResumableQueue = {
  readonly uploads: Uploads;
  readonly lines: readonly string[];
  close(): Promise<void>;
};

export function openResumableQueue(
  url: string,
  journalPath: string,
  changes: Partial<Account> = {},
  secrets = { password: 'password', clientSecret: 'secret' },
  /** Folder for sent builds; null to send whole files. */
  sentBuilds: string | null = null,
  retry: RetryPolicy = { attempts: 8, firstDelayMs: 10, maxDelayMs: 50 },
): ResumableQueue {
  const redactor = new Redactor();
  const { log, lines } = collectedLog(redactor);
  const account: Account = {
    ...{ id: 'account', name: 'Test', kind: 'remote', authUrl: url, baseUrl: url, userName: 'user' },
    ...{ clientId: 'client', scope: 'api', mode: 'plain', vendor: 'acme', installLinkTemplate: null },
    ...changes,
  };
  const sessions = createSessions({
    accounts: () => [account],
    credentials: async () => secrets,
    clock: systemClock,
    log,
    redactor,
  });
  const database = openDatabase(journalPath, journalMigrations);
  const uploads = createUploads({
    clock: systemClock,
    log,
    database,
    apiFor: sessions.api,
    inspect: inspectPackage,
    fingerprint: fingerprintFile,
    contentCheck: contentCheckOf,
    storeIcon: async () => null,
    installLink: async () => null,
    parallel: () => 1,
    retry,
    block: { firstMs: 40, maxMs: 160 },
    resume: { minSeconds: 0, minBytes: 1, local: true, maxDeltaBytesPerSecond: Number.POSITIVE_INFINITY },
    sentBuilds:
      sentBuilds === null
        ? null
        : createSentBuilds({ folder: sentBuilds, isEnabled: () => true, log, minFreeBytes: 0 }),
  });
  const close = async (): Promise<void> => {
    await uploads.stop();
    await sessions.close();
    database.close();
  };
  let closed: Promise<void> | null = null;
  return {
    uploads,
    lines,
    close: () => {
      closed ??= close();
      return closed;
    },
  };
}

export function storeRequest(path: string): UploadRequest {
  return {
    ...{ path, accountId: 'account', area: 'appstore', activate: false, folderId: null },
    recipients: { teamIds: [], memberIds: [], emails: [] },
  };
}
