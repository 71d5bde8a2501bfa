import { EventEmitter } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { CDPSession, Frame, Page } from '@playwright/test';
import type { WebPreferences, WindowOpenHandlerResponse } from 'electron';
import { fromWeb, toWeb } from './addresses.ts';
import { cancellable } from './app.ts';
import { hookName, pageScript } from './page-script.ts';

export type FrameDouble = {
  readonly url: string;
  readonly origin: string;
  readonly parent: FrameDouble | null;
};

/** A frame as main sees it: addresses of the custom scheme, and the true parent. */
export function frameOf(frame: Frame): FrameDouble {
  const url = fromWeb(frame.url());
  const parent = frame.parentFrame();
  const origin = URL.canParse(url) ? `${new URL(url).protocol}//${new URL(url).host}` : 'null';
  return { url, origin, parent: parent ? frameOf(parent) : null };
}

let failedLoads = Number(process.env['ELECTRON_DOUBLE_FAILED_LOADS'] ?? 0);

const loadErrors: Readonly<Record<string, number>> = { ERR_FAILED: -2, ERR_ABORTED: -3 };

/** As `loadURL` rejects: lib/browser/api/web-contents.ts of Electron. */
function loadError(error: unknown, url: string): Error {
  const code = /ERR_[A-Z_]+/.exec(String(error))?.[0] ?? 'ERR_FAILED';
  const errno = loadErrors[code] ?? -2;
  return Object.assign(new Error(`${code} (${errno}) loading '${url}'`), { errno, code, url });
}

/** One window's page. The page is opened behind the scenes; whatever needs it waits for it. */
export class WebContentsDouble extends EventEmitter {
  readonly id: number;
  readonly #attach: () => Promise<Page>;
  #page: Promise<Page>;
  #opened: Page | null = null;
  #expected: string | null = null;
  #last = '';
  #destroyed = false;
  #devtools: CDPSession | null = null;
  #windowOpenHandler: (details: { url: string }) => WindowOpenHandlerResponse = () => ({ action: 'allow' });

  constructor(id: number, openPage: () => Promise<Page>, preferences: WebPreferences, closed: () => void) {
    super();
    this.id = id;
    this.#attach = async () => {
      const page = await openPage();
      if (preferences.preload)
        await page.addInitScript(pageScript(await readFile(preferences.preload, 'utf8')));
      page.on('download', (download) => this.emit('double-download', download));
      page.on('close', () => {
        if (this.#opened === page) closed();
      });
      page.on('crash', () => {
        // A crashed page of Playwright's does nothing any more; the next load is made by another one.
        this.#opened = null;
        this.#page = page.close().then(this.#attach);
        this.#page.catch(() => undefined);
        this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });
      });
      this.#opened = page;
      return page;
    };
    this.#page = this.#attach();
    this.#page.catch(() => undefined);
  }

  async crash(): Promise<void> {
    const page = await this.#page;
    const crashed = new Promise((resolve) => void page.once('crash', resolve));
    page.goto('chrome://crash').catch(() => undefined);
    await crashed;
  }

  /** Busy for ever: no input is answered any more. */
  async hang(): Promise<void> {
    const page = await this.#page;
    // Of a busy page nothing could be asked any more.
    this.#devtools = await page.context().newCDPSession(page);
    page
      .evaluate(() => {
        for (;;);
      })
      .catch(() => undefined);
  }

  /** By the browser, for a page that does not listen. */
  forcefullyCrashRenderer(): void {
    this.#crashByForce().catch((error: unknown) =>
      process.stderr.write(`The page was not ended: ${String(error)}\n`),
    );
  }

  async #crashByForce(): Promise<void> {
    const page = await this.#page;
    const devtools = this.#devtools ?? (await page.context().newCDPSession(page));
    this.#devtools = null;
    devtools.send('Page.crash').catch(() => undefined);
  }

  get mainFrame(): FrameDouble {
    return this.#opened ? frameOf(this.#opened.mainFrame()) : { url: '', origin: 'null', parent: null };
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

  async loadURL(address: string): Promise<void> {
    await this.#load(address, (page, url) => page.goto(url));
  }

  /** `ELECTRON_DOUBLE_FAILED_LOADS`: so many loads fail first. */
  async #load(address: string, go: (page: Page, url: string) => Promise<unknown>): Promise<void> {
    const page = await this.#page;
    this.#last = toWeb(address);
    this.#expected = this.#last;
    try {
      if (failedLoads > 0) {
        failedLoads -= 1;
        throw new Error('net::ERR_FAILED');
      }
      await go(page, this.#last);
    } catch (error) {
      throw loadError(error, address);
    }
    this.emit('did-finish-load');
  }

  reload(): void {
    this.#reload().catch((error: unknown) => process.stderr.write(`A reload failed: ${String(error)}\n`));
  }

  /** Going to the same address again would stay in the document where it ends with `#…`. */
  async #reload(): Promise<void> {
    const here = (this.#opened?.url() ?? this.#last).replace(/#.*$/, '');
    await this.#load(fromWeb(here), (page, url) =>
      page.url() === 'about:blank' ? page.goto(url) : page.reload(),
    );
  }

  /** False when a listener prevented it. What `loadURL` asked for is announced to nobody, as in Electron. */
  allowsNavigation(address: string, isMainFrame: boolean): boolean {
    if (isMainFrame && address === this.#expected) {
      this.#expected = null;
      return true;
    }
    const details = { url: fromWeb(address), isMainFrame, isSameDocument: false };
    const all = cancellable(details);
    this.emit('will-frame-navigate', all);
    const top = cancellable(details);
    if (isMainFrame) this.emit('will-navigate', top);
    return !all.defaultPrevented && !top.defaultPrevented;
  }

  setWindowOpenHandler(handler: (details: { url: string }) => WindowOpenHandlerResponse): void {
    this.#windowOpenHandler = handler;
  }

  /** Throws for anything but `deny`: the double opens no further windows. */
  askForWindow(address: string): void {
    const { action } = this.#windowOpenHandler({ url: fromWeb(address) });
    if (action !== 'deny') throw new Error('The double opens no windows for pages');
  }

  /** Lost when the page is not there or does not listen, as in Electron. */
  send(channel: string, ...values: unknown[]): void {
    const message = { hookName, channel, values: structuredClone(values) };
    this.#opened
      ?.evaluate(({ hookName, channel, values }) => {
        const hook = (
          globalThis as unknown as Record<symbol, { dispatch?(channel: string, values: unknown[]): void }>
        )[Symbol.for(hookName)];
        hook?.dispatch?.(channel, values);
      }, message)
      .catch(() => undefined);
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }

  async destroy(): Promise<void> {
    this.#destroyed = true;
    await (await this.#page).close();
  }
}
