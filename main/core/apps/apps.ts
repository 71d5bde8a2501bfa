import pLimit from 'p-limit';
import type { CallArguments, CallsOf } from '../../../preload/contract.ts';
import { isObject, property } from '../../api/resources/read.ts';
import type { TestingdistApi } from '../../api/resources/testingdist.ts';
import type { Sessions } from '../../api/sessions.ts';
import type { ListedTestApplication, TestApplication, TestVersion } from '../../api/wire.ts';
import type { Clock } from '../../base/clock.ts';
import { isAbort, toFailure } from '../../base/errors.ts';
import { Events } from '../../base/events.ts';
import type { Log } from '../../base/log/log.ts';
import { joinMessages, type Message } from '../../messages/message.ts';
import type { PackageInfo } from '../../packages/package-info.ts';
import type { People } from '../../service/service-view.ts';
import type { Accounts } from '../../settings/accounts.ts';
import type { Recipients, RememberedRecipients } from '../../settings/settings-schema.ts';
import type { SettingsStore } from '../../settings/settings-store.ts';
import { coreErrors } from '../errors.ts';
import type { BuiltIn } from '../service/built-in.ts';
import { builtInAccountId } from '../service/built-in-account.ts';
import type { VersionChanges } from '../views/apps.ts';
import {
  applicationView,
  listedApplicationView,
  removalView,
  versionDetails,
  versionView,
} from './app-views.ts';
import { addRecipients, collectPeople, forgetRecipients, lastRecipients } from './last-recipients.ts';
import type { Pictures } from './pictures.ts';
import { type Retry, sendVersion } from './send-version.ts';

/** An account's changed versions in their new state; `versions` is null if any version may have changed. */
export type AppsChange = { readonly accountId: string; readonly versions: readonly TestVersion[] | null };

type OfAccount = { readonly accountId: string };
type OfVersion = OfAccount & { readonly versionId: number };

/** Test applications on an account's service. Every call may throw the coded errors of the API. */
export type Apps = Omit<CallsOf<'apps'>, 'list' | 'get' | 'version' | 'send' | 'installLink'> & {
  readonly events: Events<{ changed: AppsChange }>;
  list(of: OfAccount): Promise<readonly ListedTestApplication[]>;
  get(of: CallArguments<'apps.get'>): Promise<TestApplication>;
  version(of: OfVersion): Promise<TestVersion>;
  /** Throws `core/activationUnchanged` if the service responds but the version keeps its state. */
  setOneActive(change: OfVersion & { readonly active: boolean }): Promise<TestVersion>;
  /**
   * Sends by mail, stores the recipients, and returns the updated version. Throws like `sendVersion`, and
   * `core/sendNotConfirmed` if there are warnings, unless `sendAnyway`.
   */
  send(message: CallArguments<'apps.send'>, retry?: Retry): Promise<TestVersion>;
  /** Returns the URL of the install page; null if unknown. Fetches the version unless it is passed. */
  installLink(of: OfVersion, version?: TestVersion): Promise<string | null>;
};

/** Limited, because each read opens its own connection. */
const maxConcurrentReads = 6;

type Deps = {
  readonly sessions: Sessions;
  readonly accounts: Accounts;
  readonly settings: SettingsStore;
  readonly builtIn: BuiltIn;
  readonly pictures: Pictures;
  readonly sendWarnings: (
    accountId: string,
    versionId: number,
    recipients: Recipients,
  ) => Promise<readonly Message[]>;
  readonly packageOf: (accountId: string, versionId: number) => Promise<PackageInfo | null>;
  readonly clock: Clock;
  readonly log: Log;
};

