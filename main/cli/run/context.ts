/** What a command runs in: options, terminal, interrupt; and the core, opened for what the command does. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../base/clock.ts';
import type { Environment } from '../../base/environment.ts';
import { createLog, fileSink, type Log, stderrSink } from '../../base/log/log.ts';
import { Redactor } from '../../base/log/redact.ts';
import { unencryptedHosts } from '../../core/accounts/unencrypted.ts';
import { closeDataFolder } from '../../core/data-folder.ts';
import { type Core, createCore } from '../../core.ts';
import { textOf } from '../../messages/text.ts';
import { fileSecrets, type SecretStore } from '../../settings/secrets.ts';
import type { Account } from '../../settings/settings-schema.ts';
import { memorySettings, openSettings, type SettingsStore } from '../../settings/settings-store.ts';
import { isInQueue } from '../../uploads/upload-view.ts';
import { accountFromOptions, keepAccount, savedAccount, withEnvironmentSecrets } from '../options/account.ts';
import type { ConnectionOptions } from '../options/options.ts';
import { version } from '../paths.ts';
import { plainText } from '../terminal/format.ts';
import { type Interrupt, unlessInterrupted } from '../terminal/interrupt.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** What there is for every command, also for one without a data folder. */
export type CommandContext = {
  readonly terminal: Terminal;
  readonly interrupt: Interrupt;
  readonly environment: Environment;
  readonly verbose: boolean;
  /** Knows every secret the command has met. */
  readonly redactor: Redactor;
};

export type Context = CommandContext & {
  /** Absolute. */
  readonly dataDir: string;
  /** True unless another folder was named. */
  readonly isDefaultFolder: boolean;
};

export type OpenedCore = { readonly core: Core; readonly log: Log };

type Parts = {
  readonly log: Log;
  readonly logPath: string;
  readonly redactor: Redactor;
  readonly settings: SettingsStore;
};

/**
 * The core on the data folder itself: with its queue and watched folders, owned by this process alone.
 * Throws `lock/held` when another Slipway owns it.
 */
export async function withOwnCore<Result>(
  context: Context,
  connection: ConnectionOptions | null,
  work: (opened: OpenedCore & { readonly account: Account | null }) => Promise<Result>,
): Promise<Result> {
  const { settings, ...opened } = openParts(context);
  const account = connection && chooseAccount(context, settings, connection);
  const folder = queueFolder(context, account);
  const isShared = folder === context.dataDir;
  const parts = isShared
    ? { ...opened, settings }
    : { ...opened, settings: settingsBeside(folder, settings, opened.log) };
  const within = async (core: Core): Promise<Result> => {
    // Only now, because until the core owns the folder another Slipway may be writing there.
    if (account) keepAccount(parts.settings, account);
    try {
      return await work({ core, log: parts.log, account });
    } finally {
      forgetUnused(core);
    }
  };
  const here = isShared ? parts : { ...parts, pushDir: context.dataDir };
  return running(folder, here, secretsOf(context, account), within, context.terminal.note);
}

/**
 * Where the queue of an account is. That of an access token is one of its own below the data folder: nothing there is ever
 * uploaded with another account, and the Slipway that owns the data folder has no part in it.
 */
export function queueFolder({ dataDir }: Context, account: Account | null): string {
  return account?.kind === 'token' ? join(dataDir, 'tokens', account.id) : dataDir;
}

/** Settings of a queue of its own: those of the data folder but for accounts, folders and the built-in service. */
function settingsBeside(folder: string, { get }: SettingsStore, log: Log): SettingsStore {
  const settings = openSettings(folder, log, systemClock.now);
  settings.update(({ accounts, activeAccountId, folders, lastRecipients, builtInService }) => ({
    ...get(),
    ...{ accounts, activeAccountId, folders, lastRecipients, builtInService },
  }));
  return settings;
}

/** Removes accounts of the environment that neither a folder nor a build of the queue needs. */
function forgetUnused({ uploads, folders, settings }: Core): void {
  const needed = [...uploads.list().filter(isInQueue), ...folders.list()];
  const ids = new Set(needed.map(({ accountId }) => accountId));
  settings.update((now) => ({
    ...now,
    accounts: now.accounts.filter(({ id, kind }) => kind !== 'environment' || ids.has(id)),
  }));
}

/**
 * The core for asking and changing things on a service, without queue or folders: it lies in a folder of its own for as
 * long as the command runs, so it works beside an open Slipway. The saved settings are read and left as they are.
 */
export async function withClientCore<Result>(
  context: Context,
  connection: ConnectionOptions,
  work: (core: Core, account: Account) => Promise<Result>,
): Promise<Result> {
  const parts = openParts(context);
  const settings = memorySettings(parts.settings.get(), parts.log);
  const account = chooseAccount(context, settings, connection);
  keepAccount(settings, account);
  return besideOthers(context, { ...parts, settings }, account, (core) => work(core, account));
}

