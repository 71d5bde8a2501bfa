import { EventEmitter } from 'node:events';
import type { Route } from '@playwright/test';
import type { Protocol, Session } from 'electron';
import { customScheme, fromWeb } from './addresses.ts';
import { cancellable } from './app.ts';
import type { Recordings } from './recordings.ts';

/** Schemes and their handlers. Answers go to Chromium with the status and headers the handler gave. */
export class ProtocolDouble {
  readonly #handlers = new Map<string, (request: Request) => Response | Promise<Response>>();
  readonly #recordings: Recordings;
  readonly #isReady: () => boolean;

  constructor(recordings: Recordings, isReady: () => boolean) {
    this.#recordings = recordings;
    this.#isReady = isReady;
  }

  registerSchemesAsPrivileged(schemes: Parameters<Protocol['registerSchemesAsPrivileged']>[0]): void {
    if (this.#isReady())
      throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
    this.#recordings.schemes.push(...schemes);
  }

  handle(scheme: string, handler: (request: Request) => Response | Promise<Response>): void {
    if (!this.#isReady()) throw new Error('protocol.handle cannot be used before app is ready');
    if (this.#handlers.has(scheme)) throw new Error(`The scheme ${scheme} has been intercepted`);
    this.#handlers.set(scheme, handler);
  }

  async answer(route: Route): Promise<void> {
    const asked = route.request();
    const handler = this.#handlers.get(customScheme(asked.url())?.scheme ?? '');
    if (!handler) return route.abort('failed');
    const body = asked.postDataBuffer();
    const response = await handler(
      new Request(fromWeb(asked.url()), {
        method: asked.method(),
        headers: asked.headers(),
        ...(body ? { body: new Uint8Array(body) } : {}),
      }),
    );
    await route.fulfill({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: Buffer.from(await response.arrayBuffer()),
    });
  }
}

type RequestHandler = Parameters<Session['setPermissionRequestHandler']>[0];
type CheckHandler = Parameters<Session['setPermissionCheckHandler']>[0];
type DeviceHandler = Parameters<Session['setDevicePermissionHandler']>[0];

/** Permissions as Electron gives them: allowed until a handler says otherwise. The system's proxy is what the test says. */
export class SessionDouble extends EventEmitter {
  /** As a proxy script answers: `PROXY host:port; DIRECT`. */
  systemProxy = 'DIRECT';
  readonly resolvedFor: string[] = [];
  #request: RequestHandler = null;
  #check: CheckHandler = null;
  #device: DeviceHandler = null;

  async resolveProxy(url: string): Promise<string> {
    this.resolvedFor.push(url);
    return this.systemProxy;
  }

  setPermissionRequestHandler(handler: RequestHandler): void {
    this.#request = handler;
  }

  setPermissionCheckHandler(handler: CheckHandler): void {
    this.#check = handler;
  }

  setDevicePermissionHandler(handler: DeviceHandler): void {
    this.#device = handler;
  }

  /** A download of a page: false when a listener prevented it. */
  allowsDownload(url: string, contents: unknown): boolean {
    const event = cancellable({});
    this.emit('will-download', event, { getURL: () => url }, contents);
    return !event.defaultPrevented;
  }

  async ask(permission: string): Promise<{ request: boolean; check: boolean; device: boolean }> {
    const request = await new Promise<boolean>((resolve) => {
      if (this.#request) this.#request(null as never, permission as never, resolve, {} as never);
      else resolve(true);
    });
    return {
      request,
      check: this.#check?.(null, permission as never, '', {} as never) ?? true,
      device: this.#device?.({ deviceType: 'usb' } as never) ?? true,
    };
  }
}

/** What is shown to the server: without an answer of the application the first certificate of the store. */
export function askClientCertificate(app: EventEmitter, url: string): Promise<'first' | 'none'> {
  return new Promise((resolve) => {
    const event = cancellable({});
    const certificates = [{ subjectName: 'a person' }];
    app.emit('select-client-certificate', event, null, url, certificates, (chosen?: unknown) =>
      resolve(chosen === undefined ? 'none' : 'first'),
    );
    if (!event.defaultPrevented) resolve('first');
  });
}
