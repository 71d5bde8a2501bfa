/**
 * Two secrets stand between a page and the bridge. A link token travels once, in the URL fragment, which browsers never
 * send to a server or another page; the page exchanges it for a cookie no script can read. Tokens have 256 random bits.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../core.ts';

/** A link that was not opened within an hour is dead. */
export const linkLifetimeMs = 60 * 60_000;

const openLinks = 16;
const openSessions = 64;

export type Sessions = {
  /** A new link token, to be used once. */
  newToken(): string;
  /** The session a token opens, or null when it is unknown, used or expired. */
  exchange(token: string): string | null;
  /** Whether a `Cookie` header carries a live session. */
  accepts(cookieHeader: string | undefined): boolean;
  /** The `Set-Cookie` value of a session. */
  cookie(session: string): string;
  closeAll(): void;
};

export function createSessions(clock: Clock, port: number): Sessions {
  const links: { readonly digest: Buffer; readonly expires: number }[] = [];
  const sessions: Buffer[] = [];
  // Cookies ignore ports: two hosts on one computer would overwrite each other's.
  const cookieName = `slipway-${port}`;
  return {
    newToken: () => {
      const token = randomBytes(32).toString('base64url');
      links.push({ digest: digest(token), expires: clock.monotonic() + linkLifetimeMs });
      if (links.length > openLinks) links.shift();
      return token;
    },
    exchange: (token) => {
      const at = indexOf(
        links.map((link) => link.digest),
        token,
      );
      const link = at < 0 ? undefined : links.splice(at, 1)[0];
      if (!link || clock.monotonic() >= link.expires) return null;
      const session = randomBytes(32).toString('base64url');
      sessions.push(digest(session));
      if (sessions.length > openSessions) sessions.shift();
      return session;
    },
    accepts: (header) => {
      const session = cookieValue(header, cookieName);
      return session !== null && indexOf(sessions, session) >= 0;
    },
    cookie: (session) => `${cookieName}=${session}; Path=/bridge; HttpOnly; SameSite=Strict`,
    closeAll: () => {
      links.length = 0;
      sessions.length = 0;
    },
  };
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

function cookieValue(header: string | undefined, name: string): string | null {
  for (const pair of (header ?? '').split(';')) {
    const [key, value] = pair.trim().split('=', 2);
    if (key === name && value) return value;
  }
  return null;
}
