import { createHmac } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { serviceErrors } from '../../errors.ts';
import { clientAddress } from '../../http/client-address.ts';
import { checkPassword, safeEqual } from '../../identity/secrets.ts';
import { createSignInLimiter } from '../../identity/sign-in-limiter.ts';
import type { ServiceContext } from '../../service-context.ts';
import type { StaticUser, StoreProfileRecord } from '../../storage/records.ts';
import { installPath, passParameter } from '../addresses.ts';

/** Lifetime of a pass and of the cookie. */
const lifetimeMs = 24 * 60 * 60_000;

/** Signed in the cookie instead of a link token, because the cookie is valid for all links of a profile. */
const cookieSubject = 'profile';

export type ProfileAccess = {
  /**
   * Accepts the name and password, or the cookie that they set; if passes are `accepted`, also a pass for
   * this link. Throws `service/credentials` with a challenge, or `service/rateLimited` after several wrong
   * guesses.
   */
  check(
    profile: StoreProfileRecord,
    link: { readonly token: string; readonly passes: 'accepted' | 'refused' },
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void>;
  /**
   * Returns a pass for one link, valid for a day; null if the profile has no password. Installers send the
   * pass instead of the password, because they do not prompt for one.
   */
  pass(profile: StoreProfileRecord, token: string): string | null;
};

export function createProfileAccess({
  storage,
  clock,
  proxyHops,
  address,
}: Pick<ServiceContext, 'storage' | 'clock' | 'proxyHops' | 'address'>): ProfileAccess {
  const guard = createSignInLimiter(storage.identity, clock, 'page');
  const sign = (profile: StoreProfileRecord, user: StaticUser, subject: string, until: number): string => {
    // A new name or password invalidates every pass and cookie.
    const key = `${profile.linkToken} ${user.userName} ${user.passwordHash}`;
    return `${until}-${createHmac('sha256', key).update(`${until} ${subject}`).digest('base64url')}`;
  };
  const isSigned = (
    profile: StoreProfileRecord,
    user: StaticUser,
    subject: string,
    given: unknown,
  ): boolean => {
    if (typeof given !== 'string') return false;
    const until = Number(/^\d{1,15}(?=-)/.exec(given)?.[0] ?? 0);
    return until > clock.now() && safeEqual(given, sign(profile, user, subject, until));
  };
  const cookieFor = (profile: StoreProfileRecord, user: StaticUser): string => {
    const base = new URL(address());
    const value = sign(profile, user, cookieSubject, clock.now() + lifetimeMs);
    const path = base.pathname.replace(/\/$/, '') + installPath;
    const secure = base.protocol === 'https:' ? '; Secure' : '';
    return `${cookieName(profile)}=${value}; Max-Age=${lifetimeMs / 1000}; Path=${path}; HttpOnly; SameSite=Lax${secure}`;
  };
  return {
    check: async (profile, { token, passes }, request, reply) => {
      const { staticUser } = profile;
      if (!staticUser) return;
      const query = request.query as Readonly<Record<string, unknown>>;
      if (passes === 'accepted' && isSigned(profile, staticUser, token, query[passParameter])) return;
      // Checked before the rate limiter, so that guesses do not delay visitors with a cookie.
      if (isSigned(profile, staticUser, cookieSubject, cookieOf(request, profile))) return;
      const given = basicCredentials(request.headers.authorization);
      if (given !== null) {
        const name = String(profile.id);
        const address = clientAddress(request.raw, proxyHops);
        const waitMs = await guard.admit(name, address);
        if (waitMs > 0) throw slowDown(waitMs, reply);
        if (await matches(given, staticUser)) {
          await guard.succeeded(name, address);
          void reply.header('set-cookie', cookieFor(profile, staticUser));
          return;
        }
      }
      void reply.header('www-authenticate', 'Basic realm="Install page", charset="UTF-8"');
      throw serviceErrors.credentials({});
    },
    pass: (profile, token) =>
      profile.staticUser && sign(profile, profile.staticUser, token, clock.now() + lifetimeMs),
  };
}

function cookieName({ id }: StoreProfileRecord): string {
  return `slipway-profile-${id}`;
}

function cookieOf({ headers }: FastifyRequest, profile: StoreProfileRecord): string | undefined {
  const start = `${cookieName(profile)}=`;
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(start))?.slice(start.length);
}

/** Runs in constant time. */
async function matches(given: string, { userName, passwordHash }: StaticUser): Promise<boolean> {
  const colon = given.indexOf(':');
  const nameFits = safeEqual(given.slice(0, Math.max(0, colon)), userName.normalize('NFC'));
  return (await checkPassword(given.slice(colon + 1), passwordHash)) && nameFits;
}

/** Returns `name:password` of an `Authorization` header (RFC 7617); null if there is none. */
function basicCredentials(header: string | undefined): string | null {
  const encoded = /^Basic +(\S+) *$/i.exec(header ?? '')?.[1];
  return encoded === undefined ? null : Buffer.from(encoded, 'base64').toString('utf8').normalize('NFC');
}

function slowDown(waitMs: number, reply: FastifyReply): Error {
  const seconds = Math.ceil(waitMs / 1_000);
  void reply.header('retry-after', seconds);
  return serviceErrors.rateLimited({ seconds });
}
