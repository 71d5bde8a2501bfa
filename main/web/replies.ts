import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Outcome, toFailure } from '../core.ts';
import type { Speaker } from '../languages/speaker.ts';
import { webErrors } from './errors.ts';

/** Nothing is allowed but what the page needs. Icons of builds come as `data:` images. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Set on every answer, whatever it is. */
export function setSecurityHeaders(response: ServerResponse): void {
  response.setHeader('Content-Security-Policy', contentSecurityPolicy);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Referrer-Policy', 'no-referrer');
  response.setHeader('X-Frame-Options', 'DENY');
  response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
  response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
  response.setHeader('Cache-Control', 'no-store');
}

const statuses: Readonly<Record<string, number>> = {
  'web/foreignHost': 421,
  'web/foreignOrigin': 403,
  'web/sessionNeeded': 401,
  'web/linkRefused': 401,
  'web/notFound': 404,
  'web/wrongMethod': 405,
  'web/wrongType': 415,
  'web/notJson': 400,
  'web/tooLarge': 413,
  'web/lengthNeeded': 411,
  'web/noSpace': 507,
  'web/cutOff': 400,
};

export function sendOutcome(response: ServerResponse, outcome: Outcome<unknown>): void {
  const body = JSON.stringify(outcome);
  response.writeHead(outcome.ok ? 200 : (statuses[outcome.code] ?? 200), {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}

/** A failure as an answer. The rest of the request may be unread, so the connection is not used again. */
export function sendRefusal(response: ServerResponse, error: unknown, speaker: Speaker): void {
  response.setHeader('Connection', 'close');
  sendOutcome(response, speaker.told({ ok: false, ...toFailure(error) }));
}

/** The JSON value of a request. Throws `web/wrongType`, `web/tooLarge`, `web/notJson`. */
export async function readJson(request: IncomingMessage, limit: number): Promise<unknown> {
  const type = (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw webErrors.wrongType({ expected: 'application/json' });
  if (Number(request.headers['content-length'] ?? 0) > limit) throw webErrors.tooLarge({ limit });
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > limit) throw webErrors.tooLarge({ limit });
    parts.push(part);
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8'));
  } catch (cause) {
    throw webErrors.notJson({}, { cause });
  }
}
