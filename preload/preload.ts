/** Exposes only `window.slipway`. The preload script is sandboxed and imports only types of the contract. */
import { contextBridge, ipcRenderer, webUtils } from 'electron';
import type { channels as Channels } from './contract.ts';
import type { Bridge } from './page.ts';

/** Repeats the contract's channels, because importing them would bundle its schemas. Both must be equal. */
const channels: typeof Channels = {
  call: 'slipway:call',
  event: 'slipway:event',
  file: 'slipway:file',
};

type Listener = (value: never) => void;

const listeners = new Map<string, Set<Listener>>();

/** Requests sent before the page subscribed. Other events are not repeated: calls return the state. */
const pending = new Map<string, unknown>();
const requests: readonly string[] = ['app.openScreen', 'app.command'];

ipcRenderer.on(channels.event, (_event, name: string, value: unknown) => {
  const existing = listeners.get(name);
  if (requests.includes(name) && !existing?.size) pending.set(name, value);
  for (const listener of [...(existing ?? [])]) listener(value as never);
});

const bridge: Bridge = {
  call: (name, values) => ipcRenderer.invoke(channels.call, name, values),
  on: (name, listener) => {
    const known = listeners.get(name) ?? new Set();
    listeners.set(name, known);
    known.add(listener);
    if (pending.has(name)) {
      const value = pending.get(name) as never;
      pending.delete(name);
      queueMicrotask(() => listener(value));
    }
    return () => {
      known.delete(listener);
    };
  },
  pathForFile: async (file) => {
    const path = webUtils.getPathForFile(file);
    if (path !== '') {
      await ipcRenderer.invoke(channels.file, path);
      return { ok: true, value: path };
    }
    return { ok: false, code: 'preload/noPath', message: '', remedy: 'choose-file' };
  },
};

contextBridge.exposeInMainWorld('slipway', bridge);