export function createApps(deps: Deps): Apps {
  const { log } = deps;
  const events = new Events<{ changed: AppsChange }>(log.scope('apps'));
  const announce = (accountId: string, versions: AppsChange['versions'] = null): void =>
    events.emit('changed', { accountId, versions });
  const api = (accountId: string) => deps.sessions.api(accountId).testingdist;
  const get: Apps['get'] = async ({ accountId, applicationId }) => {
    const application = await api(accountId).get(applicationId, undefined, { reuse: true });
    const icons = application.profiles.map(({ iconUrl }) => iconUrl);
    deps.pictures.learn(accountId, icons);
    return application;
  };
  return {
    events,
    list: async ({ accountId }) => {
      const applications = await api(accountId).list(undefined, { reuse: true });
      const icons = applications.map(({ lastProfile }) => lastProfile?.iconUrl ?? null);
      deps.pictures.learn(accountId, icons);
      return applications;
    },
    get,
    version: ({ accountId, versionId }) => api(accountId).getVersion(versionId),
    setActive: async ({ accountId, versionIds, active }) => {
      const versions: TestVersion[] = [];
      const changes = await changeVersions(versionIds, async (id) => {
        versions.push(await setVersionActive(api(accountId), id, active));
      });
      if (versions.length > 0) announce(accountId, versions);
      return changes;
    },
    setOneActive: async ({ accountId, versionId, active }) => {
      const version = await setVersionActive(api(accountId), versionId, active);
      announce(accountId, [version]);
      return version;
    },
    send: async (message, retry = (work) => work()) => {
      const {
        accountId,
        versionId,
        recipients,
        sendAnyway = false,
        delaySeconds = 0,
        silent = false,
      } = message;
      const isBuiltIn = accountId === builtInAccountId;
      if (silent && !isBuiltIn) throw coreErrors.noSilentSend({});
      const warnings = sendAnyway ? [] : await deps.sendWarnings(accountId, versionId, recipients);
      if (warnings.length > 0)
        throw coreErrors.sendNotConfirmed({ warnings: joinMessages('text/sentences', warnings) });
      // Other services do not define these fields and could reject them.
      const request = isBuiltIn ? { ...recipients, delaySeconds, silent } : recipients;
      const sending = sendVersion(api(accountId), versionId, request, { clock: deps.clock, retry });
      // Announced even after a failure, because the version may have been sent.
      const version = await sending.finally(() => announce(accountId));
      const { applicationId } = version;
      updateRecipients(deps, (stored) => addRecipients(stored, { accountId, applicationId, recipients }));
      return version;
    },
    undoSend: async ({ versionId, at }) => {
      const undoing = deps.builtIn.service().undoSend({ versionId, at: Date.parse(at) });
      await undoing.finally(() => announce(builtInAccountId));
    },
    lastRecipients: async ({ accountId, applicationId }) => {
      deps.accounts.get(accountId);
      const people = accountId === builtInAccountId ? await deps.builtIn.service().people.list() : null;
      return lastRecipients(deps.settings.get().lastRecipients, { accountId, applicationId }, people);
    },
    removeVersions: async ({ accountId, versionIds }) => {
      const changes = await changeVersions(versionIds, async (id) => api(accountId).removeVersion(id));
      if (changes.done.length > 0) announce(accountId);
      return changes;
    },
    removal: async (of) => removalView(await get(of), of.versionIds),
    remove: async ({ accountId, applicationId }) => {
      await api(accountId).remove(applicationId);
      announce(accountId);
      updateRecipients(deps, (stored) => forgetRecipients(stored, { accountId, applicationId }));
    },
    installLink: async ({ accountId, versionId }, given) => {
      const { installLinkTemplate } = deps.accounts.get(accountId);
      if (accountId === builtInAccountId) return deps.builtIn.service().installLink(versionId);
      const version = given ?? (await api(accountId).getVersion(versionId));
      return installLinkTemplate === null
        ? reportedInstallLink(version)
        : fillTemplate(installLinkTemplate, version);
    },
    installability: async ({ accountId, versionId }) =>
      (await deps.packageOf(accountId, versionId))?.installability ?? null,
    people: async ({ accountId, listedOnly = false }) =>
      accountId === builtInAccountId
        ? deps.builtIn.service().people.list()
        : readPeople(api(accountId), listedOnly, log),
  };
}

function updateRecipients(
  { settings, log }: Deps,
  change: (stored: readonly RememberedRecipients[]) => readonly RememberedRecipients[],
): void {
  try {
    settings.update((now) => ({ ...now, lastRecipients: [...change(now.lastRecipients)] }));
  } catch (error) {
    log.warn('Could not save the recipients of a version', { error });
  }
}

/** Fetches the version before throwing `core/activationUnchanged`: some services return the old state. */
async function setVersionActive(
  api: TestingdistApi,
  versionId: number,
  active: boolean,
): Promise<TestVersion> {
  const answer = await (active ? api.activate(versionId) : api.deactivate(versionId));
  const version = answer.isActive === active ? answer : await api.getVersion(versionId);
  if (version.isActive === active) return version;
  throw coreErrors.activationUnchanged({ version: version.version, active: version.isActive });
}

/** Falls back to the recipients of versions if the service lists no people, unless `listedOnly`. */
async function readPeople(api: TestingdistApi, listedOnly: boolean, log: Log): Promise<People> {
  const listed = await api.people().catch((error: unknown) => {
    // A token without permission to list people cannot send either.
    if (isAbort(error) || toFailure(error).code === 'api/tokenForbidden') throw error;
    log.info('The service does not list its members', { error });
    return null;
  });
  if (listed) return listed;
  if (listedOnly) return collectPeople([]);
  const applications = await api.list();
  const limit = pLimit(maxConcurrentReads);
  const whole = await Promise.all(applications.map(({ id }) => limit(() => api.get(id))));
  return collectPeople(whole.flatMap((application) => application.profiles));
}

export function appCalls(apps: Apps): CallsOf<'apps'> {
  return {
    ...apps,
    list: async (of) => (await apps.list(of)).map(listedApplicationView),
    get: async (of) => applicationView(await apps.get(of)),
    version: async (of) => versionDetails(await apps.version(of)),
    send: async (message) => versionView(await apps.send(message)),
    installLink: (of) => apps.installLink(of),
  };
}

/** Returns the URL of the install page, which only a built-in service reports; null otherwise. */
export function reportedInstallLink({ profileFiles }: Pick<TestVersion, 'profileFiles'>): string | null {
  const urls = profileFiles.map((file) => (isObject(file) ? property(file, 'installUrl') : undefined));
  const named = urls.find(
    (url) => typeof url === 'string' && /^https?:$/.test(URL.parse(url)?.protocol ?? ''),
  );
  return typeof named === 'string' ? named : null;
}

export function fillTemplate(
  template: string,
  version: Pick<TestVersion, 'id' | 'applicationId' | 'uniqueName'>,
): string {
  return template
    .replaceAll('{id}', String(version.id))
    .replaceAll('{applicationId}', String(version.applicationId))
    .replaceAll('{uniqueName}', encodeURIComponent(version.uniqueName));
}

/** Limited, so that the service stays responsive for other clients. */
const maxConcurrentChanges = 4;

async function changeVersions(
  versionIds: readonly number[],
  change: (versionId: number) => Promise<unknown>,
): Promise<VersionChanges> {
  const limit = pLimit(maxConcurrentChanges);
  const ids = [...new Set(versionIds)];
  const failures = await Promise.all(
    ids.map((versionId) =>
      limit(() => change(versionId)).then(
        () => null,
        (error: unknown) => ({ versionId, failure: toFailure(error) }),
      ),
    ),
  );
  return {
    done: ids.filter((_, at) => failures[at] === null),
    failed: failures.filter((failure) => failure !== null),
  };
}
