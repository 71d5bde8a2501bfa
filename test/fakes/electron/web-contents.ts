import { EventEmitter } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { Frame, Page } from '@playwright/test';
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

/** One window's page. The page is opened behind the scenes; whatever needs it waits for it. */
export class WebContentsDouble extends EventEmitter {
  readonly id: number;
  readonly #page: Promise<Page>;
  #opened: Page | null = null;
  #expected: string | null = null;
  #destroyed = false;
  #windowOpenHandler: (details: { url: string }) => WindowOpenHandlerResponse = () => ({ action: 'allow' });

  constructor(id: number, openPage: () => Promise<Page>, preferences: WebPreferences, closed: () => void) {
    super();
    this.id = id;
    this.#page = openPage().then(async (page) => {
      if (preferences.preload)
        await page.addInitScript(pageScript(await readFile(preferences.preload, 'utf8')));
      page.on('close', closed);
      page.on('crash', () => this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 }));
      this.#opened = page;
      return page;
    });
    this.#page.catch(() => undefined);
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
    const page = await this.#page;
    this.#expected = toWeb(address);
    await page.goto(this.#expected);
    this.emit('did-finish-load');
  }

  reload(): void {
    void this.#reload();
  }

  /** Going to the same address again would stay in the document where it ends with `#…`. */
  async #reload(): Promise<void> {
    const page = await this.#page;
    this.#expected = page.url().replace(/#.*$/, '');
    await page.reload();
    this.emit('did-finish-load');
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
