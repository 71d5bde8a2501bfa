import type { Language } from '../messages/locale.ts';
import { createAccessLog } from '../service/http/access-log.ts';
import { createMailServers } from '../settings/mail-server.ts';
import type { Uploads } from '../uploads/uploads.ts';
import type { Apps } from './apps/apps.ts';
import type { Store } from './apps/store.ts';
import type { Connections } from './connections.ts';
import type { CoreDependencies } from './core-dependencies.ts';
import { createAdministration } from './service/administration.ts';
import { createBuiltIn } from './service/built-in.ts';
import { builtInAccountId } from './service/built-in-account.ts';
import { createServiceChangeFeed } from './service/change-feed.ts';
import { mailLanguageOf } from './service/mail-language.ts';

const ownLocale = (): readonly string[] => [Intl.DateTimeFormat().resolvedOptions().locale];

/** Creates the built-in service. Calls `learn` for each version whose mail was written to the outbox. */
export function createBuiltInService(
  deps: CoreDependencies,
  { accounts, control, serviceTrust }: Connections,
  learn: Uploads['updateVersion'],
) {
  const { settings, secrets, redactor, clock, log, preferredLocales = ownLocale } = deps;
  const accessLog = createAccessLog(clock, log);
  const changeFeed = createServiceChangeFeed(clock, log);
  const mailLanguage = (): Language => mailLanguageOf(settings.get(), preferredLocales());
  const mailServers = createMailServers({ settings, secrets, redactor });
  const shared = { ...deps, accounts, mailServers, accessLog, mailLanguage };
  const builtIn = createBuiltIn({
    ...shared,
    onMail: (written) => {
      changeFeed.mailChanged();
      if (!written?.versionId) return;
      learn(
        { accountId: builtInAccountId, versionId: written.versionId },
        { outboxQueuedAt: written.queuedAt },
      );
    },
  });
  return {
    builtIn,
    mailServers,
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
