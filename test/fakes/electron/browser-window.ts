import { EventEmitter } from 'node:events';
import type { Page } from '@playwright/test';
import type { BrowserWindowConstructorOptions, Rectangle } from 'electron';
import { cancellable } from './app.ts';
import type { WindowEntry } from './control-contract.ts';
import { WebContentsDouble } from './web-contents.ts';

/** What windows need of the rest of the double. */
export type WindowSurroundings = {
  readonly windows: Set<BrowserWindowDouble>;
  isReady(): boolean;
  openPage(): Promise<Page>;
  onCreated(window: BrowserWindowDouble): void;
  onAllClosed(): void;
};

let nextId = 1;

export class BrowserWindowDouble extends EventEmitter {
  readonly id = nextId++;
  readonly webContents: WebContentsDouble;
  readonly #options: BrowserWindowConstructorOptions;
  readonly #surroundings: WindowSurroundings;
  #visible: boolean;
  #focused = false;
  #minimized = false;
  #maximized = false;
  #destroyed = false;

  constructor(options: BrowserWindowConstructorOptions, surroundings: WindowSurroundings) {
    super();
    if (!surroundings.isReady()) throw new Error('Cannot create BrowserWindow before app is ready');
    this.#options = options;
    this.#surroundings = surroundings;
    this.#visible = options.show ?? true;
    this.webContents = new WebContentsDouble(
      this.id,
      () => this.#openPage(),
      options.webPreferences ?? {},
      () => this.destroy(),
    );
    surroundings.windows.add(this);
    this.webContents.once('did-finish-load', () => this.emit('ready-to-show'));
    surroundings.onCreated(this);
  }

  async #openPage(): Promise<Page> {
    const page = await this.#surroundings.openPage();
    const { width, height } = this.getBounds();
    await page.setViewportSize({ width, height });
    return page;
  }

  loadURL(address: string): Promise<void> {
    return this.webContents.loadURL(address);
  }

  show(): void {
    this.#visible = true;
    this.#minimized = false;
    this.focus();
    this.emit('show');
  }

  hide(): void {
    this.#visible = false;
    this.#focused = false;
    this.emit('hide');
  }

  focus(): void {
    for (const other of this.#surroundings.windows) other.#focused = false;
    this.#focused = true;
  }

  minimize(): void {
    this.#minimized = true;
    this.#focused = false;
  }

  restore(): void {
    this.#minimized = false;
  }

  maximize(): void {
    this.#maximized = true;
  }

  isMaximized(): boolean {
    return this.#maximized;
  }

  isMinimized(): boolean {
    return this.#minimized;
  }

  isVisible(): boolean {
    return this.#visible;
  }

  isFocused(): boolean {
    return this.#focused;
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }

  getBounds(): Rectangle {
    const { x = 0, y = 0, width = 800, height = 600 } = this.#options;
    return { x, y, width, height };
  }

  getNormalBounds(): Rectangle {
    return this.getBounds();
  }

  setProgressBar(_progress: number): void {}

  /** As the person closes it: a listener may keep it. */
  close(): void {
    const event = cancellable({});
    this.emit('close', event);
    if (!event.defaultPrevented) this.destroy();
  }

  destroy(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    this.#surroundings.windows.delete(this);
    this.webContents.destroy().catch(() => undefined);
    this.emit('closed');
    if (this.#surroundings.windows.size === 0) this.#surroundings.onAllClosed();
  }

  entry(): WindowEntry {
    return {
      id: this.id,
      url: this.webContents.getURL(),
      title: this.#options.title ?? '',
      visible: this.#visible,
      focused: this.#focused,
      minimized: this.#minimized,
      bounds: this.getBounds(),
      webPreferences: this.#options.webPreferences ?? {},
    };
  }
}
