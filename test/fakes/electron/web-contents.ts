import { EventEmitter } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { WebPreferences, WindowOpenHandlerResponse } from 'electron';
import { fromWeb, toWeb } from './addresses.ts';
import { cancellable, destroyMembers } from './events.ts';
import { type FrameDouble, frameOf } from './frames.ts';
import { codeOf, loadError } from './load-errors.ts';
import { openPageLink, type PageLink, type PageLinkParts } from './page-link.ts';

export type OpenDetails = {
  readonly url: string;
  readonly frameName: string;
  readonly features: string;
  readonly disposition: string;
};

export type ContentsParts = {
  openPage(): Promise<Page>;
  readonly preferences: WebPreferences;
  /** Called when the page closes by itself. */
  onClosed(): void;
  onCall(...values: Parameters<PageLinkParts['onCall']>): ReturnType<PageLinkParts['onCall']>;
};

let failedLoads = Number(process.env['ELECTRON_DOUBLE_FAILED_LOADS'] ?? 0);

const withoutHash = (address: string): string => address.replace(/#.*$/, '');

/** Test double of `webContents`. Its methods wait for the page, which opens asynchronously. */
export class WebContentsDouble extends EventEmitter {
  readonly id: number;
  readonly #parts: ContentsParts;
  #page: Promise<Page>;
  #opened: Page | null = null;
  #link: PageLink | null = null;
  #expected: string | null = null;
  #last = '';
  #interrupt: (code: string, url: string) => void = () => undefined;
  /** Errors that the protocol handler returned, by URL. */
  readonly #failures = new Map<string, string>();
  #destroyed = false;
  #hung = false;
  #windowOpenHandler: ((details: OpenDetails) => WindowOpenHandlerResponse) | null = null;

  constructor(id: number, parts: ContentsParts) {
    super();
    this.id = id;
    this.#parts = parts;
    this.#page = this.#attach();
    this.#page.catch(() => undefined);
  }

  async #attach(): Promise<Page> {
    const { openPage, preferences, onClosed, onCall } = this.#parts;
    const page = await openPage();
    const preload = preferences.preload ? await readFile(preferences.preload, 'utf8') : '';
    this.#link = await openPageLink({
      ...{ page, preload, onCall, isolated: preferences.contextIsolation ?? true },
      allowsRedirect: (url, isMainFrame) => {
        const event = cancellable({ url: fromWeb(url), isMainFrame, isSameDocument: false });
        return !this.emit('will-redirect', event, event.url) || !event.defaultPrevented;
      },
    });
    page.on('download', (download) => this.emit('double-download', download));
    page.on('load', () => {
      if (/^(https?|data):/.test(page.url())) this.emit('did-finish-load', {});
    });
    page.on('close', () => {
      if (this.#opened === page && !this.#destroyed) onClosed();
    });
    page.on('crash', () => {
      // A crashed Playwright page is unusable, so the next load uses a new page.
      this.#opened = null;
      this.#link = null;
      this.#hung = false;
      this.#page = page.close().then(() => this.#attach());
      this.#page.catch(() => undefined);
      this.#interrupt('ERR_FAILED', fromWeb(this.#last));
      this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });
    });
    this.#opened = page;
    return page;
  }

  async crash(): Promise<void> {
    const page = await this.#page;
    const crashed = new Promise((resolve) => void page.once('crash', resolve));
    page.goto('chrome://crash').catch(() => undefined);
    await crashed;
  }

  /** Makes the page unresponsive until it is replaced. */
  async hang(): Promise<void> {
    const page = await this.#page;
    this.#hung = true;
    page
      .evaluate(() => {
        for (;;);
      })
      .catch(() => undefined);
  }

  /** Crashes the page through the browser, because an unresponsive page cannot crash itself. */
  forcefullyCrashRenderer(): void {
    this.#link?.devtools.send('Page.crash').catch(() => undefined);
  }

  get mainFrame(): FrameDouble {
    if (this.#opened) return frameOf(this.#opened.mainFrame());
    return { frameId: 0, url: '', origin: 'null', parent: null } as unknown as FrameDouble;
  }

  isOn(page: Page): boolean {
    return this.#opened === page;
  }

  ready(): Promise<Page> {
    return this.#page;
  }

  getURL(): string {
    return this.mainFrame.url;
  }

  /** Rejects if the load fails or another navigation replaces it. The rejection need not be handled. */
  loadURL(address: string): Promise<void> {
    const loading = this.#load(address, (page, url) => page.goto(url));
    loading.catch(() => undefined);
    return loading;
  }

  async #load(address: string, go: (page: Page, url: string) => Promise<unknown>): Promise<void> {
    this.#interrupt('ERR_ABORTED', address);
    const interrupted = new Promise<never>((_resolve, reject) => {
      this.#interrupt = (code, url) => reject(loadError(code, url));
    });
    this.#last = toWeb(address);
    this.#expected = withoutHash(this.#last);
    await Promise.race([interrupted, this.#go(address, go)]);
  }

  /** Fails the first loads; `ELECTRON_DOUBLE_FAILED_LOADS` is their number. */
  async #go(address: string, go: (page: Page, url: string) => Promise<unknown>): Promise<void> {
    const url = this.#last;
    const page = await this.#page;
    try {
      if (failedLoads > 0) {
        failedLoads -= 1;
        throw new Error('net::ERR_FAILED');
      }
      await go(page, url);
    } catch (error) {
      const failure = loadError(this.#failures.get(withoutHash(url)) ?? codeOf(error), address);
      this.#failures.delete(withoutHash(url));
      if (!this.#destroyed) this.emit('did-fail-load', {}, failure.errno, failure.code, address, true);
      throw failure;
    }
  }

  noteFailure(url: string, code: string): void {
    this.#failures.set(withoutHash(url), code);
  }

  /** Removes the fragment, because navigating to the same URL with a fragment does not reload the page. */
  reload(): void {
    const here = withoutHash(this.#opened?.url() ?? this.#last);
    const address = here === 'about:blank' ? this.#last : here;
    if (address === '') return;
    const go = (page: Page, url: string) => (page.url() === 'about:blank' ? page.goto(url) : page.reload());
    this.#load(fromWeb(address), go).catch((error: unknown) =>
      process.stderr.write(`A reload failed: ${String(error)}\n`),
    );
  }

  /** Returns false if a listener prevented the navigation. As in Electron, `loadURL` emits no event. */
  allowsNavigation(address: string, isMainFrame: boolean): boolean {
    if (isMainFrame && withoutHash(address) === this.#expected) {
      this.#expected = null;
      return true;
    }
    const details = { url: fromWeb(address), isMainFrame, isSameDocument: false };
    const all = cancellable(details);
    this.emit('will-frame-navigate', all);
    if (all.defaultPrevented || !isMainFrame) return !all.defaultPrevented;
    const top = cancellable(details);
    this.emit('will-navigate', top, top.url);
    return !top.defaultPrevented;
  }

  setWindowOpenHandler(handler: (details: OpenDetails) => WindowOpenHandlerResponse): void {
    this.#windowOpenHandler = handler;
  }

  /** Throws unless the handler returns `deny`, because the double cannot open further windows. */
  askForWindow(address: string, frameName: string, features: string): void {
    const url = fromWeb(address);
    const answer = this.#windowOpenHandler?.({ url, frameName, features, disposition: 'new-window' });
    if (answer?.action !== 'deny') throw new Error('The double opens no windows for pages');
  }

  /** Does nothing if the page does not exist or has no listener, as in Electron. */
  send(channel: string, ...values: unknown[]): void {
    if (typeof channel !== 'string') throw new TypeError('Missing required channel argument');
    try {
      this.#link?.send(channel, values);
    } catch (error) {
      process.stderr.write(`Error sending from webFrameMain: ${String(error)}\n`);
    }
  }

  /** Returns false if `beforeunload` of the page prevents the close. */
  async mayUnload(): Promise<boolean> {
    if (!this.#opened || this.#hung) return true;
    const stays = await this.#opened
      .evaluate(() => {
        const event = document.createEvent('BeforeUnloadEvent');
        event.initEvent('beforeunload', false, true);
        return !globalThis.dispatchEvent(event);
      })
      .catch(() => false);
    return !stays;
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }

  async destroy(): Promise<void> {
    if (this.#destroyed) return;
    this.#destroyed = true;
    this.#interrupt('ERR_FAILED', fromWeb(this.#last));
    const page = this.#page;
    destroyMembers(this, ['isDestroyed', 'destroy', 'isOn', 'ready']);
    this.emit('destroyed', {});
    await (await page).close();
  }
}
