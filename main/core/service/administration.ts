/** What a person does with the built-in service: people, sign-ins, mail, and how it is reached. */

import { join } from 'node:path';
import type { Events } from '../../base/events.ts';
import type { Redactor } from '../../base/log/redact.ts';
import type { Language } from '../../messages/locale.ts';
import { serviceErrors } from '../../service/errors.ts';
import { ownNames, shortestPassword } from '../../service/identity/identity.ts';
import type { AccessLog, ProfileAccess } from '../../service/service.ts';
import type { AccessEntry } from '../../service/service-view.ts';
import type { Accounts } from '../../settings/accounts.ts';
import type { MailServers } from '../../settings/mail-server.ts';
import type { SecretStore } from '../../settings/secrets.ts';
import type { SettingsStore } from '../../settings/settings-store.ts';
import { coreErrors } from '../errors.ts';
import type { ServiceChange, ServiceOverview } from '../view.ts';
import type { BuiltIn } from './built-in.ts';
import { builtInAccountId } from './built-in-account.ts';
import type { ServiceChangeFeed } from './change-feed.ts';
import type { Changing } from './changing.ts';
import { type MailAdministration, mailAdministration } from './mail-administration.ts';
import { type PeopleAdministration, peopleAdministration } from './people-administration.ts';
import { ownAddresses } from './reach-setting.ts';
import { type SignInAdministration, signInAdministration } from './sign-in-administration.ts';
import { storageUsed } from './storage-used.ts';

/** Every call throws `core/serviceStopped` while it does not run, unless it says that it needs none that runs. */
export type Administration = PeopleAdministration &
  SignInAdministration &
  MailAdministration & {
    readonly events: Events<{ changed: ServiceChange }>;
    /** Each request once, soon after its end, oldest first. */
    readonly requestEvents: Events<{ added: readonly AccessEntry[] }>;
    /** Needs no running service. */
    overview(): Promise<ServiceOverview>;
    /** The last requests, newest first; needs no running service. */
    requests(): readonly AccessEntry[];
    /** Throws `service/noProfile`, `core/badStaticUser`, `service/weakPassword`. */
    setProfileAccess(profileId: number, access: ProfileAccess): Promise<void>;
  };

export function createAdministration(deps: {
  readonly dataDir: string;
  readonly builtIn: BuiltIn;
  readonly accounts: Accounts;
  readonly settings: SettingsStore;
  readonly secrets: SecretStore;
  readonly mailServers: MailServers;
  readonly mailLanguage: () => Language;
  readonly accessLog: AccessLog;
  readonly news: ServiceChangeFeed;
  readonly redactor: Redactor;
  /** Tells whoever shows the store of the service. */
  readonly storeChanged: () => void;
  readonly now: () => number;
}): Administration {
  const { builtIn, accessLog, news, settings } = deps;
  const changing: Changing = async (what, work) => {
    try {
      return await work();
    } finally {
      // Also after a failure: part of it may have been done.
      news.tell(what);
    }
  };
  const folder = join(deps.dataDir, 'service');
  return {
    events: news.events,
    requestEvents: accessLog.events,
    overview: async () => {
      const { host, publicUrl, proxyHops } = settings.get().builtInService;
      const kept = await isKept(deps.accounts);
      return {
        folder,
        storage: await storageUsed(folder),
        reach: { host, publicUrl, proxyHops, addresses: ownAddresses() },
        firstUser: { ...ownNames, keptIn: kept ? deps.secrets.kind : null },
      };
    },
    requests: accessLog.list,
    ...peopleAdministration(() => builtIn.service().people, changing),
    ...signInAdministration(() => builtIn.service().identity, changing),
    ...mailAdministration({ ...deps, outbox: () => builtIn.service().outbox, changing }),
    setProfileAccess: async (profileId, access) => {
      if (access.staticUser) checkStaticUser(access.staticUser);
      await builtIn.service().setProfileAccess(profileId, access);
      if (access.staticUser) deps.redactor.add(access.staticUser.password);
      deps.storeChanged();
    },
  };
}

async function isKept(accounts: Accounts): Promise<boolean> {
  if (!accounts.all().some(({ id }) => id === builtInAccountId)) return false;
  // What cannot be read is kept all the same; the account says why it cannot.
  return accounts.hasSecrets(builtInAccountId).catch(() => true);
}

function checkStaticUser({ userName, password }: NonNullable<ProfileAccess['staticUser']>): void {
  // Browsers send both with a colon between them.
  if (!/^[^\p{Cc}:]{1,200}$/u.test(userName)) throw coreErrors.badStaticUser({});
  if (password.length < shortestPassword) throw serviceErrors.weakPassword({ least: shortestPassword });
}
