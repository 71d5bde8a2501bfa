/** The requests of electron-updater through Slipway's own network: its proxy and sign-in, its authorities, https only. */
import { EventEmitter } from 'node:events';
import { type ClientRequest, type IncomingMessage, type RequestOptions, STATUS_CODES } from 'node:http';
import { ElectronHttpExecutor } from 'electron-updater/out/electronHttpExecutor.js';
import type { SecureGet } from '../../api/transport/secure-get.ts';

/** Takes the place of the executor whose requests Chromium makes. */
export function updateRequests({ get }: Pick<SecureGet, 'get'>): ElectronHttpExecutor {
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
