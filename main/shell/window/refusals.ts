/** What a page could make Chromium do without asking Slipway: save files, and show a certificate of the person's. */
import type { App, Session } from 'electron';
import type { Log } from '../../base/log/log.ts';
import { isOwnAddress } from './guards.ts';

/** All but what Slipway's own page made itself: a list a person saves as a file. */
export function refuseDownloads(session: Session, log: Log): void {
  session.on('will-download', (event, item) => {
    const url = item.getURL();
    if (url.startsWith('blob:') && isOwnAddress(url.slice('blob:'.length))) return;
    event.preventDefault();
    log.warn('A download was denied', { url: url.slice(0, 200) });
  });
}

export function refuseClientCertificates(app: App, log: Log): void {
  app.on('select-client-certificate', (event, _contents, url, _certificates, choose) => {
    // Otherwise the first one of the system's store would be shown.
    event.preventDefault();
    choose();
    log.warn('A certificate of the person’s was asked for and denied', { url });
  });
}
