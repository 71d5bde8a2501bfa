/**
 * Scripts that run in every page first. The shipped preload runs in an isolated world; the page's world
 * receives the API that it exposes. Both send requests to the main process.
 */

import { type WireCodec, wireCodec } from './wire.ts';
import { openWorldBridge, type WorldBridge } from './world-bridge.ts';
import { worldValues } from './world-values.ts';

/** Name of the preload's world, and of the function that calls the main process. */
export const preloadWorld = 'Electron Isolated Context';
export const bindingName = '__electronDoubleToMain';

/** Key of `Symbol.for` under which the preload's world stores the `PageHook`. */
export const hookName = 'electron-double';

/** `files` maps the names of dropped files to their paths. */
export type PageHook = {
  readonly files: Map<string, string>;
  /** Receives an event or a response from the main process. */
  receive(text: string): void;
};

export type CallKind = 'invoke' | 'send' | 'open' | 'permission' | 'check';
/** A message that the preload's world sends to the main process. */
export type PageMessage = {
  readonly id: number;
  readonly kind: CallKind;
  readonly channel: string;
  readonly values: readonly unknown[];
};
export type MainMessage =
  | { readonly channel: string; readonly values: readonly unknown[] }
  | { readonly id: number; readonly value?: unknown; readonly error?: string };

type PageRequests = {
  open(url: string, frameName: string, features: string): void;
  ask(permission: string): Promise<boolean>;
  check(permission: string): Promise<boolean>;
};

/** Runs in the preload's world. Returns the `electron` module of a sandboxed preload. */
function preloadSide(
  names: { readonly binding: string; readonly hook: string; readonly isolated: boolean },
  { encode, decode }: WireCodec,
  bridge: WorldBridge,
) {
  type Deferred = { resolve(value: unknown): void; reject(error: Error): void };
  type Listener = (event: unknown, ...values: unknown[]) => void;
  const scope = globalThis as unknown as Record<string | symbol, unknown>;
  const toMain = scope[names.binding] as (text: string) => void;
  delete scope[names.binding];
  const listeners = new Map<string, Listener[]>();
  const waiting = new Map<number, Deferred>();
  const files = new Map<string, string>();
  let lastId = 0;
  const sendCall = (kind: CallKind, channel: string, values: readonly unknown[]): number => {
    const id = ++lastId;
    toMain(encode({ id, kind, channel, values } satisfies PageMessage));
    return id;
  };
  const ask = (kind: CallKind, channel: string, values: readonly unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => waiting.set(sendCall(kind, channel, values), { resolve, reject }));
  const hook: PageHook = {
    files,
    receive: (text) => {
      const message = decode(text) as MainMessage;
      if ('channel' in message) {
        const called = [...(listeners.get(message.channel) ?? [])];
        for (const listener of called) listener({ sender: ipcRenderer, ports: [] }, ...message.values);
        return;
      }
      const { resolve, reject } = waiting.get(message.id) ?? {};
      waiting.delete(message.id);
      if (message.error === undefined) resolve?.(message.value);
      else reject?.(new Error(message.error));
    },
  };
  scope[Symbol.for(names.hook)] = hook;

  const ipcRenderer = {
    invoke: async (channel: string, ...values: unknown[]): Promise<unknown> => {
      try {
        return await ask('invoke', channel, values);
      } catch (error) {
        if (error instanceof DOMException) throw new Error('An object could not be cloned.');
        throw new Error(`Error invoking remote method '${channel}': ${(error as Error).message}`);
      }
    },
    send: (channel: string, ...values: unknown[]) => void sendCall('send', channel, values),
    on: (channel: string, listener: Listener) => {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
      return ipcRenderer;
    },
    off: (channel: string, listener: Listener) => {
      listeners.set(
        channel,
        (listeners.get(channel) ?? []).filter((known) => known !== listener),
      );
      return ipcRenderer;
    },
  };
  const contextBridge = {
    exposeInMainWorld: (name: string, api: unknown) => {
      if (!names.isolated)
        throw new Error('contextBridge API can only be used when contextIsolation is enabled');
      bridge.expose(name, api);
    },
  };
  const webUtils = {
    getPathForFile: (file: unknown) => {
      if (!(file instanceof Blob))
        throw new TypeError('getPathForFile expected to receive a File object but one was not provided');
      return file instanceof File ? (files.get(file.name) ?? '') : '';
    },
  };

  const open: PageRequests['open'] = (url, frameName, features) =>
    void sendCall('open', url, [frameName, features]);
  const asking: PageRequests = {
    open,
    ask: async (permission) => (await ask('permission', permission, [])) === true,
    check: async (permission) => (await ask('check', permission, [])) === true,
  };
  bridge.expose('', asking);
  // Clicks that open a window: a link with a target, the middle button, or a modifier key.
  const followLink = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    if (!(link instanceof HTMLAnchorElement) || event.button > 1 || event.defaultPrevented) return;
    const elsewhere = event.button === 1 || event.ctrlKey || event.metaKey || event.shiftKey;
    if (!elsewhere && (link.target === '' || link.target === '_self')) return;
    event.preventDefault();
    open(link.href, link.target.startsWith('_') ? '' : link.target, '');
  };
  addEventListener('click', followLink);
  addEventListener('auxclick', followLink);
  return (name: string): unknown => {
    if (name === 'electron' || name === 'electron/renderer') return { contextBridge, ipcRenderer, webUtils };
    throw new Error(`module not found: ${name}`);
  };
}

