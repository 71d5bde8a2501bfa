import type { Language } from '../messages/locale.ts';
import { inspectBuild } from '../packages/inspect.ts';
import { createAccessLog } from '../service/http/access-log.ts';
import { createMailServers } from '../settings/mail-server.ts';
import type { Uploads } from '../uploads/uploads.ts';
import type { Apps } from './apps/apps.ts';
import type { Store } from './apps/store.ts';
import type { Connections } from './connections.ts';
import type { CoreDependencies } from './core-dependencies.ts';
import type { Registration } from './registration/registration.ts';
import { createAdministration } from './service/administration.ts';
import { createBuiltIn } from './service/built-in.ts';
import { builtInAccountId } from './service/built-in-account.ts';
import { createServiceChangeFeed } from './service/change-feed.ts';
import { mailLanguageOf } from './service/mail-language.ts';

const ownLocale = (): readonly string[] => [Intl.DateTimeFormat().resolvedOptions().locale];

/** Creates the built-in service. Calls `learn` with the mail state of each changed version. */
export function createBuiltInService(
  deps: CoreDependencies,
  { accounts, control, serviceTrust, registration }: Connections & { readonly registration: Registration },
  learn: Uploads['updateVersion'],
) {
  const { settings, secrets, redactor, clock, log, preferredLocales = ownLocale } = deps;
  const accessLog = createAccessLog(clock, log);
  const changeFeed = createServiceChangeFeed(clock, log, (versionIds) => refreshMail(versionIds));
  const mailLanguage = (): Language => mailLanguageOf(settings.get(), preferredLocales());
  const mailServers = createMailServers({ settings, secrets, redactor });
  const shared = { ...deps, accounts, mailServers, accessLog, mailLanguage };
  const builtIn = createBuiltIn({
    ...shared,
    inspect: async (...build) => registration.addStatus(await inspectBuild(...build)),
    onMail: changeFeed.mailChanged,
  });
  const refreshMail = (versionIds: readonly number[]): void => {
    const refresh = async (versionId: number): Promise<void> => {
      const mail = await builtIn.service().mailState(versionId);
      if (mail !== null) learn({ accountId: builtInAccountId, versionId }, { mail });
    };
    if (!builtIn.status().running) return;
    for (const versionId of versionIds)
      refresh(versionId).catch((error: unknown) => log.warn('Could not read the state of mail', { error }));
  };
  return {
    builtIn,
    mailServers,
    refreshMail,
    administration: (apps: Apps, store: Store) =>
      createAdministration({
        ...{ ...shared, builtIn, changeFeed, serviceTrust },
        checkAddress: control.check,
        versionsChanged: () => apps.events.emit('changed', { accountId: builtInAccountId, versions: null }),
        storeChanged: () => store.events.emit('changed', { accountId: builtInAccountId }),
        now: clock.now,
      }),
    stop: changeFeed.stop,
  };
}
