/** Tokens of the built-in service for programs. */
import type { AccessTokens } from '../../service/service.ts';
import type { Changing } from './change-feed.ts';

/** Throws as `AccessTokens` does. */
export type AccessTokenAdministration = {
  readonly accessTokens: AccessTokens['list'];
  readonly addAccessToken: AccessTokens['add'];
  readonly revokeAccessToken: AccessTokens['revoke'];
};

export function accessTokenAdministration(
  tokens: () => AccessTokens,
  changing: Changing,
): AccessTokenAdministration {
  return {
    accessTokens: async () => tokens().list(),
    addAccessToken: (token) => changing('sign-ins', () => tokens().add(token)),
    revokeAccessToken: (nameOrId) => changing('sign-ins', () => tokens().revoke(nameOrId)),
  };
}
