import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../base/clock.ts';
import type { Environment } from '../../base/environment.ts';
import { createLog, fileSink, type Log, stderrSink } from '../../base/log/log.ts';
import { Redactor } from '../../base/log/redact.ts';
import { unencryptedHosts } from '../../core/accounts/unencrypted.ts';
import { restrictDataFolder } from '../../core/data-folder.ts';
import { type Core, createCore } from '../../core.ts';
import { textOf } from '../../messages/text.ts';
import type { SecretStore } from '../../settings/secrets.ts';
import type { Account } from '../../settings/settings-schema.ts';
import { memorySettings, openSettings, type SettingsStore } from '../../settings/settings-store.ts';
import { isInQueue } from '../../uploads/upload-view.ts';
import { accountFromOptions, saveAccount, savedAccount, withEnvironmentSecrets } from '../options/account.ts';
import type { ConnectionOptions } from '../options/options.ts';
import { openSecrets } from '../options/registration-key.ts';
import { version } from '../paths.ts';
import { plainText } from '../terminal/format.ts';
import { type Interrupt, unlessInterrupted } from '../terminal/interrupt.ts';
import type { Terminal } from '../terminal/terminal.ts';

export type CommandContext = {
  readonly terminal: Terminal;
  readonly interrupt: Interrupt;
  readonly environment: Environment;
  readonly verbose: boolean;
  /** Redacts every secret the command has read. */
  readonly redactor: Redactor;
};

export type Context = CommandContext & {
  /** Absolute path. */
  readonly dataDir: string;
  readonly isDefaultFolder: boolean;
};

export type OpenedCore = { readonly core: Core; readonly log: Log };

type CoreOptions = {
  readonly log: Log;
  readonly logPath: string;
  readonly redactor: Redactor;
  readonly settings: SettingsStore;
};

/** Opens the core with its queue and watched folders; each access token has its own. Throws `lock/inUse`. */
export async function withOwnCore<Result>(
  context: Context,
  connection: ConnectionOptions | null,
  work: (opened: OpenedCore & { readonly account: Account | null }) => Promise<Result>,
): Promise<Result> {
  const { settings, ...opened } = openSettingsAndLog(context);
  const account = connection && chooseAccount(context, settings, connection);
  const folder = queueFolder(context, account);
  const isShared = folder === context.dataDir;
  const parts = isShared
    ? { ...opened, settings }
    : { ...opened, settings: separateSettings(folder, settings, opened.log) };
  const within = async (core: Core): Promise<Result> => {
    // Saves the account only now, because another Slipway may write to the folder before this core owns it.
    if (account) saveAccount(parts.settings, account);
    try {
      return await work({ core, log: parts.log, account });
    } finally {
      removeUnusedAccounts(core);
    }
  };
  const here = isShared
    ? parts
    : { ...parts, settingsDir: context.dataDir, builtInUrl: builtInUrl(settings) };
  return withCore(folder, here, secretsOf(context, account), within, context.terminal.note);
}

/** Returns the queue's folder. Each access token has its own, so that its uploads use no other account. */
export function queueFolder({ dataDir }: Context, account: Account | null): string {
  return account?.kind === 'token' ? join(dataDir, 'tokens', account.id) : dataDir;
}

/** Copies the saved settings except accounts, folders and the built-in service, which stay separate. */
function separateSettings(folder: string, { get }: SettingsStore, log: Log): SettingsStore {
  const settings = openSettings(folder, log, systemClock.now);
  settings.update(({ accounts, activeAccountId, folders, lastRecipients, builtInService }) => ({
    ...get(),
    ...{ accounts, activeAccountId, folders, lastRecipients, builtInService },
  }));
  return settings;
}

/** Removes accounts that came from environment variables and are no longer needed by a folder or build. */
function removeUnusedAccounts({ uploads, folders, settings }: Core): void {
  const needed = [...uploads.list().filter(isInQueue), ...folders.list()];
  const ids = new Set(needed.map(({ accountId }) => accountId));
  settings.update((now) => ({
    ...now,
    accounts: now.accounts.filter(({ id, kind }) => kind !== 'environment' || ids.has(id)),
  }));
}

/**
 * Opens a core that only queries or changes a service. It uses a temporary folder, so that it can run beside
 * an open Slipway.
 */
export async function withClientCore<Result>(
  context: Context,
  connection: ConnectionOptions,
  work: (core: Core, account: Account) => Promise<Result>,
): Promise<Result> {
  const parts = openSettingsAndLog(context);
  const settings = memorySettings(parts.settings.get(), parts.log);
  const account = chooseAccount(context, settings, connection);
  saveAccount(settings, account);
  return inTemporaryFolder(context, { ...parts, settings }, account, (core) => work(core, account));
}

