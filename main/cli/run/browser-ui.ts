/** Browser UI of a command. Loads the web front end only when used. */
import { createInterface } from 'node:readline';
import type { Log } from '../../base/log/log.ts';
import type { Core } from '../../core.ts';
import { rendererDir } from '../paths.ts';
import type { Context } from './context.ts';

export type BrowserUi = { readonly url: string; stop(): Promise<void> };

/**
 * Serves the page on loopback. On a terminal, Enter prints a new link, because each link works once. `open`:
 * opens the default browser.
 */
export async function startBrowserUi(
  context: Context,
  parts: { readonly core: Core; readonly log: Log },
  options: { readonly port?: number; readonly reason?: string; readonly open?: boolean },
): Promise<BrowserUi> {
  const { startWeb } = await import('../../web/web.ts');
  const { port, reason } = options;
  const web = await startWeb({
    ...parts,
    rendererDir: rendererDir(),
    ...(port === undefined ? {} : { port }),
    ...(reason === undefined ? {} : { reason }),
  });
  const opened = options.open ? await openInBrowser(web.newLink(), parts.core.dataDir) : null;
  const keys = process.stdin.isTTY ? createInterface({ input: process.stdin, terminal: false }) : null;
  keys?.on('line', () => context.terminal.print(web.newLink()));
  return {
    url: web.url,
    stop: async () => {
      keys?.close();
      await opened?.remove();
      await web.stop();
    },
  };
}

async function openInBrowser(link: string, folder: string): Promise<{ remove(): Promise<void> }> {
  const { openLinkPrivately } = await import('../../web/open-external.ts');
  return openLinkPrivately(link, folder);
}
