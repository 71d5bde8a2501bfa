import { truncate, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createNetServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Api, createApi } from '../../../main/api/client.ts';
import type { AnsweredAddresses } from '../../../main/api/response-origin.ts';
import { createNetwork, type NetworkOptions } from '../../../main/api/transport/network.ts';
import { type Clock, systemClock } from '../../../main/base/clock.ts';
import { Redactor } from '../../../main/base/log/redact.ts';
import type { Account } from '../../../main/settings/settings-schema.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

export const credentials = { password: 'correct horse', clientSecret: 'client-secret-1' };

export function accountAt(url: string, changes: Partial<Account> = {}): Account {
  return {
    id: 'account',
    name: 'Test',
    kind: 'remote',
    authUrl: url,
    baseUrl: url,
    userName: 'user',
    clientId: 'client',
    scope: 'api',
    mode: 'plain',
    vendor: 'acme',
    installLinkTemplate: null,
    ...changes,
  };
}

export function clientAt(
  url: string,
  options: {
    readonly account?: Partial<Account>;
    readonly clock?: Clock;
    readonly answeredBefore?: AnsweredAddresses;
    readonly network?: NetworkOptions;
  } = {},
): { readonly api: Api; readonly lines: readonly string[]; readonly states: readonly string[] } {
  const redactor = new Redactor();
  const { log, lines } = collectedLog(redactor);
  const states: string[] = [];
  const api = createApi({
    account: accountAt(url, options.account),
    credentials: async () => credentials,
    clock: options.clock ?? systemClock,
    onSessionChange: ({ kind }) => states.push(kind),
    ...(options.answeredBefore ? { answeredBefore: options.answeredBefore } : {}),
    ...(options.network ? { network: createNetwork({ proxyFor: () => null, ...options.network }) } : {}),
    log,
    redactor,
  });
  onTestFinished(() => api.close());
  return { api, lines, states };
}

export type Handle = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/** Starts a real server on loopback and closes it after the test. */
export async function serverOf(handle: Handle): Promise<string> {
  const server = createServer((request, response) => {
    Promise.resolve(handle(request, response)).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Starts a TCP server that passes each connection to `handle`. */
export async function rawServerOf(handle: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createNetServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    handle(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Wraps `handle` with a token endpoint that accepts all credentials. */
export function withToken(handle: Handle, onToken: (request: IncomingMessage) => void = () => {}): Handle {
  let count = 0;
  return (request, response) => {
    if (request.url !== '/identity/connect/token') return handle(request, response);
    onToken(request);
    count += 1;
    request.resume();
    reply(response, 200, { access_token: `token-${count}`, expires_in: 72_000, token_type: 'Bearer' });
  };
}

/** Creates a sparse file of zeros to upload. */
export async function zeros(size: number) {
  const path = join(await temporaryFolder(), 'build.apk');
  await writeFile(path, '');
  await truncate(path, size);
  return { path, fileName: 'build.apk', size };
}

/** Returns the bytes of the file in an upload. */
export async function fileOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return fileIn(Buffer.concat(chunks));
}

export function fileIn(body: Buffer): Buffer {
  return body.subarray(body.indexOf('\r\n\r\n') + 4, body.lastIndexOf('\r\n--'));
}

export async function swallow(request: IncomingMessage): Promise<void> {
  for await (const _ of request);
}

export function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

export const plainVersion = {
  id: 7,
  applicationName: 'Shop',
  applicationId: 3,
  profileId: 3,
  version: '1.0',
  build: null,
  uniqueName: 'shop-7',
  platformTypeName: 'Android',
  lastSendDateTimeUtc: null,
  isActive: false,
  fileSize: 1,
  releaseNote: null,
  profileFiles: [],
  iconUrl: '',
  profileMembers: [],
  fileName: null,
  updateDateTimeUtc: '2026-11-21T08:30:00.000Z',
  uploadDateTimeUtc: '2026-11-21T08:30:00.000Z',
};
