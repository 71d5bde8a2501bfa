/** Whether a person asked for a page, or a program that looks at links before any person. Pure. */
import type { IncomingHttpHeaders } from 'node:http';

/** Link previews, scanners of mail and search engines, by what they write in `User-Agent`. */
const robots =
  /bot\b|bot\/|crawl|spider|slurp|preview|scan|facebookexternal|facebookcatalog|whatsapp\/|skypeuri|slack-img|embedly|proofpoint|mimecast|barracuda|symantec|trendmicro|safelinks|google-safety|googleimageproxy|headlesschrome/i;

/** Programs that people also use to fetch a file, but that open no page for anyone. */
const programs =
  /^(curl|wget|python|go-http|java|okhttp|node|axios|undici|libwww|apache-http|ruby|php|guzzle)/i;

/**
 * False for what a browser fetches ahead of time, for robots and for programs. Scanners that call themselves a browser
 * mostly leave out the languages, which every browser sends.
 */
export function isPerson(headers: IncomingHttpHeaders): boolean {
  const { 'user-agent': agent = '', 'accept-language': languages = '*' } = headers;
  return agent !== '' && languages !== '*' && !programs.test(agent) && !isRobot(headers);
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
