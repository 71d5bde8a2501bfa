/** Newer versions through electron-updater, from the feed this copy was built for. */

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
 * The address of the feed, which electron-builder leaves beside the application when it was built with one; null when it
 * was not, and when it is no https address: what is read from it decides what runs here next.
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

/** Whether the release says who signs it, without which electron-updater takes an installer for Windows unchecked. */
export async function namesPublisher(resources: string): Promise<boolean> {
  const text = await readFile(join(resources, 'app-update.yml'), 'utf8');
  return /^publisherName:[ \t]*(?:\r?\n[ \t]*- *\S|(?!null\b|~|\[ *\]|''|"")\S)/m.test(text);
}

export type UpdateActs = {
  /** Where the system's administrator is asked for a password first, quitting installs nothing. */
  readonly asksForPassword: boolean;
  /** The newer Slipway must not find the older one's lock. */
  releaseLock(): void;
  /** Nothing was installed, and everything has stopped: this one is started anew. */
  relaunch(): void;
};

export type UpdateMeans = {
  readonly secureGet: Pick<SecureGet, 'get'>;
  readonly checkSignature: CheckSignature;
  /** Null where the system verifies who signed an update: macOS and Windows. */
  readonly signedFeed: SignedFeed | null;
};

/**
 * electron-updater compares what it downloads with the SHA-512 of the feed, and on macOS and Windows the signature with
 * that of the application that runs; neither is switched off here. On Windows `checkSignature` takes the place of its own
 * check, which lets pass what it cannot check. On Linux the feed itself has to be signed.
 */
export function electronUpdaterEngine(
  updater: AppUpdater,
  log: Log,
  act: UpdateActs,
  { secureGet, checkSignature, signedFeed }: UpdateMeans,
): UpdateEngine {
  const say = log.scope('updates');
  Object.assign(updater, { httpExecutor: updateRequests(secureGet) });
  if (signedFeed !== null) requireSignedFeed(updater, signedFeed);
  if ('verifyUpdateCodeSignature' in updater) updater.verifyUpdateCodeSignature = checkSignature;
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = !act.asksForPassword;
  updater.allowDowngrade = false;
  updater.allowPrerelease = false;
  updater.disableWebInstaller = true;
  updater.logger = {
    info: (text: unknown) => say.debug(String(text)),
    warn: (text: unknown) => say.warn(String(text)),
    error: (text: unknown) => say.warn(String(text)),
  };
  // Failures also reject the call they belong to; without a listener they would end the process.
  updater.on('error', () => undefined);
  return {
    look: async () => {
      const result = await updater.checkForUpdates();
      return result?.isUpdateAvailable ? result.updateInfo.version : null;
    },
    download: async (progress) => {
      const told = ({ percent }: { readonly percent: number }): void => progress(Math.floor(percent));
      updater.on('download-progress', told);
      try {
        progress(0);
        await updater.downloadUpdate();
      } finally {
        updater.off('download-progress', told);
      }
    },
    keepForLater: () => {
      updater.autoInstallOnAppQuit = false;
    },
    install: () => {
      act.releaseLock();
      updater.once('error', act.relaunch);
      updater.quitAndInstall();
    },
  };
}

/** The requests of electron-updater through Slipway's own network: its proxy and sign-in, its authorities, https only. */
/** Takes the place of the executor whose requests Chromium makes. */
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
        // What nobody reads breaks off by itself after a while, which is nobody's trouble; readers listen on their own.
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
