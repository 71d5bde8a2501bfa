import { createHmac } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { serviceErrors } from '../../errors.ts';
import { clientAddress } from '../../http/client-address.ts';
import { sameHash } from '../../identity/secrets.ts';
import { createSignInGuard } from '../../identity/sign-in-guard.ts';
import type { ServiceParts } from '../../parts.ts';
import type { StaticUser, StoreProfileRecord } from '../../storage/records.ts';
import { passParameter } from '../addresses.ts';

const passLifeMs = 24 * 60 * 60_000;

/** Who may see what a store profile offers, when it asks for a user name and a password. */
export type ProfileAccess = {
  /**
   * Lets in whoever gives the name and password and, where passes are `accepted`, whoever has one of this link. Throws
   * `service/credentials` with a challenge for the browser, and `service/slowDown` for wrong guesses after a few.
   */
  check(
    profile: StoreProfileRecord,
    link: { readonly token: string; readonly passes: 'accepted' | 'refused' },
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void>;
  /**
   * Stands in for name and password for a day, at one link: the installer of iOS and the download manager of Android
   * fetch by themselves and cannot ask, and a download that was interrupted goes on with the same address. Null when the profile asks for none.
   */
  pass(profile: StoreProfileRecord, token: string): string | null;
};

export function createProfileAccess({
  storage,
  clock,
  proxyHops,
}: Pick<ServiceParts, 'storage' | 'clock' | 'proxyHops'>): ProfileAccess {
  const guard = createSignInGuard(storage.identity, clock, 'page');
  const passUntil = (profile: StoreProfileRecord, user: StaticUser, token: string, until: number): string => {
    // A new name or password ends every pass; the page's own token makes this more than the password.
    const key = `${profile.linkToken} ${user.userName} ${user.password}`;
    return `${until}-${createHmac('sha256', key).update(`${until} ${token}`).digest('base64url')}`;
  };
  const isPass = (profile: StoreProfileRecord, user: StaticUser, token: string, given: unknown): boolean => {
    if (typeof given !== 'string') return false;
    const until = Number(/^\d{1,15}(?=-)/.exec(given)?.[0] ?? 0);
    return until > clock.now() && sameHash(given, passUntil(profile, user, token, until));
  };
  return {
    check: async (profile, { token, passes }, request, reply) => {
      const { staticUser } = profile;
      if (!staticUser) return;
      const query = request.query as Readonly<Record<string, unknown>>;
      if (passes === 'accepted' && isPass(profile, staticUser, token, query[passParameter])) return;
      const given = basicCredentials(request.headers.authorization);
      if (given !== null) {
        const name = String(profile.id);
        const fits = sameHash(given, `${staticUser.userName}:${staticUser.password}`.normalize('NFC'));
        const address = clientAddress(request.raw, proxyHops);
        // Behind a proxy many visitors have one address: who knows the password never waits for those who guess.
        if (fits) return guard.succeeded(name, address);
        const waitMs = await guard.admit(name, address);
        if (waitMs > 0) throw slowDown(waitMs, reply);
      }
      void reply.header('www-authenticate', 'Basic realm="Install page", charset="UTF-8"');
      throw serviceErrors.credentials({});
    },
    pass: (profile, token) =>
      profile.staticUser && passUntil(profile, profile.staticUser, token, clock.now() + passLifeMs),
  };
}

/** `name:password` of an `Authorization` header (RFC 7617); null when it has none. */
function basicCredentials(header: string | undefined): string | null {
  const encoded = /^Basic +(\S+) *$/i.exec(header ?? '')?.[1];
  return encoded === undefined ? null : Buffer.from(encoded, 'base64').toString('utf8').normalize('NFC');
}

function slowDown(waitMs: number, reply: FastifyReply): Error {
  const seconds = Math.ceil(waitMs / 1_000);
  void reply.header('retry-after', seconds);
  return serviceErrors.slowDown({ seconds });
}
