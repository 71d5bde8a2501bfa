import { EventEmitter } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type ClientRequest, type IncomingMessage, type RequestOptions, STATUS_CODES } from 'node:http';
import { join } from 'node:path';
import type { AppUpdater } from 'electron-updater';
import { ElectronHttpExecutor } from 'electron-updater/out/electronHttpExecutor.js';
import type { SecureGet } from '../../api/transport/secure-get.ts';
import { systemCode } from '../../base/errors.ts';
import type { Log } from '../../base/log/log.ts';
import { requireSignedFeed, type SignedFeed } from './feed-signature.ts';
import type { CheckSignature } from './update-signature.ts';
import type { UpdateEngine } from './updates.ts';

/**
 * Returns the feed URL that electron-builder wrote; null if there is none. Only https, because the feed
 * decides which code runs.
 */
export async function builtFeed(resources: string): Promise<string | null> {
  try {
    const text = await readFile(join(resources, 'app-update.yml'), 'utf8');
    const url = /^url:\s*['"]?([^\s'"]+)['"]?\s*$/m.exec(text)?.[1] ?? '';
    return URL.canParse(url) && new URL(url).protocol === 'https:' ? url : null;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Returns true if the release names its publisher. Otherwise Windows installers are not verified. */
export async function namesPublisher(resources: string): Promise<boolean> {
  const text = await readFile(join(resources, 'app-update.yml'), 'utf8');
  return /^publisherName:[ \t]*(?:\r?\n[ \t]*- *\S|(?!null\b|~|\[ *\]|''|"")\S)/m.test(text);
}

export type UpdateActions = {
  /** True if the installation needs an administrator password. Quitting then does not install the update. */
  readonly needsPassword: boolean;
  releaseLock(): void;
  /** Starts this version again if installing failed after everything has stopped. */
  relaunch(): void;
};

export type UpdateEngineOptions = {
  readonly secureGet: Pick<SecureGet, 'get'>;
  readonly checkSignature: CheckSignature;
  /** Null on macOS and Windows, where the system verifies the signature. */
  readonly signedFeed: SignedFeed | null;
};

/**
 * Configures electron-updater, which verifies SHA-512, and the signature on macOS and Windows. On Windows,
 * `checkSignature` replaces its check, which accepts signatures that it cannot verify. On Linux, the feed
 * must be signed.
 */
export function electronUpdaterEngine(
  updater: AppUpdater,
  log: Log,
  act: UpdateActions,
  { secureGet, checkSignature, signedFeed }: UpdateEngineOptions,
): UpdateEngine {
  const updateLog = log.scope('updates');
  Object.assign(updater, { httpExecutor: updateRequests(secureGet) });
  if (signedFeed !== null) requireSignedFeed(updater, signedFeed);
  if ('verifyUpdateCodeSignature' in updater) updater.verifyUpdateCodeSignature = checkSignature;
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = !act.needsPassword;
  updater.allowDowngrade = false;
  updater.allowPrerelease = false;
  updater.disableWebInstaller = true;
  updater.logger = {
    info: (text: unknown) => updateLog.debug(String(text)),
    warn: (text: unknown) => updateLog.warn(String(text)),
    error: (text: unknown) => updateLog.warn(String(text)),
  };
  // Errors also reject the call; without a listener, `error` would end the process.
  updater.on('error', () => undefined);
  return {
    check: async () => {
      const result = await updater.checkForUpdates();
      return result?.isUpdateAvailable ? result.updateInfo.version : null;
    },
    download: async (progress) => {
      const onProgress = ({ percent }: { readonly percent: number }): void => progress(Math.floor(percent));
      updater.on('download-progress', onProgress);
      try {
        progress(0);
        await updater.downloadUpdate();
      } finally {
        updater.off('download-progress', onProgress);
      }
    },
    postponeInstall: () => {
      updater.autoInstallOnAppQuit = false;
    },
    install: () => {
      act.releaseLock();
      updater.once('error', act.relaunch);
      updater.quitAndInstall();
    },
  };
}

/**
 * Replaces electron-updater's requests with Slipway's network stack: its proxy and certificates, https only.
 */
function updateRequests({ get }: Pick<SecureGet, 'get'>): ElectronHttpExecutor {
  const createRequest = (
    options: RequestOptions,
    answered: (answer: IncomingMessage) => void,
  ): ClientRequest => {
    const request = new EventEmitter();
    const stop = new AbortController();
    const begin = async (): Promise<void> => {
      try {
        const { statusCode, headers, body } = await get(urlOf(options), headersOf(options), stop.signal);
        // An unread body times out and emits an error that can be ignored. Readers add their own listener.
        body.on('error', () => undefined);
        const statusMessage = STATUS_CODES[statusCode];
        answered(Object.assign(body, { statusCode, statusMessage, headers }) as unknown as IncomingMessage);
      } catch (error) {
        if (!stop.signal.aborted) request.emit('error', error);
      }
    };
    return Object.assign(request, {
      end: () => void begin(),
      abort: () => stop.abort(),
    }) as unknown as ClientRequest;
  };
  return Object.assign(new ElectronHttpExecutor(), { createRequest });
}

function urlOf({ protocol, hostname, host, port, path }: RequestOptions): URL {
  return new URL(path ?? '/', `${protocol ?? 'https:'}//${hostname ?? host}${port ? `:${port}` : ''}`);
}

function headersOf({ headers }: RequestOptions): Record<string, string> {
  const given = Object.entries(headers ?? {}).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name.toLowerCase(), String(value)]));
}
