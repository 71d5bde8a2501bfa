import { EventEmitter } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { App } from 'electron';
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

/** Start, end and places of the application. `prepare` runs before it is ready. */
export class AppDouble extends EventEmitter {
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
      this.emit('ready', {}, {});
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
    const manifest = createRequire(import.meta.url)('../../../package.json') as { version: string };
    return manifest.version;
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
    const data = this.commandLine.getSwitchValue('user-data-dir') || join(homedir(), '.config', 'slipway');
    if (name === 'userData') return this.#paths.get('userData') ?? data;
    if (name === 'logs') return join(this.getPath('userData'), 'logs');
    if (name === 'appData') return join(homedir(), '.config');
    throw new Error(`The double knows no path “${name}”`);
  }

  enableSandbox(): void {
    if (this.#isReady) throw new Error('app.enableSandbox() can only be called before app is ready');
    this.#recordings.sandboxed = true;
  }

  setAppUserModelId(_id: string): void {}

  setDesktopName(_name: string): void {
    if (this.#isReady) throw new Error('app.setDesktopName() must be called before app is ready');
  }

  setAsDefaultProtocolClient(_protocol: string): boolean {
    return true;
  }

  setBadgeCount(count?: number): boolean {
    this.#recordings.badgeCount = count ?? 0;
    return true;
  }

  requestSingleInstanceLock(): boolean {
    return lockInstance(this.getPath('userData'), ({ argv, folder }) =>
      this.emit('second-instance', {}, argv, folder, null),
    );
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
