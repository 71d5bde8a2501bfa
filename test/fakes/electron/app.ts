import { EventEmitter } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { AboutPanelOptionsOptions, App, RelaunchOptions } from 'electron';
import { lockInstance } from './instance-lock.ts';
import type { Recordings } from './recordings.ts';

export type Cancellable = { defaultPrevented: boolean; preventDefault(): void };

export function cancellable<Fields extends object>(fields: Fields): Fields & Cancellable {
  const event = {
    ...fields,
    defaultPrevented: false,
    preventDefault: () => {
      event.defaultPrevented = true;
    },
  };
  return event;
}

type Ending = {
  /** False when a window refused to close. */
  closeWindows(): boolean;
  /** Ends Chromium. */
  release(): Promise<void>;
};

const manifest = createRequire(import.meta.url)('../../../package.json') as {
  readonly name: string;
  readonly version: string;
  readonly productName?: string;
  readonly desktopName?: string;
};

/** Start, end and places of the application. `prepare` runs before it is ready. */
export class AppDouble extends EventEmitter {
  /** As Electron's start takes it from package.json: lib/browser/init.ts. */
  name = (manifest.productName ?? manifest.name).trim();
  desktopName = manifest.desktopName ?? `${this.name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.desktop`;
  readonly isPackaged = !('defaultApp' in process);
  readonly commandLine = {
    hasSwitch: (name: string) =>
      process.argv.some((word) => word === `--${name}` || word.startsWith(`--${name}=`)),
    getSwitchValue: (name: string) =>
      process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3) ?? '',
  };
  readonly #recordings: Recordings;
  readonly #prepare: () => Promise<void>;
  readonly #ending: Ending;
  readonly #paths = new Map<string, string>();
  #ready: Promise<void> | null = null;
  #isReady = false;
  #ended = false;
  #releaseLock: (() => void) | null = null;

  constructor(recordings: Recordings, prepare: () => Promise<void>, ending: Ending) {
    super();
    this.#recordings = recordings;
    this.#prepare = prepare;
    this.#ending = ending;
  }

  /** As GLib has it on Linux: from the environment, the most wanted first. */
  getPreferredSystemLanguages(): string[] {
    const { LANGUAGE = '', LC_ALL, LC_MESSAGES, LANG = 'C' } = process.env;
    const names = [...LANGUAGE.split(':'), LC_ALL || LC_MESSAGES || LANG];
    return names
      .map((name) => name.replace(/[.@].*$/, '').replaceAll('_', '-'))
      .filter((name) => name !== '' && name !== 'C' && name !== 'POSIX');
  }

  whenReady(): Promise<void> {
    this.#ready ??= this.#begin().then(() => {
      this.#isReady = true;
      // `ELECTRON_DOUBLE_LAUNCH_INFO`: a notification of macOS started the application.
      this.emit('ready', {}, JSON.parse(process.env['ELECTRON_DOUBLE_LAUNCH_INFO'] ?? '{}'));
    });
    return this.#ready;
  }

  /** `ELECTRON_DOUBLE_OPEN_FILE`: macOS says what the application was opened with before it is ready. */
  #begin(): Promise<void> {
    const opened = process.env['ELECTRON_DOUBLE_OPEN_FILE'];
    if (opened !== undefined) this.emit('open-file', cancellable({}), opened);
    return this.#prepare();
  }

  isReady(): boolean {
    return this.#isReady;
  }

  getVersion(): string {
    return manifest.version;
  }

  getName(): string {
    return this.name;
  }

  setName(name: string): void {
    this.name = name;
  }

  getPath(name: Parameters<App['getPath']>[0]): string {
    const path = this.#paths.get(name) ?? this.#defaultPath(name);
    mkdirSync(path, { recursive: true });
    return path;
  }

  setPath(name: string, path: string): void {
    this.#paths.set(name, path);
  }

  #defaultPath(name: string): string {
    if (name === 'userData') {
      return this.commandLine.getSwitchValue('user-data-dir') || join(this.getPath('appData'), this.name);
    }
    if (name === 'sessionData') return this.getPath('userData');
    if (name === 'crashDumps') return join(this.getPath('userData'), 'Crashpad');
    if (name === 'logs') return join(this.getPath('userData'), 'logs');
    if (name === 'appData') return process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config');
    throw new Error(`The double knows no path “${name}”`);
  }

  setAppUserModelId(_id: string): void {}

  setDesktopName(name: string): void {
    if (this.#isReady) throw new Error('app.setDesktopName() must be called before app is ready');
    this.desktopName = name;
  }

  setAsDefaultProtocolClient(_protocol: string): boolean {
    return true;
  }

  setBadgeCount(count?: number): boolean {
    this.#recordings.badgeCount = count ?? 0;
    return true;
  }

  addRecentDocument(path: string): void {
    this.#recordings.recentDocuments = [path, ...this.#recordings.recentDocuments];
  }

  clearRecentDocuments(): void {
    this.#recordings.recentDocuments = [];
  }

  setAboutPanelOptions(options: AboutPanelOptionsOptions): void {
    this.#recordings.aboutPanel = options;
  }

  requestSingleInstanceLock(): boolean {
    this.#releaseLock ??= lockInstance(this.getPath('userData'), ({ argv, folder }) =>
      this.emit('second-instance', {}, argv, folder, null),
    );
    return this.#releaseLock !== null;
  }

  releaseSingleInstanceLock(): void {
    if (this.#releaseLock) process.stderr.write('The lock of the application is released\n');
    this.#releaseLock?.();
    this.#releaseLock = null;
  }

  relaunch(options: RelaunchOptions = {}): void {
    process.stderr.write(`The double is asked to start again: ${JSON.stringify(options)}\n`);
  }

  quit(): void {
    if (this.#ended || this.#emitCancellable('before-quit')) return;
    if (!this.#ending.closeWindows()) return;
    if (this.#emitCancellable('will-quit')) return;
    this.exit(0);
  }

  exit(code = 0): void {
    if (this.#ended) return;
    this.#ended = true;
    this.emit('quit', {}, code);
    this.#ending.release().then(
      () => process.exit(code),
      (error: unknown) => {
        process.stderr.write(`Chromium did not end: ${String(error)}\n`);
        process.exit(code || 1);
      },
    );
  }

  #emitCancellable(name: string): boolean {
    const event = cancellable({});
    this.emit(name, event);
    return event.defaultPrevented;
  }
}
