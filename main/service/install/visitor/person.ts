/** Whether a person asked for a page, or a program that looks at links before any person. Pure. */
import type { IncomingHttpHeaders } from 'node:http';

/**
 * Link previews, scanners of mail and search engines, by what they write in `User-Agent`. Those that call themselves
 * compatible with a browser are none, except old Internet Explorers. Phones of Cubot name themselves.
 */
const robots =
  /(?<!\bcu)bot(\b|_)|crawl|spider|slurp|preview|scan|unfurl|facebookexternal|facebookcatalog|meta-external|whatsapp\/|skypeuri|slack-img|embedly|proofpoint|mimecast|barracuda|symantec|trendmicro|virustotal|safelinks|googleimageproxy|microsoft office|headlesschrome|phantomjs|lighthouse|\bcompatible; (?!MSIE)/i;

/** How every browser begins; programs that fetch for a person, such as curl, do not. */
const browser = /^Mozilla\/5\.0 \(/;

/**
 * False for what a browser fetches ahead of time, for robots and for programs. Scanners that call themselves a browser
 * mostly leave out the languages, which every browser sends.
 */
export function isPerson(headers: IncomingHttpHeaders): boolean {
  const { 'user-agent': agent = '', 'accept-language': languages = '*' } = headers;
  return browser.test(agent) && languages !== '*' && !isRobot(headers);
}

/** Whether nobody asked: a preview, a scan, or a browser ahead of time (`Sec-Purpose`, and what was used before it). */
export function isRobot(headers: IncomingHttpHeaders): boolean {
  const purposes = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].map((name) =>
    String(headers[name] ?? ''),
  );
  return (
    robots.test(headers['user-agent'] ?? '') ||
    purposes.some((purpose) => /\b(prefetch|prerender|preview)\b/i.test(purpose))
  );
}
