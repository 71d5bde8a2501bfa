import type { X509Certificate } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { renderSVG } from 'uqr';
import { systemCode } from '../../base/errors.ts';
import { type Translator, translatorFor } from '../../messages/translator.ts';
import { serviceErrors } from '../errors.ts';
import { escapeText } from '../install/escape.ts';
import { page, pageSecurity } from '../install/layout.ts';
import type { Authority } from './authority.ts';
import { commonName, fingerprintOf } from './certificates.ts';

export type AuthorityPage = { readonly url: string; stop(): Promise<void> };

const certificatePath = '/slipway-authority.crt';
const timeoutMs = 30_000;

/**
 * Serves the page from which phones install the authority. Uses plain HTTP, because they do not trust it yet.
 * `linkHost` is the host in the page's URL. Throws `service/listen`.
 */
export async function serveAuthorityPage(options: {
  readonly authority: Authority;
  readonly host: string;
  readonly linkHost: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly serviceUrl: string;
}): Promise<AuthorityPage> {
  const { authority, host, port, serviceUrl } = options;
  let url = '';
  const limits = { headersTimeout: timeoutMs, requestTimeout: timeoutMs, maxHeaderSize: 16_384 };
  const server = createServer(limits, ({ method = '', url: path, headers }, response) => {
    response.setHeader('connection', 'close');
    if (path !== '/' && path !== certificatePath) return response.writeHead(404).end();
    if (method !== 'GET' && method !== 'HEAD') return response.writeHead(405, { allow: 'GET, HEAD' }).end();
    response.setHeaders(new Headers(pageSecurity));
    if (path === certificatePath) {
      const type = { 'content-type': 'application/x-x509-ca-cert' };
      return response.writeHead(200, type).end(authority.root().raw);
    }
    const html = authorityPage(
      authority.root(),
      { url, serviceUrl },
      translatorFor(headers['accept-language']),
    );
    return response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
  });
  server.maxConnections = 64;
  server.setTimeout(timeoutMs);
  url = `http://${options.linkHost}:${await listen(server, host, port)}`;
  return {
    url,
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const reason = systemCode(error) ?? error.message;
      reject(serviceErrors.listen({ host, port, reason }, { cause: error, field: 'host' }));
    });
    server.listen({ host, port }, () => resolve((server.address() as AddressInfo).port));
  });
}

function authorityPage(
  root: X509Certificate,
  addresses: { readonly url: string; readonly serviceUrl: string },
  translator: Translator,
): string {
  const { translate } = translator;
  const name = commonName(root);
  const steps = (title: string, all: readonly string[]): string =>
    `<h2>${escapeText(title)}</h2><div class="note"><ol>${all.map((step) => `<li>${escapeText(step)}</li>`).join('')}</ol></div>`;
  const row = (title: string, value: string): string =>
    `<tr><th scope="row">${escapeText(title)}</th><td>${value}</td></tr>`;
  const body = [
    `<h1>${escapeText(translate('authority/title'))}</h1>`,
    `<p>${escapeText(translate('authority/about'))}</p>`,
    '<table>',
    row(translate('authority/name'), escapeText(name)),
    row(translate('authority/fingerprint'), `<code dir="ltr">${fingerprintOf(root)}</code>`),
    '</table>',
    `<p class="soft">${escapeText(translate('authority/compare'))}</p>`,
    `<a class="go" href="${certificatePath}">${escapeText(translate('authority/download'))}</a>`,
    steps(translate('authority/apple'), [
      translate('authority/appleDownload'),
      translate('authority/appleInstall', { name }),
      translate('authority/appleTrust', { name }),
    ]),
    steps(translate('authority/android'), [
      translate('authority/androidDownload'),
      translate('authority/androidInstall'),
    ]),
    `<a class="plain" href="${escapeText(addresses.serviceUrl)}">${escapeText(translate('authority/open'))}</a>`,
    // QR readers need a quiet zone of four modules.
    `<figure><div class="qr" role="img" aria-label="${escapeText(translate('install/code'))}">${renderSVG(addresses.url, { border: 4 })}</div><figcaption class="soft">${escapeText(translate('install/scan'))}</figcaption></figure>`,
  ];
  return page(translator, translate('authority/title'), body.join(''));
}
