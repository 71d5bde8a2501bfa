/** Restricts the window to Slipway's page: no navigation, new windows, permissions or embedded pages. */
import type { App, Session, WebContents } from 'electron';
import type { Log } from '../../base/log/log.ts';
import { pageHost, pageScheme } from './protocol.ts';

export type SenderFrame = { readonly url: string; readonly parent: unknown };

/** Returns true only for the top frame of Slipway's page. */
export function isOwnPage(frame: SenderFrame | null): boolean {
  return frame !== null && frame.parent === null && isOwnAddress(frame.url);
}

export function isOwnAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, host, username, password } = new URL(address);
  return protocol === `${pageScheme}:` && host === pageHost && username === '' && password === '';
}

/** Must be called before the first window is created. */
export function guardContents(app: App, log: Log): void {
  app.on('web-contents-created', (_event, contents) => guardOne(contents, log));
}

function guardOne(contents: WebContents, log: Log): void {
  const deny =
    (what: string) =>
    (event: { preventDefault(): void; url?: string }): void => {
      event.preventDefault();
      log.warn(`Denied ${what}`, { url: event.url ?? null });
    };
  contents.on('will-navigate', deny('a navigation'));
  contents.on('will-frame-navigate', deny('a navigation of a frame'));
  contents.on('will-redirect', deny('a redirect'));
  contents.on('will-attach-webview', deny('an embedded page'));
  contents.setWindowOpenHandler(({ url }) => {
    log.warn('Denied a new window', { url });
    return { action: 'deny' };
  });
}

/** Denies all permissions; the page needs none. */
export function denyPermissions(session: Session, log: Log): void {
  session.setPermissionRequestHandler((_contents, permission, answer) => {
    log.warn('Denied a permission', { permission });
    answer(false);
  });
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
}