/** Opens a core to read the saved settings beside an open Slipway. Discards changes. */
export async function withSettingsCore<Result>(
  context: Context,
  work: (core: Core) => Promise<Result>,
): Promise<Result> {
  const parts = openSettingsAndLog(context);
  const settings = memorySettings(parts.settings.get(), parts.log);
  return inTemporaryFolder(context, { ...parts, settings }, null, work);
}

/** Runs `work` on a core in a temporary folder, and removes the folder afterwards. */
async function inTemporaryFolder<Result>(
  context: Context,
  parts: CoreOptions,
  account: Account | null,
  work: (core: Core) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-'));
  try {
    const own = { ...parts, settingsDir: context.dataDir };
    return await withCore(folder, own, secretsOf(context, account), (core) =>
      unlessInterrupted(context.interrupt, work(core)),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Opens a core on any folder. Uses only the settings in that folder. */
export async function withFreshCore<Result>(
  options: { readonly dataDir: string; readonly secrets: SecretStore; readonly verbose: boolean },
  work: (opened: OpenedCore) => Promise<Result>,
): Promise<Result> {
  const { dataDir, verbose } = options;
  const opened = openLog({ dataDir, isDefaultFolder: false, verbose, redactor: new Redactor() });
  const { log } = opened;
  const settings = openSettings(options.dataDir, log, systemClock.now);
  return withCore(options.dataDir, { ...opened, settings }, options.secrets, (core) => work({ core, log }));
}

/** Returns the account that the options or the environment define, else a saved one. Stores nothing. */
export function namedAccount(context: Context, connection: ConnectionOptions): Account {
  return chooseAccount(context, openSettingsAndLog(context).settings, connection);
}

/** Returns the last address of the built-in service; null if it never ran. */
export function builtInService(context: Context): string | null {
  return builtInUrl(openSettingsAndLog(context).settings);
}

function builtInUrl(settings: SettingsStore): string | null {
  return settings.get().accounts.find(({ kind }) => kind === 'built-in')?.baseUrl ?? null;
}

async function withCore<Result>(
  dataDir: string,
  parts: CoreOptions,
  secrets: SecretStore,
  work: (core: Core) => Promise<Result>,
  printLine?: (line: string) => void,
): Promise<Result> {
  const core = await createCore({ ...parts, dataDir, secrets, clock: systemClock, version: version() });
  const stopNotes = printLine ? noteIssues(core, printLine) : null;
  try {
    return await work(core);
  } finally {
    stopNotes?.();
    await core.stop();
  }
}

/** Prints each new issue with Slipway's own files. Returns a function that unsubscribes. */
function noteIssues(core: Core, printLine: (line: string) => void): () => void {
  const printed = new Set<string>();
  const printNew = (): void => {
    const { quarantined, journal } = core.issues.view();
    const lines = [
      ...quarantined.map(({ message }) => textOf(message)),
      ...(journal ? [textOf(journal)] : []),
    ];
    for (const line of lines) if (!printed.has(line)) printLine(`slipway: ${plainText(line)}`);
    printed.clear();
    for (const line of lines) printed.add(line);
  };
  printNew();
  return core.issues.events.on('changed', printNew);
}

function openSettingsAndLog(context: Context): CoreOptions {
  const opened = openLog(context);
  return { ...opened, settings: openSettings(context.dataDir, opened.log, systemClock.now) };
}

function openLog({
  dataDir,
  isDefaultFolder,
  verbose,
  redactor,
}: Pick<Context, 'dataDir' | 'isDefaultFolder' | 'verbose' | 'redactor'>): Omit<CoreOptions, 'settings'> {
  const logPath = join(dataDir, 'logs', 'slipway.log');
  const file = fileSink(logPath);
  const sinks = verbose ? [file, stderrSink] : [file];
  const log = createLog({ clock: systemClock, redactor, sinks, level: verbose ? 'debug' : 'info' });
  restrictDataFolder(dataDir, log, isDefaultFolder);
  return { redactor, logPath, log };
}

/** Returns the account of a command. Warns about unencrypted connections before the first request. */
function chooseAccount(context: Context, settings: SettingsStore, connection: ConnectionOptions): Account {
  const account =
    accountFromOptions(connection, context.environment) ?? savedAccount(settings, connection.account);
  warnOfHosts(context, unencryptedHosts(account), 'the password, the client secret and the builds');
  return account;
}

/** Warns that others on the network can read `what`, because these hosts use http. */
export function warnOfHosts({ terminal }: Context, hosts: readonly string[], what: string): void {
  if (hosts.length === 0) return;
  terminal.noteOnce(
    `Warning: connections to ${hosts.join(' and ')} use http without encryption: others on the network can read ${what}. Use an https:// address if the service has one.`,
  );
}

function secretsOf(context: Context, account: Account | null): SecretStore {
  const stored = openSecrets(context);
  return account ? withEnvironmentSecrets(stored, account.id, context.environment) : stored;
}
