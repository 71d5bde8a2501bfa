import { EventEmitter } from 'node:events';
import type { Page } from '@playwright/test';
import type {
  BrowserWindowConstructorOptions,
  ProgressBarOptions,
  Rectangle,
  TitleBarOverlayOptions,
} from 'electron';
import type { WindowEntry } from './control-contract.ts';
import { destroyMembers, isPrevented } from './events.ts';
import type { ImageDouble } from './native-image.ts';
import { type ContentsParts, WebContentsDouble } from './web-contents.ts';
import { WindowState } from './window-state.ts';

/** Parts of the Electron test double that windows use. */
export type WindowHost = {
  readonly windows: Set<BrowserWindowDouble>;
  isReady(): boolean;
  /** Returns the work area of the main screen. */
  workArea(): Rectangle;
  openPage(): Promise<Page>;
  onCall(
    contents: WebContentsDouble,
    ...values: Parameters<ContentsParts['onCall']>
  ): ReturnType<ContentsParts['onCall']>;
  onCreated(window: BrowserWindowDouble): void;
  /** Called when a listener or the page prevented the close. */
  onStayed(): void;
  onAllClosed(): void;
};

let nextId = 1;

const isWayland = process.env['ELECTRON_DOUBLE_WAYLAND'] !== undefined;

export class BrowserWindowDouble extends EventEmitter {
  readonly id = nextId++;
  readonly webContents: WebContentsDouble;
  readonly minimizable = true;
  readonly #options: BrowserWindowConstructorOptions;
  readonly #host: WindowHost;
  readonly #state = new WindowState(this);
  #visible: boolean;
  #focused = false;
  #destroyed = false;
  #bounds: Rectangle = { x: 0, y: 0, width: 0, height: 0 };
  #progress: WindowEntry['progress'] = null;
  #overlay: WindowEntry['overlay'] = null;

  constructor(options: BrowserWindowConstructorOptions, host: WindowHost) {
    super();
    if (!host.isReady()) throw new Error('Cannot create BrowserWindow before app is ready');
    this.#options = options;
    this.#host = host;
    this.#visible = options.show ?? true;
    const { width = 800, height = 600 } = options;
    this.setSize(width, height);
    const { x, y } = { ...this.#middle(this.#bounds), ...positionIn(options) };
    this.setBounds({ x, y });
    const contents: WebContentsDouble = new WebContentsDouble(this.id, {
      openPage: () => this.#openPage(),
      preferences: options.webPreferences ?? {},
      onClosed: () => this.destroy(),
      onCall: (...values) => host.onCall(contents, ...values),
    });
    this.webContents = contents;
    host.windows.add(this);
    this.webContents.once('did-finish-load', () => this.emit('ready-to-show', {}));
    host.onCreated(this);
  }

  async #openPage(): Promise<Page> {
    const page = await this.#host.openPage();
    const { width, height } = this.#bounds;
    await page.setViewportSize({ width, height });
    return page;
  }

  setTitleBarOverlay(_overlay: TitleBarOverlayOptions): void {
    if (!this.#options.titleBarOverlay) throw new TypeError('Titlebar overlay is not enabled');
  }

  loadURL(address: string): Promise<void> {
    return this.webContents.loadURL(address);
  }

  show(): void {
    this.#visible = true;
    this.#state.leave('minimized');
    this.focus();
    this.emit('show', {});
  }

  hide(): void {
    this.#visible = false;
    this.#focused = false;
    this.emit('hide', {});
  }

  focus(): void {
    for (const other of this.#host.windows) other.#focused = false;
    this.#focused = true;
  }

  /** A hidden window also becomes visible in the taskbar. */
  minimize(): void {
    this.#visible = true;
    this.#focused = false;
    this.#state.become('minimized');
  }

  restore(): void {
    this.#state.leave('minimized');
  }

  maximize(): void {
    this.#state.become('maximized');
    if (!this.#visible) this.show();
  }

  unmaximize(): void {
    if (this.#state.is('maximized')) this.#state.become('normal');
  }

  setFullScreen(on: boolean): void {
    if (on) this.#state.become('full-screen');
    else this.#state.leave('full-screen');
  }

  isFullScreen(): boolean {
    return this.#state.is('full-screen');
  }

  isMaximized(): boolean {
    return this.#state.is('maximized');
  }

  isMinimized(): boolean {
    return this.#state.is('minimized');
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
    const fills = this.isMaximized() || this.isFullScreen();
    return fills ? { ...this.#host.workArea() } : this.getNormalBounds();
  }

  /** Wayland does not report window positions. */
  getNormalBounds(): Rectangle {
    return { ...this.#bounds, ...(isWayland ? { x: 0, y: 0 } : {}) };
  }

  /** Rounds the bounds and applies the minimum size. */
  setBounds(bounds: Partial<Rectangle>): void {
    const { x, y, width, height } = { ...this.#bounds, ...bounds };
    const { minWidth = 0, minHeight = 0 } = this.#options;
    this.#bounds = {
      x: Math.round(x),
      y: Math.round(y),
      width: Math.max(Math.round(width), minWidth),
      height: Math.max(Math.round(height), minHeight),
    };
  }

  setSize(width: number, height: number): void {
    this.setBounds({ width, height });
  }

  center(): void {
    this.setBounds(this.#middle(this.#bounds));
  }

  #middle({ width, height }: Pick<Rectangle, 'width' | 'height'>): Pick<Rectangle, 'x' | 'y'> {
    const area = this.#host.workArea();
    return {
      x: area.x + Math.round((area.width - width) / 2),
      y: area.y + Math.round((area.height - height) / 2),
    };
  }

  setProgressBar(value: number, options?: ProgressBarOptions): void {
    this.#progress = value < 0 ? null : { value, mode: options?.mode ?? 'normal' };
  }

  /** Sets the overlay icon of the taskbar button (Windows). */
  setOverlayIcon(image: ImageDouble | null, description: string): void {
    this.#overlay = image === null ? null : { image: image.name, description };
  }

  /** Closes the window as a user does. A listener or the page can prevent it. */
  close(): void {
    if (isPrevented((event) => this.emit('close', event))) {
      this.#host.onStayed();
      return;
    }
    void this.webContents.mayUnload().then((may) => {
      if (this.#destroyed) return;
      if (may) this.destroy();
      else this.#host.onStayed();
    });
  }

  destroy(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    this.#host.windows.delete(this);
    // Ignores errors, because the page may already be destroyed.
    this.webContents.destroy().catch(() => undefined);
    destroyMembers(this, ['isDestroyed', 'destroy']);
    this.emit('closed', {});
    if (this.#host.windows.size === 0) this.#host.onAllClosed();
  }

  entry(): WindowEntry {
    return {
      id: this.id,
      url: this.webContents.getURL(),
      title: this.#options.title ?? '',
      visible: this.#visible,
      focused: this.#focused,
      minimized: this.isMinimized(),
      maximized: this.isMaximized(),
      bounds: this.getBounds(),
      progress: this.#progress,
      overlay: this.#overlay,
      webPreferences: this.#options.webPreferences ?? {},
    };
  }
}

function positionIn({ x, y }: BrowserWindowConstructorOptions): Partial<Pick<Rectangle, 'x' | 'y'>> {
  return { ...(x === undefined ? {} : { x }), ...(y === undefined ? {} : { y }) };
}
