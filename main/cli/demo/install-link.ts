/** Downloads a build as a tester's phone does: mailed link, install page, file. */
import { createHash } from 'node:crypto';
import { Agent, fetch, type Response } from 'undici';
import type { ServiceTrust } from '../../service/tls/service-trust.ts';
import { demoErrors } from './errors.ts';

export type Downloaded = {
  readonly url: string;
  readonly bytes: number;
  /** Hex. */
  readonly sha256: string;
};

/** `trust`: null for the system's certificates. Throws `demo/linkAnswer` or `demo/noDownload`. */
export async function downloadThroughLink(
  link: string,
  signal: AbortSignal,
  trust: ServiceTrust | null = null,
): Promise<Downloaded> {
  const connect = trust && {
    ca: trust.certificates,
    ...(trust.serverName && { servername: trust.serverName }),
  };
  const dispatcher = new Agent(connect ? { connect } : {});
  const get = (url: string, what: string): Promise<Response> => fetchOk(url, { signal, dispatcher }, what);
  try {
    const page = await get(link, 'The install page');
    const html = await page.text();
    const file = downloadAddress(html, page.url);
    if (file === null) throw demoErrors.noDownload({ url: link });
    const response = await get(file, 'The download');
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const part of response.body ?? []) {
      hash.update(part);
      bytes += part.length;
    }
    return { url: file, bytes, sha256: hash.digest('hex') };
  } finally {
    await dispatcher.destroy();
  }
}

/** Returns the address of the page's link with class `download`; null if there is none. */
export function downloadAddress(html: string, pageUrl: string): string | null {
  for (const [, attributes = ''] of html.matchAll(/<a\b([^<>]*)>/gi)) {
    const classes = attribute(attributes, /\bclass="([^"]*)"/i)?.split(/\s+/) ?? [];
    const address = attribute(attributes, /\bhref="([^"]*)"/i);
    if (address !== null && classes.includes('download') && URL.canParse(address, pageUrl)) {
      return new URL(address, pageUrl).href;
    }
  }
  return null;
}

function attribute(attributes: string, pattern: RegExp): string | null {
  const value = pattern.exec(attributes)?.[1];
  return value?.replaceAll(/&(?:amp|#38);/g, '&') ?? null;
}

async function fetchOk(
  url: string,
  options: { readonly signal: AbortSignal; readonly dispatcher: Agent },
  what: string,
): Promise<Response> {
  const response = await fetch(url, options);
  if (!response.ok) {
    const status = `${response.status} ${response.statusText}`.trim();
    throw demoErrors.linkAnswer({ what, url, status });
  }
  return response;
}
