/** Denies downloads and client certificates, which Chromium otherwise handles without Slipway. */
import type { App, Session } from 'electron';
import type { Log } from '../../base/log/log.ts';
import { isOwnAddress } from './guards.ts';

/** Denies downloads except `blob:` files that Slipway's page created. */
export function refuseDownloads(session: Session, log: Log): void {
  session.on('will-download', (event, item) => {
    const url = item.getURL();
    if (url.startsWith('blob:') && isOwnAddress(url.slice('blob:'.length))) return;
    event.preventDefault();
    log.warn('Denied a download', { url: url.slice(0, 200) });
  });
}

export function refuseClientCertificates(app: App, log: Log): void {
  app.on('select-client-certificate', (event, _contents, url, _certificates, choose) => {
    // By default Electron sends the first certificate in the system's store.
    event.preventDefault();
    choose();
    log.warn('Denied access to a client certificate', { url });
  });
}
