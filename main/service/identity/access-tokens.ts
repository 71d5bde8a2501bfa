import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log/log.ts';
import type { Redactor } from '../../base/log/redact.ts';
import { messageOf } from '../../messages/message.ts';
import { serviceErrors } from '../errors.ts';
import type { AccessToken, CreatedAccessToken } from '../service-view.ts';
import type { AccessTokenStorage } from '../storage/identity-storage.ts';
import { hashToken, randomSecret } from './secrets.ts';

/** Prefix of every access token, so that secret scanners find tokens in code and logs. */
export const tokenPrefix = 'slw_';

export type NewAccessToken = Pick<AccessToken, 'name' | 'apps' | 'scopes' | 'quota' | 'expiresAt'>;

export type AccessTokens = {
  /** Oldest first. Includes revoked and expired tokens. */
  list(): Promise<readonly AccessToken[]>;
  /** Throws `service/badName`, or `service/taken` if an unrevoked token has this name. */
  add(token: NewAccessToken): Promise<CreatedAccessToken>;
  /** Throws `service/noPerson` unless an unrevoked token has this name or id. */
  revoke(nameOrId: string): Promise<AccessToken>;
};

export function createAccessTokens(
  storage: AccessTokenStorage,
  { clock, redactor, log }: { readonly clock: Clock; readonly redactor: Redactor; readonly log: Log },
): AccessTokens {
  return {
    list: () => storage.list(),
    add: async (given) => {
      const what = messageOf('record/accessToken');
      if (!/^[^\p{Cc}]{1,200}$/u.test(given.name) || given.name !== given.name.trim())
        throw serviceErrors.badName({ what });
      const token = tokenPrefix + randomSecret();
      redactor.add(token);
      const made = await storage.add({ ...given, tokenHash: hashToken(token), createdAt: clock.now() });
      if (!made) throw serviceErrors.taken({ what, name: given.name });
      log.info('Access token added', { id: made.id, name: made.name });
      return { ...made, token };
    },
    revoke: async (nameOrId) => {
      const live = (await storage.list()).filter(({ revokedAt }) => revokedAt === null);
      const found =
        live.find(({ name }) => name === nameOrId) ?? live.find(({ id }) => String(id) === nameOrId);
      const revokedAt = clock.now();
      if (!found || !(await storage.revoke(found.id, revokedAt)))
        throw serviceErrors.noPerson({ what: messageOf('record/accessToken'), id: nameOrId });
      log.info('Access token revoked', { id: found.id, name: found.name });
      return { ...found, revokedAt };
    },
  };
}
