import { z } from 'zod';
import type { Clock } from '../base/clock.ts';
import { CodedError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import type { Redactor } from '../base/redact.ts';
import type { Account } from '../settings/settings-schema.ts';
import { jsonOf, parsedAnswer } from './answers.ts';
import {
  type Body,
  createCalls,
  readOne,
  rememberLinks,
  type Uploaded,
  type UploadOptions,
} from './calls.ts';
import { createHttp, type HttpAnswer } from './http.ts';
import { createLinkBook, type LinkOwner, type Step } from './links.ts';
import { unwrapped } from './read.ts';
import type { Session } from './session.ts';
import { type Credentials, createTokenKeeper } from './token.ts';
import type { FileToUpload } from './upload-body.ts';
import {
  type ListedTestApplication,
  listedTestApplication,
  type Root,
  root,
  type SendBody,
  type StoreItem,
  type StoreProfile,
  storeItem,
  storeProfile,
  type TestApplication,
  type TestVersion,
  testApplication,
  testVersion,
  type UpdateProfileBody,
} from './wire.ts';

export type { Uploaded, UploadOptions } from './calls.ts';
export type { Credentials } from './token.ts';
export type { FileToUpload } from './upload-body.ts';

/**
 * The distribution API of one account, one function per call of the reference; plain and link mode give the same
 * objects. Every call throws coded errors (`api/…`), `api/signInFailed` and `api/tokenRefused` ask for a sign-in. Upload
 * errors say in `details.outcome` whether anything may have been stored.
 */
export type Api = {
  readonly session: Session;
  /** Asks for a token now: the connection test. */
  signIn(): Promise<void>;
  root(signal?: AbortSignal): Promise<Root>;
  readonly appstore: {
    list(signal?: AbortSignal): Promise<StoreProfile[]>;
    get(id: number, signal?: AbortSignal): Promise<StoreProfile>;
    create(file: FileToUpload, options: UploadOptions): Promise<Uploaded<StoreProfile>>;
    update(id: number, body: UpdateProfileBody, signal?: AbortSignal): Promise<StoreProfile>;
    remove(id: number, signal?: AbortSignal): Promise<void>;
    createItem(profileId: number, file: FileToUpload, options: UploadOptions): Promise<Uploaded<StoreItem>>;
    removeItem(id: number, signal?: AbortSignal): Promise<void>;
  };
  readonly testingdist: {
    list(signal?: AbortSignal): Promise<ListedTestApplication[]>;
    get(id: number, signal?: AbortSignal): Promise<TestApplication>;
    create(file: FileToUpload, options: UploadOptions): Promise<Uploaded<TestApplication>>;
    remove(id: number, signal?: AbortSignal): Promise<void>;
    getVersion(id: number, signal?: AbortSignal): Promise<TestVersion>;
    createVersion(
      applicationId: number,
      file: FileToUpload,
      options: UploadOptions,
    ): Promise<Uploaded<TestVersion>>;
    removeVersion(id: number, signal?: AbortSignal): Promise<void>;
    activate(id: number, signal?: AbortSignal): Promise<TestVersion>;
    deactivate(id: number, signal?: AbortSignal): Promise<TestVersion>;
    send(id: number, recipients: SendBody, signal?: AbortSignal): Promise<void>;
  };
  close(): Promise<void>;
};

export function createApi(deps: {
  readonly account: Account;
  readonly credentials: () => Promise<Credentials>;
  readonly clock: Clock;
  readonly log: Log;
  readonly redactor: Redactor;
  readonly onSession?: (session: Session) => void;
}): Api {
  const { account, clock } = deps;
  const log = deps.log.scope('api');
  const service = createHttp({ origin: account.baseUrl, clock, log });
  const identity = createHttp({ origin: account.authUrl, clock, log });
  const tokens = createTokenKeeper({ ...deps, log, http: identity, onChange: deps.onSession ?? (() => {}) });
  const calls = createCalls({ account, http: service, tokens, clock });
  const book = createLinkBook(account.baseUrl, log);
  const api = `${account.baseUrl}/api/v3`;

  const built = (method: Step['method'], path: string): Step => ({ method, url: `${api}${path}` });
  const fetchOne = async <Schema extends z.ZodType<{ id: number }>>(
    schema: Schema,
    owner: LinkOwner,
    step: Step,
    signal?: AbortSignal,
  ): Promise<z.output<Schema>> =>
    readOne(schema, owner, book)(await calls.json(step, null, signal), step.url);
  const fetchList = async <Schema extends z.ZodType>(
    schema: Schema,
    owner: LinkOwner,
    step: Step,
    signal?: AbortSignal,
  ): Promise<z.output<Schema>[]> => {
    const answer = await calls.json(step, null, signal);
    const raw = unwrapped(jsonOf(answer, step.url));
    const list = parsedAnswer(z.array(schema), answer, step.url);
    if (Array.isArray(raw)) for (const one of raw) rememberLinks(one, owner, book);
    return list;
  };
  /** The answer's resource; when the service answered without one, the resource as it is now. */
  const changed = async <Resource>(
    step: Step,
    body: Body | null,
    read: (answer: HttpAnswer, url: string) => Resource,
    look: () => Promise<Resource>,
    signal?: AbortSignal,
  ): Promise<Resource> => {
    const answer = await calls.json(step, body, signal);
    return answer.text.trim() === '' ? look() : read(answer, step.url);
  };

  /** In link mode the links of a thing must have been seen before one of them can be followed. */
  const linked = async (
    owner: 'version' | 'application' | 'profile',
    id: number,
    rel: string,
    step: Step,
  ): Promise<Step> => {
    if (account.mode === 'link' && !book.knows(owner, id)) {
      if (owner === 'version') await getVersion(id);
      else if (owner === 'application') await getApplication(id);
      else await getProfile(id);
    }
    return book.follow(owner, id, rel, step);
  };
  const rootStep = async (
    area: 'root-appstore' | 'root-testingdist',
    rel: string,
    step: Step,
  ): Promise<Step> => {
    if (account.mode === 'link' && !book.knows(area, 0)) await readRoot();
    return book.follow(area, 0, rel, step);
  };
  const readRoot = async (signal?: AbortSignal): Promise<Root> => {
    const step = built('GET', '/root');
    const answer = await calls.json(step, null, signal);
    const found = parsedAnswer(root, answer, step.url);
    book.remember('root-appstore', 0, found.appStore);
    book.remember('root-testingdist', 0, found.testingDist);
    return found;
  };

  const getProfile = (id: number, signal?: AbortSignal): Promise<StoreProfile> => {
    const step = book.follow('profile', id, 'self', built('GET', `/appstore/profiles/${id}`));
    return fetchOne(storeProfile, 'profile', step, signal);
  };
  const getApplication = (id: number, signal?: AbortSignal): Promise<TestApplication> => {
    const step = book.follow('application', id, 'self', built('GET', `/testingdist/profiles/${id}`));
    return fetchOne(testApplication, 'application', step, signal);
  };
  const getVersion = (id: number, signal?: AbortSignal): Promise<TestVersion> => {
    const step = book.follow('version', id, 'self', built('GET', `/testingdist/profiles/items/${id}`));
    return fetchOne(testVersion, 'version', step, signal);
  };
  const setActive = async (id: number, active: boolean, signal?: AbortSignal): Promise<TestVersion> => {
    const path = `/testingdist/profiles/items/${id}/activate`;
    const rel = active ? 'activate_profile_item' : 'deactivate_profile_item';
    const step = await linked('version', id, rel, built(active ? 'POST' : 'DELETE', path));
    return changed(step, null, readOne(testVersion, 'version', book), () => getVersion(id, signal), signal);
  };

  let updateAsForm = false;
  const update = async (id: number, body: UpdateProfileBody, signal?: AbortSignal): Promise<StoreProfile> => {
    const step = await linked('profile', id, 'update_profile', built('PUT', `/appstore/profiles/${id}`));
    const put = (given: Body): Promise<StoreProfile> =>
      changed(step, given, readOne(storeProfile, 'profile', book), () => getProfile(id, signal), signal);
    if (updateAsForm) return put(formBody(body));
    try {
      return await put(jsonBody(body));
    } catch (error) {
      if (!(error instanceof CodedError) || error.details.status !== 415) throw error;
      const profile = await put(formBody(body));
      updateAsForm = true;
      return profile;
    }
  };
  const remove = async (step: Step, signal?: AbortSignal): Promise<void> => {
    await calls.json(step, null, signal);
  };

  return {
    get session() {
      return tokens.session;
    },
    signIn: () => tokens.signIn(),
    root: readRoot,
    appstore: {
      list: async (signal) =>
        fetchList(
          storeProfile,
          'profile',
          await rootStep('root-appstore', 'get_profiles', built('GET', '/appstore/profiles')),
          signal,
        ),
      get: getProfile,
      create: async (file, options) => {
        const step = await rootStep('root-appstore', 'create_profile', built('POST', '/appstore/profiles'));
        return calls.upload(step, 'file', file, options, readOne(storeProfile, 'profile', book));
      },
      update,
      remove: async (id, signal) =>
        remove(
          await linked('profile', id, 'delete_profile', built('DELETE', `/appstore/profiles/${id}`)),
          signal,
        ),
      createItem: async (profileId, file, options) => {
        const step = await linked(
          'profile',
          profileId,
          'create_profile_item',
          built('POST', `/appstore/profiles/${profileId}`),
        );
        return calls.upload(step, 'fileName', file, options, readOne(storeItem, 'item', book));
      },
      removeItem: (id, signal) =>
        remove(
          book.follow('item', id, 'delete_profile_item', built('DELETE', `/appstore/profiles/items/${id}`)),
          signal,
        ),
    },
    testingdist: {
      list: async (signal) => {
        const step = await rootStep(
          'root-testingdist',
          'get_profiles',
          built('GET', '/testingdist/profiles'),
        );
        return fetchList(listedTestApplication, 'application', step, signal);
      },
      get: getApplication,
      create: async (file, options) => {
        const step = await rootStep(
          'root-testingdist',
          'create_profile',
          built('POST', '/testingdist/profiles'),
        );
        return calls.upload(step, 'file', file, options, readOne(testApplication, 'application', book));
      },
      remove: async (id, signal) =>
        remove(
          await linked('application', id, 'delete_profile', built('DELETE', `/testingdist/profiles/${id}`)),
          signal,
        ),
      getVersion,
      createVersion: async (applicationId, file, options) => {
        const path = `/testingdist/profiles/${applicationId}/items`;
        const step = await linked('application', applicationId, 'create_profile_item', built('POST', path));
        return calls.upload(step, 'file', file, options, readOne(testVersion, 'version', book));
      },
      removeVersion: async (id, signal) => {
        const path = `/testingdist/profiles/items/${id}`;
        await remove(await linked('version', id, 'delete_profile_item', built('DELETE', path)), signal);
      },
      activate: (id, signal) => setActive(id, true, signal),
      deactivate: (id, signal) => setActive(id, false, signal),
      send: async (id, recipients, signal) => {
        await calls.json(
          built('POST', `/testingdist/profiles/items/${id}/send`),
          jsonBody(recipients),
          signal,
        );
      },
    },
    close: async () => {
      await Promise.all([service.close(), identity.close()]);
    },
  };
}

function jsonBody(value: unknown): Body {
  return { contentType: 'application/json', text: JSON.stringify(value) };
}

function formBody(value: UpdateProfileBody): Body {
  const fields = Object.entries(value).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { contentType: 'application/x-www-form-urlencoded', text: new URLSearchParams(fields).toString() };
}
