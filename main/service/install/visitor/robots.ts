/** Distinguishes testers from programs that fetch links, such as previews and scanners. */
import type { IncomingHttpHeaders } from 'node:http';

/** Robots by `User-Agent`. Old Internet Explorer also contains `compatible;`. Cubot is a phone brand. */
const robots =
  /(?<!\bcu)bot(\b|_)|crawl|spider|slurp|preview|scan|unfurl|facebookexternal|facebookcatalog|meta-external|whatsapp\/|skypeuri|slack-img|embedly|proofpoint|mimecast|barracuda|symantec|trendmicro|virustotal|safelinks|googleimageproxy|microsoft office|headlesschrome|phantomjs|lighthouse|\bcompatible; (?!MSIE)/i;

/** Start of every browser's `User-Agent`; tools such as curl lack it. */
const browser = /^Mozilla\/5\.0 \(/;

/** Returns false for prefetches, robots and tools such as curl. Most fake browsers omit `Accept-Language`. */
export function isUserRequest(headers: IncomingHttpHeaders): boolean {
  const { 'user-agent': agent = '', 'accept-language': languages = '*' } = headers;
  return browser.test(agent) && languages !== '*' && !isRobot(headers);
}

/** True for previews, scans and prefetches (`Sec-Purpose` and its predecessors). */
export function isRobot(headers: IncomingHttpHeaders): boolean {
  const purposes = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].map((name) =>
    String(headers[name] ?? ''),
  );
  return (
    robots.test(headers['user-agent'] ?? '') ||
    purposes.some((purpose) => /\b(prefetch|prerender|preview)\b/i.test(purpose))
  );
}