/** Runs in the page's world. Sends requests for windows and permissions to the main process. */
function pageSide(secret: string, openBridge: typeof openWorldBridge, makeValues: typeof worldValues): void {
  let asking: PageRequests | null = null;
  openBridge(secret, 'page', makeValues, (name, api) => {
    if (name === '') {
      asking = api as PageRequests;
      return;
    }
    if (Object.hasOwn(globalThis, name))
      throw new Error('Cannot bind an API on top of an existing property on the window object');
    Object.defineProperty(globalThis, name, { value: api, enumerable: true });
  });
  const asks = async (permission: string): Promise<boolean> => (await asking?.ask(permission)) ?? false;
  // The main process receives the request, but the double never opens a window.
  globalThis.open = (url = '', frameName = '', features = '') => {
    asking?.open(
      new URL(String(url) || 'about:blank', location.href).href,
      String(frameName),
      String(features),
    );
    return null;
  };
  const guard = (
    owner: object | undefined,
    method: string,
    permission: string,
    refused: () => unknown,
  ): void => {
    const own = (owner as Record<string, unknown> | undefined)?.[method];
    if (!owner || typeof own !== 'function') return;
    const asked = async (...values: unknown[]): Promise<unknown> => {
      if (await asks(permission)) return own.apply(owner, values);
      return refused();
    };
    Object.defineProperty(owner, method, { value: asked, configurable: true, writable: true });
  };
  const notAllowed = (): never => {
    throw new DOMException('Permission denied', 'NotAllowedError');
  };
  guard(navigator.clipboard, 'readText', 'clipboard-read', notAllowed);
  guard(navigator.clipboard, 'read', 'clipboard-read', notAllowed);
  guard(navigator.mediaDevices, 'getUserMedia', 'media', notAllowed);
  guard(globalThis.Notification, 'requestPermission', 'notifications', () => 'denied');
  for (const method of ['getCurrentPosition', 'watchPosition'] as const) {
    const own = navigator.geolocation?.[method];
    if (!own) continue;
    navigator.geolocation[method] = (found, failed, options) => {
      const refused = { code: 1, message: 'User denied Geolocation', PERMISSION_DENIED: 1 };
      void asks('geolocation').then((allowed) =>
        allowed
          ? own.call(navigator.geolocation, found, failed, options)
          : failed?.(refused as GeolocationPositionError),
      );
      return 0;
    };
  }
  const query = navigator.permissions?.query.bind(navigator.permissions);
  if (query)
    navigator.permissions.query = async (descriptor) => {
      const status = await query(descriptor);
      const allowed = (await asking?.check(descriptor.name)) ?? false;
      if (!allowed) Object.defineProperty(status, 'state', { value: 'denied' });
      return status;
    };
}

const call = (work: (...values: never[]) => unknown, ...values: readonly string[]): string =>
  `(${work.toString()})(${values.join(', ')})`;

/** Excludes the initial empty document, in which Electron runs no preload. */
const onlyPages = "location.protocol.startsWith('http')";

/**
 * Returns the scripts of a page, each with a world; null is the page's own. Preloads run in the top frame.
 */
export function pageScripts(
  secret: string,
  { preload, isolated }: { readonly preload: string; readonly isolated: boolean },
): readonly { readonly source: string; readonly world: string | null }[] {
  const key = JSON.stringify(secret);
  const names = JSON.stringify({ binding: bindingName, hook: hookName, isolated });
  const values = worldValues.toString();
  const bridge = call(openWorldBridge, key, '"preload"', values, '() => undefined');
  const inPage = `if (${onlyPages}) ${call(pageSide, key, openWorldBridge.toString(), values)};`;
  const inPreload = `if (${onlyPages}) {
  const doubleRequire = ${call(preloadSide, names, call(wireCodec), bridge)};
  if (window === window.top) ((require, module, exports) => {
${preload}
  })(doubleRequire, { exports: {} }, {});
}`;
  return [
    { source: inPage, world: null },
    { source: inPreload, world: isolated ? preloadWorld : null },
  ];
}
