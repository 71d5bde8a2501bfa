/**
 * Three secrets of 256 random bits each stand between a page and the bridge. A link token travels once, in the URL
 * fragment, which browsers never send to a server or another page. The page exchanges it for a cookie no script can
 * read, and for a secret that only the page has and sends as a header. Both are needed: browsers send a cookie of
 * 127.0.0.1 to every port of it, so whichever program listens on another one can read and replay it.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '../base/clock.ts';
import { createGuessLimiter } from '../base/guess-limiter.ts';

/** A link that was not opened within an hour is dead. */
export const linkLifetimeMs = 60 * 60_000;

const openLinks = 16;
const openSessions = 64;
const openPages = 64;

/** The header that carries the secret of a page. */
export const pageHeader = 'x-slipway-page';

/** What of a request shows who asks. */
export type Credentials = Pick<IncomingHttpHeaders, 'cookie'> & { readonly [pageHeader]?: unknown };

/** What a page gets for its link. */
export type Opened = {
  readonly pageSecret: string;
  /** A `Set-Cookie` value; null when the browser has the cookie of a live session already, which the page then joins. */
  readonly cookie: string | null;
};

export type Sessions = {
  /** A new link token, to be used once. */
  newToken(): string;
  /** What a token opens, or null when it is unknown, used or expired. */
  exchange(token: string, cookieHeader: string | undefined): Opened | null;
  /** Whether a request carries the cookie of a live session and the secret of a page of that session. */
  accepts(headers: Credentials): boolean;
  /** Seconds until a secret is compared again after too many wrong ones; 0 if now. */
  waitSeconds(): number;
  closeAll(): void;
};

type Session = { readonly cookie: Buffer; readonly pages: Buffer[] };

/** `port` is the one the host listens on. */
export function createSessions(clock: Clock, port: () => number): Sessions {
  const links: { readonly digest: Buffer; readonly expires: number }[] = [];
  const sessions: Session[] = [];
  const guesses = createGuessLimiter(clock);
  // Cookies ignore ports: two hosts on one computer would overwrite each other's.
  const cookieName = (): string => `slipway-${port()}`;
  /** A program on another port can set cookies of the same name for other paths; they are tried too and open nothing. */
  const sessionOf = (cookieHeader: string | undefined): Session | undefined => {
    const known = sessions.map(({ cookie }) => cookie);
    const found = cookieValues(cookieHeader, cookieName()).map((value) => indexOf(known, value));
    return sessions[found.find((index) => index >= 0) ?? -1];
  };
  const newSession = (): { readonly session: Session; readonly cookie: string } => {
    const value = randomSecret();
    const session: Session = { cookie: digest(value), pages: [] };
    push(sessions, session, openSessions);
    return { session, cookie: `${cookieName()}=${value}; Path=/bridge; HttpOnly; SameSite=Strict` };
  };
  return {
    newToken: () => {
      const token = randomSecret();
      push(links, { digest: digest(token), expires: clock.monotonic() + linkLifetimeMs }, openLinks);
      return token;
    },
    exchange: (token, cookieHeader) => {
      const at = indexOf(
        links.map((link) => link.digest),
        token,
      );
      const link = at < 0 ? undefined : links.splice(at, 1)[0];
      if (!link || clock.monotonic() >= link.expires) {
        guesses.failed(token);
        return null;
      }
      guesses.succeeded();
      const live = sessionOf(cookieHeader);
      const { session, cookie } = live ? { session: live, cookie: null } : newSession();
      const pageSecret = randomSecret();
      push(session.pages, digest(pageSecret), openPages);
      return { pageSecret, cookie };
    },
    accepts: (headers) => {
      const secret = headers[pageHeader];
      const session = sessionOf(headers.cookie);
      if (session !== undefined && typeof secret === 'string' && indexOf(session.pages, secret) >= 0) {
        guesses.succeeded();
        return true;
      }
      guesses.failed(`${cookieValues(headers.cookie, cookieName()).join()} ${String(secret)}`);
      return false;
    },
    waitSeconds: guesses.waitSeconds,
    closeAll: () => {
      links.length = 0;
      sessions.length = 0;
    },
  };
}

function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** The oldest of more than `most` is dropped. */
function push<Entry>(list: Entry[], entry: Entry, most: number): void {
  list.push(entry);
  if (list.length > most) list.shift();
}

/** Every entry is compared, and each in constant time, so that time tells nothing about how near a guess was. */
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