/** The core for looking at the saved settings, beside an open Slipway. What is changed is gone with the command. */
export async function withSettingsCore<Result>(
  context: Context,
  work: (core: Core) => Promise<Result>,
): Promise<Result> {
  const parts = openParts(context);
  const settings = memorySettings(parts.settings.get(), parts.log);
  return besideOthers(context, { ...parts, settings }, null, work);
}

/** A core in a folder of its own for as long as the command runs. */
async function besideOthers<Result>(
  context: Context,
  parts: Parts,
  account: Account | null,
  work: (core: Core) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-'));
  try {
    const own = { ...parts, savedIn: context.dataDir };
    return await running(folder, own, secretsOf(context, account), (core) =>
      unlessInterrupted(context.interrupt, work(core)),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A core on any folder that knows no settings but those it is given; stopped when `work` is over. */
export async function withFreshCore<Result>(
  options: { readonly dataDir: string; readonly secrets: SecretStore; readonly verbose: boolean },
  work: (opened: OpenedCore) => Promise<Result>,
): Promise<Result> {
  const { dataDir, verbose } = options;
  const opened = openLog({ dataDir, isDefaultFolder: false, verbose, redactor: new Redactor() });
  const { log } = opened;
  const settings = openSettings(options.dataDir, log, systemClock.now);
  return running(options.dataDir, { ...opened, settings }, options.secrets, (core) => work({ core, log }));
}

/** The account a command names, as the settings of the data folder have it. Nothing is stored. */
export function namedAccount(context: Context, connection: ConnectionOptions): Account {
  return chooseAccount(context, openParts(context).settings, connection);
}

/** Where the built-in service of the data folder was last; null when it was never started. */
export function builtInService(context: Context): string | null {
  const { accounts } = openParts(context).settings.get();
  return accounts.find((account) => account.kind === 'built-in')?.baseUrl ?? null;
}

async function running<Result>(
  dataDir: string,
  parts: Parts & { readonly savedIn?: string },
  secrets: SecretStore,
  work: (core: Core) => Promise<Result>,
  tell?: (line: string) => void,
): Promise<Result> {
  const core = await createCore({ ...parts, dataDir, secrets, clock: systemClock, version: version() });
  const stopTelling = tell ? tellTroubles(core, tell) : null;
  try {
    return await work(core);
  } finally {
    stopTelling?.();
    await core.stop();
  }
}

/** Says once each what a person must know of Slipway's own files; the returned function ends it. */
function tellTroubles(core: Core, tell: (line: string) => void): () => void {
  const told = new Set<string>();
  const say = (): void => {
    const { kept, journal } = core.issues.view();
    const lines = [...kept.map(({ message }) => textOf(message)), ...(journal ? [textOf(journal)] : [])];
    for (const line of lines) if (!told.has(line)) tell(`slipway: ${plainText(line)}`);
    told.clear();
    for (const line of lines) told.add(line);
  };
  say();
  return core.issues.events.on('changed', say);
}

function openParts(context: Context): Parts {
  const opened = openLog(context);
  return { ...opened, settings: openSettings(context.dataDir, opened.log, systemClock.now) };
}

function openLog({
  dataDir,
  isDefaultFolder,
  verbose,
  redactor,
}: Pick<Context, 'dataDir' | 'isDefaultFolder' | 'verbose' | 'redactor'>): Omit<Parts, 'settings'> {
  const logPath = join(dataDir, 'logs', 'slipway.log');
  const file = fileSink(logPath);
  const sinks = verbose ? [file, stderrSink] : [file];
  const log = createLog({ clock: systemClock, redactor, sinks, level: verbose ? 'debug' : 'info' });
  closeDataFolder(dataDir, log, isDefaultFolder);
  return { redactor, logPath, log };
}

/** Also the moment to warn of what signing in gives away: nothing was sent yet. */
function chooseAccount(context: Context, settings: SettingsStore, connection: ConnectionOptions): Account {
  const account =
    accountFromOptions(connection, context.environment) ?? savedAccount(settings, connection.account);
  warnOfHosts(context, unencryptedHosts(account), 'the password, the client secret and the builds');
  return account;
}

/** Says of hosts that are reached over http what others on the network can read. */
export function warnOfHosts({ terminal }: Context, hosts: readonly string[], what: string): void {
  if (hosts.length === 0) return;
  terminal.noteOnce(
    `Warning: ${hosts.join(' and ')} ${hosts.length === 1 ? 'is' : 'are'} reached over http, without encryption: anyone on the network between can read ${what}. Use an address that begins with https:// where the service has one.`,
  );
}

function secretsOf(context: Context, account: Account | null): SecretStore {
  const kept = fileSecrets(join(context.dataDir, 'secrets.json'));
  return account ? withEnvironmentSecrets(kept, account.id, context.environment) : kept;
}
