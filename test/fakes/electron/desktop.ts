/** Tray, notifications, dialogs and the other parts of the desktop: each records what it was told. */
import { createCipheriv, createDecipheriv, createHash, randomBytes, randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type {
  Clipboard,
  Dialog,
  Display,
  NativeTheme,
  NotificationConstructorOptions,
  PowerSaveBlocker,
  SafeStorage,
  Screen,
  Shell,
} from 'electron';
import type { MenuDouble } from './menu.ts';
import type { Recordings } from './recordings.ts';

export type ImageDouble = { readonly path: string; isEmpty(): boolean };

export const nativeImage = {
  createFromPath: (path: string): ImageDouble => ({ path, isEmpty: () => !existsSync(path) }),
};

export function trayClass(recordings: Recordings) {
  return class Tray extends EventEmitter {
    image: string;
    toolTip = '';
    menu: MenuDouble | null = null;

    constructor(image: ImageDouble) {
      super();
      this.image = nameOf(image);
      recordings.trays.add(this);
    }

    setImage(image: ImageDouble): void {
      this.image = nameOf(image);
    }

    setToolTip(text: string): void {
      this.toolTip = text;
    }

    setContextMenu(menu: MenuDouble | null): void {
      this.menu = menu;
    }

    destroy(): void {
      recordings.trays.delete(this);
    }
  };
}

/** An image that is not there shows nothing on a real desktop, so here it is an error. */
function nameOf(image: ImageDouble): string {
  if (image.isEmpty()) throw new Error(`There is no image ${image.path}`);
  return basename(image.path);
}

export function notificationClass(recordings: Recordings) {
  return class Notification extends EventEmitter {
    readonly id: string;
    readonly title: string;
    readonly body: string;
    readonly toastXml: string;
    readonly actions: readonly string[];
    state: 'made' | 'shown' | 'closed' = 'made';

    static isSupported(): boolean {
      return true;
    }

    constructor(options: NotificationConstructorOptions = {}) {
      super();
      this.id = options.id || randomUUID();
      this.toastXml = options.toastXml ?? '';
      this.title = options.title ?? '';
      this.body = options.body ?? '';
      this.actions = (options.actions ?? []).map(({ text = '' }) => text);
      recordings.notifications.push(this);
    }

    show(): void {
      this.state = 'shown';
      this.emit('show');
    }

    close(): void {
      if (this.state !== 'shown') return;
      this.state = 'closed';
      this.emit('close');
    }
  };
}

export function dialogDouble(recordings: Recordings) {
  const ask = (kind: string, values: readonly unknown[], standard: unknown): unknown => {
    recordings.dialogs.push({ kind, options: plain(values.at(-1)) });
    return recordings.dialogAnswers.shift() ?? standard;
  };
  const dialog = {
    showOpenDialog: async (...values: unknown[]) =>
      ask('open', values, { canceled: true, filePaths: [] }) as Awaited<ReturnType<Dialog['showOpenDialog']>>,
    showMessageBox: async (...values: unknown[]) =>
      ask('message', values, { response: 0, checkboxChecked: false }) as Awaited<
        ReturnType<Dialog['showMessageBox']>
      >,
    showErrorBox: (title: string, content: string) => {
      recordings.dialogs.push({ kind: 'error', options: { title, content } });
      process.stderr.write(`${title}: ${content}\n`);
    },
  } satisfies Pick<Dialog, 'showOpenDialog' | 'showMessageBox' | 'showErrorBox'>;
  return dialog;
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

export function shellDouble(recordings: Recordings) {
  return {
    openExternal: async (url) => {
      recordings.openedLinks.push(url);
    },
    showItemInFolder: (path) => {
      recordings.shownPaths.push(path);
    },
    openPath: async (path) => {
      recordings.shownPaths.push(path);
      return '';
    },
  } satisfies Pick<Shell, 'openExternal' | 'openPath' | 'showItemInFolder'>;
}

export function clipboardDouble(recordings: Recordings) {
  return {
    writeText: async (text: string) => {
      recordings.clipboard = text;
    },
  } satisfies Pick<Clipboard, 'writeText'>;
}

/**
 * As on Linux: whatever the keyring does, encryption is said to be there; without one that answers it is done with a key
 * that is the same everywhere, and the bytes begin with another tag. `ELECTRON_DOUBLE_KEYRING`: `none` or `locked`.
 */
export function safeStorageDouble(folder: () => string, isReady: () => boolean) {
  const keyring = process.env['ELECTRON_DOUBLE_KEYRING'] ?? 'open';
  const keys = new Map([['v10', 'the same everywhere']]);
  const key = (tag: string): Buffer =>
    createHash('sha256')
      .update(keys.get(tag) ?? `electron-double ${folder()}`)
      .digest();
  const beReady = (): void => {
    if (!isReady()) throw new Error('safeStorage cannot be used before app is ready');
  };
  return {
    isAsyncEncryptionAvailable: async () => isReady(),
    encryptStringAsync: async (text) => {
      beReady();
      const tag = keyring === 'open' ? 'v11' : 'v10';
      const start = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key(tag), start);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.from(tag), start, cipher.getAuthTag(), body]);
    },
    decryptStringAsync: async (bytes) => {
      beReady();
      if (bytes.length === 0) return { result: '', shouldReEncrypt: false };
      const tag = bytes.toString('latin1', 0, 3);
      if (tag === 'v11' && keyring === 'locked') {
        throw new Error('safeStorage.decryptStringAsync is temporarily unavailable. Please try again.');
      }
      try {
        const cipher = createDecipheriv('aes-256-gcm', key(tag), bytes.subarray(3, 15));
        cipher.setAuthTag(bytes.subarray(15, 31));
        const result = Buffer.concat([cipher.update(bytes.subarray(31)), cipher.final()]).toString('utf8');
        return { result, shouldReEncrypt: tag === 'v10' && keyring === 'open' };
      } catch {
        throw new Error('Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.');
      }
    },
  } satisfies Pick<SafeStorage, 'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync'>;
}

export function nativeThemeDouble() {
  return { themeSource: 'system', shouldUseDarkColors: false } as Pick<
    NativeTheme,
    'themeSource' | 'shouldUseDarkColors'
  >;
}

export function screenDouble(recordings: Recordings) {
  const displays = (): ReturnType<Screen['getAllDisplays']> =>
    recordings.workAreas.map((workArea, id) => ({ id, workArea }) as Display);
  return {
    getAllDisplays: displays,
    getPrimaryDisplay: () => {
      const [main] = displays();
      if (!main) throw new Error('There is no screen');
      return main;
    },
  } satisfies Pick<Screen, 'getAllDisplays' | 'getPrimaryDisplay'>;
}

export function powerSaveBlockerDouble(recordings: Recordings) {
  let last = 0;
  return {
    start: () => {
      last += 1;
      recordings.wakeful.add(last);
      return last;
    },
    stop: (id) => recordings.wakeful.delete(id),
  } satisfies Pick<PowerSaveBlocker, 'start' | 'stop'>;
}
