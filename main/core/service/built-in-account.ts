import { messageOf } from '../../messages/message.ts';
import { ownNames } from '../../service/identity/identity.ts';
import type { FirstUser, Identity, Service } from '../../service/service.ts';
import type { Accounts } from '../../settings/accounts.ts';
import type { Account } from '../../settings/settings-schema.ts';
import { coreErrors } from '../errors.ts';

export const builtInAccountId = 'built-in';

/**
 * Updates the address of the account, and its credentials if they are missing or rejected, as after a start
 * by a front end with another secret store. Returns new credentials; otherwise null.
 */
export async function keepAccount(service: Service, accounts: Accounts): Promise<FirstUser | null> {
  const known = accounts.all().find((account) => account.id === builtInAccountId);
  const kept = known && (await accounts.hasSecrets(known.id)) ? await accounts.secrets(known.id) : null;
  if (known && kept && (await service.identity.accepts({ ...known, ...kept }))) {
    if (known.baseUrl !== service.localUrl) await accounts.store(at(service, known), kept);
    return null;
  }
  const user = service.firstUser ?? (await service.identity.renewFirstUser());
  const { userName, password, clientId, clientSecret } = user;
  await accounts.store(at(service, { ...emptyAccount, userName, clientId }), { password, clientSecret });
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

function at({ localUrl }: Service, account: Omit<Account, 'authUrl' | 'baseUrl'>): Account {
  return { ...account, authUrl: localUrl, baseUrl: localUrl };
}

/** Throws `core/ownAccess` for changes to the user and the client of Slipway itself. */
export function guardIdentity(identity: Identity): Identity {
  const refuseOwnUser = (name: string): void => {
    if (name === ownNames.userName) throw coreErrors.ownAccess({ what: messageOf('record/user'), name });
  };
  const refuseOwnClient = (name: string): void => {
    if (name === ownNames.clientId) throw coreErrors.ownAccess({ what: messageOf('record/client'), name });
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
