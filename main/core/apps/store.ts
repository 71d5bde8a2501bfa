import type { CallArguments, CallsOf } from '../../../preload/contract.ts';
import type { Sessions } from '../../api/sessions.ts';
import type { StoreProfile, UpdateProfileBody } from '../../api/wire.ts';
import { forField, toFailure } from '../../base/errors.ts';
import { Events } from '../../base/events.ts';
import type { Log } from '../../base/log/log.ts';
import { coreErrors } from '../errors.ts';
import type { BuiltIn } from '../service/built-in.ts';
import { builtInAccountId } from '../service/built-in-account.ts';
import type { StoreProfileSummary, StoreProfileView } from '../views/apps.ts';
import { displayVersion } from './app-views.ts';
import type { Pictures } from './pictures.ts';

/** Every call may throw the coded errors of the API; `update` also throws `core/noProfileName`. */
export type Store = CallsOf<'store'> & {
  readonly events: Events<{ changed: { readonly accountId: string } }>;
};

export function createStore(deps: {
  readonly sessions: Sessions;
  readonly builtIn: BuiltIn;
  readonly pictures: Pictures;
  readonly log: Log;
}): Store {
  const events = new Events<{ changed: { readonly accountId: string } }>(deps.log.scope('store'));
  const api = (accountId: string) => deps.sessions.api(accountId).appstore;
  const withChangeEvent = async <Result>(accountId: string, work: Promise<Result>): Promise<Result> => {
    const result = await work;
    events.emit('changed', { accountId });
    return result;
  };
  const learnIcons = (accountId: string, profiles: readonly StoreProfile[]): void => {
    const icons = profiles.flatMap(({ iconUrl, items }) => [iconUrl, ...items.map((item) => item.iconUrl)]);
    deps.pictures.learn(accountId, icons);
  };
  return {
    events,
    list: async ({ accountId }) => {
      const profiles = await api(accountId).list(undefined, { reuse: true });
      learnIcons(accountId, profiles);
      return profiles.map(summaryOf);
    },
    get: async ({ accountId, profileId }) => {
      const profile = await api(accountId).get(profileId, undefined, { reuse: true });
      learnIcons(accountId, [profile]);
      return viewOf(profile);
    },
    update: async ({ accountId, profileId, ...changes }) => {
      const body = bodyOf(changes);
      const update = () => withChangeEvent(accountId, api(accountId).update(profileId, body));
      const [field, ...others] = Object.keys(changes);
      return viewOf(await (field === undefined || others.length > 0 ? update() : forRefused(field, update)));
    },
    removeItem: ({ accountId, itemId }) => withChangeEvent(accountId, api(accountId).removeItem(itemId)),
    remove: ({ accountId, profileId }) => withChangeEvent(accountId, api(accountId).remove(profileId)),
    staticUser: async ({ accountId, profileId }) => {
      const { enableStaticAuht, userName, password } = await api(accountId).get(profileId);
      return enableStaticAuht ? { userName, password } : null;
    },
    link: async ({ accountId, profileId }) => {
      if (accountId === builtInAccountId) return deps.builtIn.service().storeLink(profileId);
      return pageOf(await api(accountId).get(profileId));
    },
  };
}

/** Adds the only changed field to `api/refused`. Other errors, such as a lost connection, have no field. */
async function forRefused<Result>(field: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (toFailure(error).code !== 'api/refused') throw error;
    return forField(field, () => Promise.reject(error));
  }
}

function bodyOf({
  name,
  shortDescription,
  longDescription,
}: Omit<CallArguments<'store.update'>, 'accountId' | 'profileId'>): UpdateProfileBody {
  const trimmed = name?.trim();
  if (trimmed === '') throw coreErrors.noProfileName({}, { field: 'name' });
  return { Name: trimmed, ShortDescription: shortDescription, LongDescription: longDescription };
}

function viewOf(profile: StoreProfile): StoreProfileView {
  return {
    ...summaryOf(profile),
    items: profile.items.map(({ profile: _, sha256: _hash, ...item }) => ({
      ...item,
      version: displayVersion(item),
      customUrl: webAddress(item.customUrl),
      link: webAddress(item.link),
    })),
  };
}

function summaryOf(profile: StoreProfile): StoreProfileSummary {
  const { items, userName, password, enableStaticAuht, totalCount, ...rest } = profile;
  return {
    ...rest,
    ipaCustomUrl: webAddress(rest.ipaCustomUrl),
    apkCustomUrl: webAddress(rest.apkCustomUrl),
    itemCount: items.length,
    requiresPassword: enableStaticAuht,
    reportsPassword: Boolean(password),
  };
}

/** Returns the page of the newest item that has one; otherwise a page of the profile. */
function pageOf(profile: StoreProfile): string | null {
  const newestFirst = profile.items.toSorted(
    (a, b) => Date.parse(b.createDateTimeUtc) - Date.parse(a.createDateTimeUtc) || b.id - a.id,
  );
  const pages = [...newestFirst.map((item) => item.customUrl), profile.ipaCustomUrl, profile.apkCustomUrl];
  return pages.map(webAddress).find((page) => page !== null) ?? null;
}

/** Services do not validate these fields; only http(s) addresses are links. */
function webAddress(text: string | null): string | null {
  return text !== null && /^https?:/i.test(text) && URL.canParse(text) ? text : null;
}
