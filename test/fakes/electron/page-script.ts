/** What runs in every page before its own scripts: the preload as shipped, with Electron's renderer side around it. */

/** Name of the function a page calls main with; taken away before anything else runs. */
export const bindingName = '__electronDoubleToMain';

/** Under `Symbol.for(this)` the double and the test reach what the preload's side keeps. */
export const hookName = 'electron-double';

/** Runs in the page. `globalThis[Symbol.for(hookName)]`: `dispatch(channel, values)` and `files`, name → path. */
function electronOfPage(bindingName: string, hookName: string): (name: string) => unknown {
  type ToMain = (
    kind: string,
    channel: string,
    values: unknown,
  ) => Promise<{ value?: unknown; error?: string }>;
  const scope = globalThis as unknown as Record<string | symbol, unknown>;
  const toMain = scope[bindingName] as ToMain;
  delete scope[bindingName];
  const listeners = new Map<string, Set<(event: unknown, ...values: unknown[]) => void>>();
  const files = new Map<string, string>();
  scope[Symbol.for(hookName)] = {
    files,
    dispatch: (channel: string, values: unknown[]) => {
      for (const listener of [...(listeners.get(channel) ?? [])])
        listener({ sender: ipcRenderer }, ...values);
    },
  };
  const ipcRenderer = {
    invoke: async (channel: string, ...values: unknown[]) => {
      const reply = await toMain('invoke', channel, structuredClone(values));
      if (reply.error !== undefined)
        throw new Error(`Error invoking remote method '${channel}': ${reply.error}`);
      return reply.value;
    },
    send: (channel: string, ...values: unknown[]) => void toMain('send', channel, structuredClone(values)),
    on: (channel: string, listener: () => void) => {
      listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener));
      return ipcRenderer;
    },
    off: (channel: string, listener: () => void) => {
      listeners.get(channel)?.delete(listener);
      return ipcRenderer;
    },
  };

  /** As the context bridge does: functions become new functions, plain data is copied and frozen. */
  const across = (value: unknown): unknown => {
    if (typeof value === 'function') {
      return (...values: unknown[]) =>
        across((value as (...values: unknown[]) => unknown)(...values.map(across)));
    }
    if (typeof value !== 'object' || value === null || value instanceof Blob || value instanceof Node)
      return value;
    if (value instanceof Promise) return value.then(across);
    if (Array.isArray(value)) return Object.freeze(value.map(across));
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== Object.prototype && prototype !== null) return structuredClone(value);
    return Object.freeze(Object.fromEntries(Object.entries(value).map(([key, item]) => [key, across(item)])));
  };
  const contextBridge = {
    exposeInMainWorld: (name: string, api: unknown) => {
      if (name in scope)
        throw new Error('Cannot bind an API on top of an existing property on the window object');
      Object.defineProperty(scope, name, { value: across(api), enumerable: true });
    },
  };
  const webUtils = {
    getPathForFile: (file: unknown) => {
      if (!(file instanceof File))
        throw new TypeError('getPathForFile expected to receive a File object but one was not provided');
      return files.get(file.name) ?? '';
    },
  };
  // Chromium itself opens no windows here; main is asked, and the double knows no other answer than to deny.
  const askForWindow = (address: string): null => {
    void toMain('open', new URL(address, location.href).href, []);
    return null;
  };
  scope['open'] = (address: unknown) => askForWindow(String(address ?? 'about:blank'));
  addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[target]') : null;
    if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented || link.target === '_self') return;
    event.preventDefault();
    askForWindow(link.href);
  });
  // With the middle button or a key held a link asks for a tab or window, whatever its target.
  const elsewhere = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    const wanted = event.button === 1 || event.ctrlKey || event.metaKey || event.shiftKey;
    if (!(link instanceof HTMLAnchorElement) || !wanted || event.button > 1 || event.defaultPrevented) return;
    event.preventDefault();
    askForWindow(link.href);
  };
  addEventListener('auxclick', elsewhere);
  addEventListener('click', elsewhere);
  const electron = { contextBridge, ipcRenderer, webUtils };
  return (name) => {
    if (name === 'electron' || name === 'electron/renderer') return electron;
    throw new Error(`module not found: ${name}`);
  };
}

/** The init script for one window's pages. A preload runs in the top frame only. */
export function pageScript(preloadSource: string): string {
  const names = `${JSON.stringify(bindingName)}, ${JSON.stringify(hookName)}`;
  return `if (window === window.top && location.protocol.startsWith('http')) {
  const doubleRequire = (${electronOfPage.toString()})(${names});
  ((require, module, exports) => {
${preloadSource}
  })(doubleRequire, { exports: {} }, {});
}`;
}
