import { EventEmitter } from 'node:events';
import type { Session } from 'electron';
import { cancellable } from './events.ts';

type RequestHandler = Parameters<Session['setPermissionRequestHandler']>[0];
type CheckHandler = Parameters<Session['setPermissionCheckHandler']>[0];
type DeviceHandler = Parameters<Session['setDevicePermissionHandler']>[0];

/** Test double of `session`. Grants permissions unless a handler denies them. Tests set the system proxy. */
export class SessionDouble extends EventEmitter {
  /** Proxy in the format of a PAC script: `PROXY host:port; DIRECT`. */
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

  /** Returns false if a listener prevented a download. */
  allowsDownload(url: string, contents: unknown): boolean {
    const event = cancellable({});
    this.emit('will-download', event, { getURL: () => url }, contents);
    return !event.defaultPrevented;
  }

  /** Passes a page's permission request to the handler. Grants it if there is no handler. */
  asks(contents: unknown, permission: string, url: string): Promise<boolean> {
    const details = { requestingUrl: url, isMainFrame: true };
    return new Promise((resolve) => {
      if (this.#request) this.#request(contents as never, permission as never, resolve, details as never);
      else resolve(true);
    });
  }

  /** Passes a page's permission check to the handler. Returns true if there is no handler. */
  checks(contents: unknown, permission: string, url: string): boolean {
    const origin = URL.canParse(url) ? new URL(url).origin : '';
    const details = { requestingUrl: url, isMainFrame: true };
    return this.#check?.(contents as never, permission as never, origin, details as never) ?? true;
  }

  allowsDevice(): boolean {
    return this.#device?.({ deviceType: 'usb' } as never) ?? true;
  }
}

/** Requests a client certificate; the first one is used unless a listener prevents the default. */
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

/** Returns the default session, and one cached session per partition. */
export function sessionsDouble() {
  const partitions = new Map<string, SessionDouble>();
  return {
    defaultSession: new SessionDouble(),
    fromPartition: (name: string): SessionDouble => {
      const session = partitions.get(name) ?? new SessionDouble();
      partitions.set(name, session);
      return session;
    },
  };
}
