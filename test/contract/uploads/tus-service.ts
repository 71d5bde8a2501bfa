/** A distribution service with `@tus/server` that shares no code with Slipway's service. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';
import { onTestFinished } from 'vitest';
import { sampleProfile } from '../../unit/uploads/samples.ts';

export type TusService = {
  readonly url: string;
  readonly folder: string;
  /** Requests as `PATCH /files/…`, in order. */
  readonly requests: readonly string[];
  /** SHA-256 of each stored build, in the order of completion. */
  stored(): readonly string[];
  /** Bytes of all unfinished uploads. */
  partialBytes(): Promise<number>;
  /** Sets a function that may respond instead of the service. */
  intercept(handle: ((request: IncomingMessage, response: ServerResponse) => boolean) | null): void;
  /** Stops the service and starts it again on the same port, with the same files. */
  restart(): Promise<void>;
};

const time = '2026-11-21T08:30:00.000Z';

export async function startTusService(folder: string): Promise<TusService> {
  await mkdir(folder, { recursive: true });
  const requests: string[] = [];
  const builds: { readonly sha256: string; readonly size: number }[] = [];
  const results = new Map<string, string>();
  let intercept: Parameters<TusService['intercept']>[0] = null;

  const store = async (bytes: Buffer): Promise<string> => {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    builds.push({ sha256, size: bytes.length });
    return JSON.stringify(profileOf(builds.length, sha256, bytes.length));
  };
  const createTus = (): Server =>
    new Server({
      path: '/files',
      relativeLocation: true,
      lockDrainTimeout: 500,
      datastore: new FileStore({ directory: folder }),
      onUploadFinish: async (_, { id }) => {
        const body = await store(await readFile(join(folder, id)));
        results.set(id, body);
        return { status_code: 201, headers: { 'Content-Type': 'application/json' }, body };
      },
    });
  let tus = createTus();
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url = '' } = request;
    requests.push(`${method} ${url}`);
    if (intercept?.(request, response)) return;
    if (method === 'GET' && url.startsWith('/files/')) {
      const body = results.get(url.slice('/files/'.length));
      return body === undefined ? reply(response, 404, '{}') : reply(response, 200, body);
    }
    if (url.startsWith('/files')) return tus.handle(request, response) as Promise<void>;
    switch (`${method} ${url}`) {
      case 'POST /identity/connect/token':
        request.resume();
        return reply(response, 200, '{"access_token":"token","expires_in":72000,"token_type":"Bearer"}');
      case 'GET /api/v3/root':
        return reply(response, 200, JSON.stringify({ appStore: areaLinks, testingDist: [] }));
      case 'GET /api/v3/appstore/profiles': {
        const profiles = builds.map(({ sha256, size }, index) => profileOf(index + 1, sha256, size));
        return reply(response, 200, JSON.stringify(profiles));
      }
      default:
        request.resume();
        return reply(response, 404, '{"detail":"unknown"}');
    }
  };
  const listen = async (port: number) => {
    const server = createServer((request, response) => {
      handle(request, response).catch(() => response.destroy());
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    return server;
  };
  let server = await listen(0);
  const { port } = server.address() as AddressInfo;
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(stop);
  return {
    url: `http://127.0.0.1:${port}`,
    folder,
    requests,
    stored: () => builds.map(({ sha256 }) => sha256),
    partialBytes: async () => {
      const names = (await readdir(folder)).filter((name) => !name.endsWith('.json') && !results.has(name));
      const files = await Promise.all(names.map((name) => readFile(join(folder, name))));
      return files.reduce((sum, { length }) => sum + length, 0);
    },
    intercept: (next) => {
      intercept = next;
    },
    restart: async () => {
      await stop();
      tus = createTus();
      server = await listen(port);
    },
  };
}

const areaLinks = [
  { rel: 'get_profiles', href: '/api/v3/appstore/profiles', method: 'GET' },
  { rel: 'create_profile', href: '/api/v3/appstore/profiles', method: 'POST' },
  { rel: 'create_resumable_upload', href: '/files', method: 'POST' },
];

function profileOf(id: number, sha256: string, fileSize: number) {
  const item = {
    ...{ id: 100 + id, profileId: id, orderId: 1, uniqueId: `item-${id}`, customUrl: null, iconUrl: null },
    ...{
      name: 'Shop',
      version: '1.0.0',
      type: 2,
      link: null,
      fileSize,
      sha256,
      enabled: true,
      clickCount: 0,
    },
    ...{ createDateTimeUtc: time, updateDateTimeUtc: time, profile: null },
  };
  return sampleProfile({ id, appUniqueId: `other-${id}`, hasAndroidPlatform: true, items: [item] });
}

function reply(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
}
