/** Exposes `window.slipway` and nothing else. Runs sandboxed, so it may hold only types of the contract. */
import { contextBridge, ipcRenderer, webUtils } from 'electron';
import type { channels as Channels } from './contract.ts';
import type { Bridge } from './page.ts';

/** Written out again because importing the contract would bring its schemas along; the compiler keeps them equal. */
const channels: typeof Channels = {
  call: 'slipway:call',
  event: 'slipway:event',
  file: 'slipway:file',
};

type Listener = (value: never) => void;

const listeners = new Map<string, Set<Listener>>();

/** The place asked for before the page listened; told as soon as it does. Other events only repeat what can be read. */
let placeAskedFor: unknown = null;

ipcRenderer.on(channels.event, (_event, name: string, value: unknown) => {
  const known = listeners.get(name);
  if (name === 'app.show' && !known?.size) placeAskedFor = value;
  for (const listener of [...(known ?? [])]) listener(value as never);
});

const bridge: Bridge = {
  call: (name, values) => ipcRenderer.invoke(channels.call, name, values),
  on: (name, listener) => {
    const known = listeners.get(name) ?? new Set();
    listeners.set(name, known);
    known.add(listener);
    if (name === 'app.show' && placeAskedFor !== null) {
      const value = placeAskedFor as never;
      placeAskedFor = null;
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
