import { createSessions } from '../api/sessions.ts';
import { createSecureGet } from '../api/transport/secure-get.ts';
import type { Database } from '../base/database/database.ts';
import { createHashing } from '../base/hashing/hashing.ts';
import { readTrust } from '../service/tls/service-trust.ts';
import { createAccounts } from '../settings/accounts.ts';
import { createAnsweredAddresses } from '../uploads/journal/answered-addresses.ts';
import type { CoreDependencies } from './core-dependencies.ts';
import { createNetworkControl } from './network/network.ts';
import { systemConnection } from './network/system-connection.ts';

export type Connections = ReturnType<typeof createConnections>;

export function createConnections(deps: CoreDependencies, journal: Database) {
  const { settings, secrets, clock, log, redactor } = deps;
  const accounts = createAccounts({ settings, secrets, redactor });
  const serviceTrust = () => readTrust(deps.settingsDir ?? deps.dataDir);
  const networkParts = createNetworkControl({
    ...deps,
    systemProxy: deps.systemProxy,
    connection: deps.connection ?? systemConnection(log),
    serviceTrust,
  });
  const { network } = networkParts;
  const hashing = createHashing();
  const sessions = createSessions({
    ...{ clock, log, redactor, network, hashing },
    accounts: accounts.all,
    credentials: accounts.credentials,
    answeredAddresses: createAnsweredAddresses(journal, log),
  });
  const secureGet = createSecureGet({ network, redactor });
  return { ...networkParts, accounts, serviceTrust, hashing, sessions, secureGet };
}
