import { EventEmitter } from 'node:events';
import type { Page } from '@playwright/test';
import type { BrowserWindowConstructorOptions, ProgressBarOptions, Rectangle } from 'electron';
import { cancellable } from './app.ts';
import type { WindowEntry } from './control-contract.ts';
import { WebContentsDouble } from './web-contents.ts';

/** What windows need of the rest of the double. */
export type WindowSurroundings = {
  readonly windows: Set<BrowserWindowDouble>;
  isReady(): boolean;
  /** Of the main screen. */
  workArea(): Rectangle;
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
  #fullScreen = false;
  #destroyed = false;
  #bounds: Rectangle;
  #progress: WindowEntry['progress'] = null;

  constructor(options: BrowserWindowConstructorOptions, surroundings: WindowSurroundings) {
    super();
    if (!surroundings.isReady()) throw new Error('Cannot create BrowserWindow before app is ready');
    this.#options = options;
    this.#surroundings = surroundings;
    this.#visible = options.show ?? true;
    const { width = 800, height = 600 } = options;
    this.#bounds = { ...this.#middle({ width, height }), width, height };
    this.#bounds = { ...this.#bounds, x: options.x ?? this.#bounds.x, y: options.y ?? this.#bounds.y };
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

  /** A hidden window is shown by it. */
  maximize(): void {
    this.#maximized = true;
    if (!this.#visible) this.show();
  }

  unmaximize(): void {
    this.#maximized = false;
  }

  setFullScreen(on: boolean): void {
    this.#fullScreen = on;
    setImmediate(() => this.emit(on ? 'enter-full-screen' : 'leave-full-screen'));
  }

  isFullScreen(): boolean {
    return this.#fullScreen;
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
    return { ...this.#bounds };
  }

  getNormalBounds(): Rectangle {
    return this.getBounds();
  }

  setBounds(bounds: Partial<Rectangle>): void {
    this.#bounds = { ...this.#bounds, ...bounds };
  }

  setSize(width: number, height: number): void {
    this.setBounds({ width, height });
  }

  center(): void {
    this.setBounds(this.#middle(this.#bounds));
  }

  #middle({ width, height }: Pick<Rectangle, 'width' | 'height'>): Pick<Rectangle, 'x' | 'y'> {
    const area = this.#surroundings.workArea();
    return {
      x: area.x + Math.round((area.width - width) / 2),
      y: area.y + Math.round((area.height - height) / 2),
    };
  }

  setProgressBar(value: number, options?: ProgressBarOptions): void {
    this.#progress = value < 0 ? null : { value, mode: options?.mode ?? 'normal' };
  }

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
      maximized: this.#maximized,
      bounds: this.getBounds(),
      progress: this.#progress,
      webPreferences: this.#options.webPreferences ?? {},
    };
  }
}
