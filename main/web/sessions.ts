/**
 * Three secrets of 256 random bits. The page exchanges the link token, in the URL fragment that browsers do
 * not send, for an HttpOnly cookie and a secret for a header. Both are needed: browsers send cookies of
 * 127.0.0.1 to all its ports, so another program could replay the cookie.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '../base/clock.ts';
import { createRateLimiter } from '../base/rate-limiter.ts';

export const linkLifetimeMs = 60 * 60_000;

const maxLinks = 16;
const maxSessions = 64;
const maxPages = 64;

export const pageHeader = 'x-slipway-page';

export type Credentials = Pick<IncomingHttpHeaders, 'cookie'> & { readonly [pageHeader]?: unknown };

export type OpenedSession = {
  readonly pageSecret: string;
  /** A `Set-Cookie` value; null if the browser's cookie already belongs to a live session. */
  readonly cookie: string | null;
};

export type Sessions = {
  newToken(): string;
  /** Returns null if the token is unknown, used or expired. */
  exchange(token: string, cookieHeader: string | undefined): OpenedSession | null;
  /** True if a request has a live session's cookie and the secret of one of the session's pages. */
  accepts(headers: Credentials): boolean;
  /** Returns the seconds until another attempt is allowed; 0 if it is allowed now. */
  waitSeconds(): number;
  closeAll(): void;
};

type Session = { readonly cookie: Buffer; readonly pages: Buffer[] };

export function createSessions(clock: Clock, port: () => number): Sessions {
  const links: { readonly digest: Buffer; readonly expires: number }[] = [];
  const sessions: Session[] = [];
  const limiter = createRateLimiter(clock);
  // Cookies are shared by all ports, so each server needs its own name.
  const cookieName = (): string => `slipway-${port()}`;
  /** A program on another port can set cookies with this name for other paths, so all values are tried. */
  const sessionOf = (cookieHeader: string | undefined): Session | undefined => {
    const digests = sessions.map(({ cookie }) => cookie);
    const found = cookieValues(cookieHeader, cookieName()).map((value) => indexOf(digests, value));
    return sessions[found.find((index) => index >= 0) ?? -1];
  };
  const newSession = (): { readonly session: Session; readonly cookie: string } => {
    const value = randomSecret();
    const session: Session = { cookie: digest(value), pages: [] };
    pushBounded(sessions, session, maxSessions);
    return { session, cookie: `${cookieName()}=${value}; Path=/bridge; HttpOnly; SameSite=Strict` };
  };
  return {
    newToken: () => {
      const token = randomSecret();
      pushBounded(links, { digest: digest(token), expires: clock.monotonic() + linkLifetimeMs }, maxLinks);
      return token;
    },
    exchange: (token, cookieHeader) => {
      const at = indexOf(
        links.map((link) => link.digest),
        token,
      );
      const link = at < 0 ? undefined : links.splice(at, 1)[0];
      if (!link || clock.monotonic() >= link.expires) {
        limiter.failed(token);
        return null;
      }
      limiter.succeeded();
      const live = sessionOf(cookieHeader);
      const { session, cookie } = live ? { session: live, cookie: null } : newSession();
      const pageSecret = randomSecret();
      pushBounded(session.pages, digest(pageSecret), maxPages);
      return { pageSecret, cookie };
    },
    accepts: (headers) => {
      const secret = headers[pageHeader];
      const session = sessionOf(headers.cookie);
      if (session !== undefined && typeof secret === 'string' && indexOf(session.pages, secret) >= 0) {
        limiter.succeeded();
        return true;
      }
      limiter.failed(`${cookieValues(headers.cookie, cookieName()).join()} ${String(secret)}`);
      return false;
    },
    waitSeconds: limiter.waitSeconds,
    closeAll: () => {
      links.length = 0;
      sessions.length = 0;
    },
  };
}

function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Appends an entry and evicts the oldest entry if the list exceeds `limit`. */
function pushBounded<Entry>(list: Entry[], entry: Entry, limit: number): void {
  list.push(entry);
  if (list.length > limit) list.shift();
}

/** Compares every digest in constant time, so that timing reveals nothing about the secrets. */
function indexOf(digests: readonly Buffer[], secret: string): number {
  const wanted = digest(secret);
  let found = -1;
  for (const [index, known] of digests.entries()) if (timingSafeEqual(known, wanted)) found = index;
  return found;
}

function digest(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

function cookieValues(header: string | undefined, name: string): readonly string[] {
  return (header ?? '')
    .split(';')
    .map((pair) => pair.trim().split('=', 2))
    .flatMap(([key, value]) => (key === name && value ? [value] : []));
}
