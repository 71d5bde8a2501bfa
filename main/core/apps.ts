import type { Sessions } from '../api/sessions.ts';
import type { ListedTestApplication, SendBody, TestApplication, TestVersion } from '../api/wire.ts';
import { Events } from '../base/events.ts';
import type { Log } from '../base/log.ts';
import type { Accounts } from '../settings/accounts.ts';
import { createTurns } from '../watcher/turns.ts';
import type { BuiltIn } from './built-in.ts';
import { builtInAccountId } from './built-in-account.ts';
import { coreErrors } from './errors.ts';
import { learnPeople } from './people.ts';
import type { Pictures } from './pictures.ts';
import type { People } from './view.ts';

/** The test applications of an account. Every call may throw the coded errors of the api. */
export type Apps = {
  readonly events: Events<{ changed: { readonly accountId: string } }>;
  list(accountId: string): Promise<readonly ListedTestApplication[]>;
  get(accountId: string, applicationId: number): Promise<TestApplication>;
  activate(accountId: string, versionId: number): Promise<TestVersion>;
  deactivate(accountId: string, versionId: number): Promise<TestVersion>;
  /** Sends by mail and gives the version as it is afterwards. Throws `core/sentUnseen` when only the second failed. */
  send(accountId: string, versionId: number, recipients: SendBody): Promise<TestVersion>;
  removeVersion(accountId: string, versionId: number): Promise<void>;
  remove(accountId: string, applicationId: number): Promise<void>;
  /** Page a tester installs this version from; null when none is known. */
  installLink(accountId: string, version: TestVersion | number): Promise<string | null>;
  people(accountId: string): Promise<People>;
};

/** Each question to a service is a connection of its own. */
const askedAtOnce = 6;

export function createApps(deps: {
  readonly sessions: Sessions;
  readonly accounts: Accounts;
  readonly builtIn: BuiltIn;
  readonly pictures: Pictures;
  readonly log: Log;
}): Apps {
  const events = new Events<{ changed: { readonly accountId: string } }>((error) =>
    deps.log.error('A listener of the applications failed', { error }),
  );
  const api = (accountId: string) => deps.sessions.api(accountId).testingdist;
  const changing = async <Result>(accountId: string, work: Promise<Result>): Promise<Result> => {
    const result = await work;
    events.emit('changed', { accountId });
    return result;
  };
  return {
    events,
    list: async (accountId) => {
      const applications = await api(accountId).list();
      const icons = applications.map(({ lastProfile }) => lastProfile?.iconUrl ?? null);
      deps.pictures.learn(accountId, icons);
      return applications;
    },
    get: async (accountId, applicationId) => {
      const application = await api(accountId).get(applicationId);
      const icons = application.profiles.map(({ iconUrl }) => iconUrl);
      deps.pictures.learn(accountId, icons);
      return application;
    },
    activate: (accountId, versionId) => changing(accountId, api(accountId).activate(versionId)),
    deactivate: (accountId, versionId) => changing(accountId, api(accountId).deactivate(versionId)),
    send: async (accountId, versionId, recipients) => {
      await changing(accountId, api(accountId).send(versionId, recipients));
      try {
        return await api(accountId).getVersion(versionId);
      } catch (cause) {
        throw coreErrors.sentUnseen({}, { cause });
      }
    },
    removeVersion: (accountId, versionId) => changing(accountId, api(accountId).removeVersion(versionId)),
    remove: (accountId, applicationId) => changing(accountId, api(accountId).remove(applicationId)),
    installLink: async (accountId, given) => {
      const { installLinkTemplate } = deps.accounts.get(accountId);
      if (accountId === builtInAccountId) {
        return deps.builtIn.service().installLink(typeof given === 'number' ? given : given.id);
      }
      if (installLinkTemplate === null) return null;
      const version = typeof given === 'number' ? await api(accountId).getVersion(given) : given;
      return fillTemplate(installLinkTemplate, version);
    },
    people: async (accountId) => {
      if (accountId === builtInAccountId) return deps.builtIn.service().people.list();
      const applications = await api(accountId).list();
      const turns = createTurns(askedAtOnce);
      const whole = await Promise.all(applications.map(({ id }) => turns.run(() => api(accountId).get(id))));
      return learnPeople(whole.flatMap((application) => application.profiles));
    },
  };
}

/** `https://host/{applicationId}/{uniqueName}` with the values of a version, each encoded for an address. */
export function fillTemplate(
  template: string,
  version: Pick<TestVersion, 'id' | 'applicationId' | 'uniqueName'>,
): string {
  return template
    .replaceAll('{id}', String(version.id))
    .replaceAll('{applicationId}', String(version.applicationId))
    .replaceAll('{uniqueName}', encodeURIComponent(version.uniqueName));
}
