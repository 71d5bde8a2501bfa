import { EventEmitter } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { AboutPanelOptionsOptions, App, RelaunchOptions, Settings } from 'electron';
import { lockInstance } from './instance-lock.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { Recordings } from './recordings.ts';

const manifest = createRequire(import.meta.url)('../../../package.json') as {
  readonly name: string;
  readonly version: string;
  readonly productName?: string;
  readonly desktopName?: string;
};

/** Test double of `app`: name, paths, lock and desktop integration. */
export class AppDouble extends EventEmitter {
  /** Name from package.json, as in Electron's lib/browser/init.ts. */
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
  readonly #paths = new Map<string, string>();
  #lifecycle: Lifecycle | null = null;
  #releaseLock: (() => void) | null = null;
  #loginItem = { openAtLogin: false, wasOpenedAtLogin: false, executableWillLaunchAtLogin: false };

  constructor(recordings: Recordings) {
    super();
    this.#recordings = recordings;
  }

  attach(lifecycle: Lifecycle): void {
    this.#lifecycle = lifecycle;
  }

  get #life(): Lifecycle {
    if (!this.#lifecycle) throw new Error('The double has no lifecycle');
    return this.#lifecycle;
  }

  isReady(): boolean {
    return this.#life.isReady();
  }

  whenReady(): Promise<void> {
    return this.#life.whenReady();
  }

  quit(): void {
    this.#life.quit();
  }

  exit(code?: number): void {
    this.#life.exit(code);
  }

  /** Reads the preferred languages from the environment, as GLib does on Linux. */
  getPreferredSystemLanguages(): string[] {
    const { LANGUAGE = '', LC_ALL, LC_MESSAGES, LANG = 'C' } = process.env;
    const names = [...LANGUAGE.split(':'), LC_ALL || LC_MESSAGES || LANG];
    return names
      .map((name) => name.replace(/[.@].*$/, '').replaceAll('_', '-'))
      .filter((name) => name !== '' && name !== 'C' && name !== 'POSIX');
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
    if (!isAbsolute(path)) throw new Error('Path must be absolute');
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
    throw new Error(`The double has no path “${name}”`);
  }

  setAppUserModelId(_id: string): void {}

  setToastActivatorCLSID(_id: string): void {}

  setDesktopName(name: string): void {
    if (this.isReady()) throw new Error('app.setDesktopName() must be called before app is ready');
    this.desktopName = name;
  }

  setAsDefaultProtocolClient(_protocol: string): boolean {
    return true;
  }

  /** Only macOS and Windows have these settings. On Linux, Electron returns the defaults. */
  getLoginItemSettings() {
    return { ...this.#loginItem };
  }

  setLoginItemSettings({ openAtLogin = false }: Settings): void {
    if (process.platform === 'linux') return;
    this.#loginItem = { ...this.#loginItem, openAtLogin, executableWillLaunchAtLogin: openAtLogin };
  }

  isInApplicationsFolder(): boolean {
    return true;
  }

  moveToApplicationsFolder(): boolean {
    return false;
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

  showAboutPanel(): void {
    this.#recordings.dialogs.push({ kind: 'about', options: this.#recordings.aboutPanel });
  }

  /** Returns true if this process has the lock, and then emits `second-instance` for each later start. */
  requestSingleInstanceLock(additionalData?: Record<string, unknown>): boolean {
    this.#releaseLock ??= lockInstance(
      this.getPath('userData'),
      additionalData,
      ({ argv, folder, data }) =>
        void this.whenReady().then(() => this.emit('second-instance', {}, argv, folder, data)),
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
}
