import { existsSync } from 'node:fs';
import { release } from 'node:os';
import { join } from 'node:path';
import type { CallsOf } from '../../../preload/contract.ts';
import { type Clock, isoTime } from '../../base/clock.ts';
import { toFailure } from '../../base/errors.ts';
import { fileError, writeAtomically } from '../../base/files/files.ts';
import { readLogTail } from '../../base/log/log-tail.ts';
import type { Redactor } from '../../base/log/redact.ts';
import { textOf } from '../../messages/text.ts';
import type { MailServers } from '../../settings/mail-server.ts';
import type { SecretStore } from '../../settings/secrets.ts';
import type { SettingsStore } from '../../settings/settings-store.ts';
import type { Uploads } from '../../uploads/uploads.ts';
import type { AccountViews } from '../accounts/account-views.ts';
import { coreErrors } from '../errors.ts';
import type { WatchedFolders } from '../folders/watched-folders.ts';
import type { NetworkControl } from '../network/network.ts';
import type { PushSenders } from '../push/push-senders.ts';
import type { Registration } from '../registration/registration.ts';
import type { BuiltIn } from '../service/built-in.ts';
import { crashReportsIn } from './crash-reports.ts';
import { bundleText, countBy } from './support-bundle.ts';
import type { SystemIssues } from './system-issues.ts';

export type Diagnostics = Omit<CallsOf<'diagnostics'>, 'openLog'> & {
  /** Throws `core/noLog`. */
  logFile(): string;
};

const tailBytes = 256 * 1024;
const bundledBytes = 1024 * 1024;

type Deps = {
  readonly version: string;
  readonly dataDir: string;
  readonly logPath: string | null;
  readonly crashDir: string | null;
  readonly secrets: SecretStore;
  readonly settings: SettingsStore;
  readonly mailServers: MailServers;
  readonly accounts: AccountViews;
  readonly network: NetworkControl;
  readonly uploads: Pick<Uploads, 'list' | 'history' | 'blocks'>;
  readonly folders: WatchedFolders;
  readonly pushSenders: Pick<PushSenders, 'list' | 'credentials'>;
  readonly registration: Pick<Registration, 'get'>;
  readonly service: BuiltIn;
  readonly issues: SystemIssues;
  readonly clock: Clock;
  readonly redactor: Redactor;
};

export function createDiagnostics(deps: Deps): Diagnostics {
  const { logPath } = deps;
  return {
    get: async () => ({
      version: deps.version,
      runtime: runtime(),
      dataDir: deps.dataDir,
      logPath,
      secretStore: deps.secrets.kind,
    }),
    logFile: () => {
      if (logPath === null || !existsSync(logPath)) throw coreErrors.noLog({});
      return logPath;
    },
    log: async ({ limit }) => (await readTail(logPath, tailBytes)).slice(-limit),
    export: async () => {
      const text = bundleText(await facts(deps), deps.redactor);
      const name = `slipway-support-${isoTime(deps.clock.now()).replaceAll(/[:.]/g, '-')}.json`;
      const path = join(deps.dataDir, 'support', name);
      await writeAtomically(path, text);
      return path;
    },
  };
}

async function facts(deps: Deps) {
  // Reading these secrets adds them to the redactor, which then removes them from the log.
  const accounts = await deps.accounts.list();
  const network = await deps.network.get();
  await deps.mailServers.get();
  const pushSenders = await Promise.all(
    deps.pushSenders.list().map(async ({ name }) => ({
      name,
      failure: await deps.pushSenders.credentials(name).then(() => null, toFailure),
    })),
  );
  return {
    made: isoTime(deps.clock.now()),
    versions: { slipway: deps.version, ...runtime() },
    settings: deps.settings.get(),
    keyring: textOf(deps.secrets.kind),
    accounts: accounts.map(({ id, session, hasSecrets, failure }) => ({ id, session, failure, hasSecrets })),
    uploads: countBy(deps.uploads.list(), ({ state }) => state),
    historyEntries: deps.uploads.history({ limit: 1 }).total,
    folders: countBy(deps.folders.list(), ({ state }) => state.kind),
    blocks: deps.uploads.blocks(),
    pushSenders,
    network: network.connection,
    registration: await deps.registration.get(),
    service: deps.service.status(),
    issues: deps.issues.view(),
    crashReports: deps.crashDir === null ? null : await crashReportsIn(deps.crashDir),
    log: await readTail(deps.logPath, bundledBytes),
  };
}

async function readTail(logPath: string | null, bytes: number): Promise<readonly string[]> {
  if (logPath === null) return [];
  try {
    return await readLogTail(logPath, bytes);
  } catch (error) {
    throw fileError(error, logPath);
  }
}

function runtime(): Readonly<Record<string, string>> {
  const { electron, chrome, node } = process.versions;
  return {
    system: `${process.platform} ${release()} ${process.arch}`,
    node,
    ...(electron === undefined ? {} : { electron }),
    ...(chrome === undefined ? {} : { chromium: chrome }),
  };
}
