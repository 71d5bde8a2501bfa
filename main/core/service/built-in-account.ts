import { messageOf } from '../../messages/message.ts';
import { builtInNames } from '../../service/identity/identity.ts';
import type { FirstUser, Identity, Service } from '../../service/service.ts';
import type { Accounts } from '../../settings/accounts.ts';
import type { Account } from '../../settings/settings-schema.ts';
import { coreErrors } from '../errors.ts';

export const builtInAccountId = 'built-in';

/**
 * Updates the account's URL. Stores and returns new credentials if they are missing or rejected, because
 * another front end may use a different secret store; otherwise returns null.
 */
export async function updateAccount(service: Service, accounts: Accounts): Promise<FirstUser | null> {
  const existing = accounts.all().find((account) => account.id === builtInAccountId);
  const stored =
    existing && (await accounts.hasSecrets(existing.id)) ? await accounts.secrets(existing.id) : null;
  if (existing && stored && (await service.identity.accepts({ ...existing, ...stored }))) {
    if (existing.baseUrl !== service.localUrl)
      await accounts.store(withServiceAddress(service, existing), stored);
    return null;
  }
  const user = service.firstUser ?? (await service.identity.renewFirstUser());
  const { userName, password, clientId, clientSecret } = user;
  await accounts.store(withServiceAddress(service, { ...emptyAccount, userName, clientId }), {
    password,
    clientSecret,
  });
  return user;
}

const emptyAccount = {
  id: builtInAccountId,
  name: 'Built-in service',
  kind: 'built-in',
  scope: 'distribution',
  mode: 'plain',
  vendor: 'slipway',
  installLinkTemplate: null,
} as const;

function withServiceAddress({ localUrl }: Service, account: Omit<Account, 'authUrl' | 'baseUrl'>): Account {
  return { ...account, authUrl: localUrl, baseUrl: localUrl };
}

/** Returns an identity that throws `core/ownCredentials` for changes to Slipway's own user and client. */
export function guardIdentity(identity: Identity): Identity {
  const refuseOwnUser = (name: string): void => {
    if (name === builtInNames.userName)
      throw coreErrors.ownCredentials({ what: messageOf('record/user'), name });
  };
  const refuseOwnClient = (name: string): void => {
    if (name === builtInNames.clientId)
      throw coreErrors.ownCredentials({ what: messageOf('record/client'), name });
  };
  return {
    ...identity,
    resetPassword: async (name, password) => {
      refuseOwnUser(name);
      return identity.resetPassword(name, password);
    },
    removeUser: async (name) => {
      refuseOwnUser(name);
      return identity.removeUser(name);
    },
    renewClient: async (id) => {
      refuseOwnClient(id);
      return identity.renewClient(id);
    },
    removeClient: async (id) => {
      refuseOwnClient(id);
      return identity.removeClient(id);
    },
  };
}
