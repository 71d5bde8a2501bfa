/** Serves the built page as `app://slipway/…`: only files in the page's folder, with security headers. */
import { readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import type { CustomScheme } from 'electron';
import { systemCode } from '../../base/errors.ts';
import type { Log } from '../../base/log/log.ts';
import { contentSecurityPolicy, pageContentTypes } from '../../base/page-files.ts';
import { withPageLocale } from '../../messages/page-locale.ts';

export const pageScheme = 'app';
export const pageHost = 'slipway';
export const pageUrl = `${pageScheme}://${pageHost}/`;

/** Must be registered before Electron is ready. */
export const pageSchemes: CustomScheme[] = [
  {
    scheme: pageScheme,
    privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
  },
];

export const pagePolicy = contentSecurityPolicy();

const pageHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': pagePolicy,
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), usb=(), serial=(), hid=()',
  'Cache-Control': 'no-cache',
};

/** Returns the file at a page address; null for another host, folder or file type. */
export function pageFile(folder: string, address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol, host, pathname } = new URL(address);
  if (protocol !== `${pageScheme}:` || host !== pageHost) return null;
  const parts = decodedParts(pathname);
  if (parts === null) return null;
  const path = join(folder, ...(parts.length === 0 ? ['index.html'] : parts));
  if (!path.startsWith(`${folder}${sep}`)) return null;
  return Object.hasOwn(pageContentTypes, extname(path)) ? path : null;
}

/** Decodes the segments of a path; null unless all are plain file names. */
function decodedParts(pathname: string): readonly string[] | null {
  try {
    const parts = pathname.split('/').slice(1).map(decodeURIComponent);
    if (parts.at(-1) === '') parts.pop();
    return parts.every((part) => /^[\w][\w.-]*$/.test(part)) ? parts : null;
  } catch {
    return null;
  }
}

/** Serves the files of the page and writes `locale` into its HTML. Never throws. */
export function servePage(
  folder: string,
  log: Log,
  locale: () => string,
): (request: Request) => Promise<Response> {
  const refuse = (status: number, text: string): Response =>
    new Response(text, { status, headers: { ...pageHeaders, 'Content-Type': 'text/plain; charset=utf-8' } });
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return refuse(405, 'Only GET and HEAD are supported.');
    const path = pageFile(folder, request.url);
    if (path === null) {
      log.warn('Rejected a request for an address outside the page', { url: request.url });
      return refuse(404, 'There is no such file.');
    }
    try {
      const file = await readFile(path);
      const body = extname(path) === '.html' ? withPageLocale(locale(), file.toString('utf8')) : file;
      const type = pageContentTypes[extname(path)] ?? 'application/octet-stream';
      return new Response(request.method === 'HEAD' ? null : body, {
        headers: { ...pageHeaders, 'Content-Type': type },
      });
    } catch (error) {
      const missing = systemCode(error) === 'ENOENT' || systemCode(error) === 'EISDIR';
      log.warn('Could not read a file of the page', { path, error });
      return refuse(missing ? 404 : 500, 'This file of the page could not be read.');
    }
  };
}
