import { CodedError } from '../base/errors.ts';
import { type Body, type Calls, jsonBody, type Uploaded, type UploadOptions } from './calls.ts';
import type { LinkBook } from './links.ts';
import type { ResourceKind, Resources } from './resources.ts';
import type { FileToUpload } from './upload-body.ts';
import {
  type StoreItem,
  type StoreProfile,
  storeItem,
  storeProfile,
  type UpdateProfileBody,
} from './wire.ts';

/** The `appstore` area: profiles that hold items. */
export type Appstore = {
  list(signal?: AbortSignal): Promise<StoreProfile[]>;
  get(id: number, signal?: AbortSignal): Promise<StoreProfile>;
  /** A new profile with the build as its item. */
  create(file: FileToUpload, options: UploadOptions): Promise<Uploaded<StoreProfile>>;
  update(id: number, body: UpdateProfileBody, signal?: AbortSignal): Promise<StoreProfile>;
  remove(id: number, signal?: AbortSignal): Promise<void>;
  /** A new item of a profile; `profile` is filled in the answer. */
  createItem(profileId: number, file: FileToUpload, options: UploadOptions): Promise<Uploaded<StoreItem>>;
  removeItem(id: number, signal?: AbortSignal): Promise<void>;
};

const profileKind: ResourceKind<typeof storeProfile> = {
  schema: storeProfile,
  owner: 'profile',
  path: (id) => `/appstore/profiles/${id}`,
};

export function createAppstore(resources: Resources, calls: Calls, book: LinkBook): Appstore {
  const { built } = resources;
  const collection = '/appstore/profiles';
  return {
    list: async (signal) => {
      const step = await resources.top('root-appstore', 'get_profiles', built('GET', collection));
      return resources.list(storeProfile, 'profile', step, signal);
    },
    get: (id, signal) => resources.get(profileKind, id, signal),
    create: async (file, options) => {
      const step = await resources.top('root-appstore', 'create_profile', built('POST', collection));
      return calls.upload(step, 'file', file, options, resources.reader(profileKind));
    },
    update: createUpdate(resources),
    remove: async (id, signal) => {
      const step = await resources.linked(
        profileKind,
        id,
        'delete_profile',
        built('DELETE', profileKind.path(id)),
      );
      await calls.json(step, null, signal);
    },
    createItem: async (profileId, file, options) => {
      const usual = built('POST', profileKind.path(profileId));
      const step = await resources.linked(profileKind, profileId, 'create_profile_item', usual);
      return calls.upload(
        step,
        'fileName',
        file,
        options,
        resources.reader({ schema: storeItem, owner: 'item' }),
      );
    },
    removeItem: async (id, signal) => {
      const usual = built('DELETE', `/appstore/profiles/items/${id}`);
      await calls.json(book.follow('item', id, 'delete_profile_item', usual), null, signal);
    },
  };
}

/** JSON; a service that answers 415 gets a form once more, and from then on. */
function createUpdate(resources: Resources): Appstore['update'] {
  let asForm = false;
  return async (id, body, signal) => {
    const usual = resources.built('PUT', profileKind.path(id));
    const step = await resources.linked(profileKind, id, 'update_profile', usual);
    const put = (given: Body): Promise<StoreProfile> =>
      resources.change(profileKind, id, step, given, signal);
    if (asForm) return put(formBody(body));
    try {
      return await put(jsonBody(body));
    } catch (error) {
      if (!(error instanceof CodedError) || error.details.status !== 415) throw error;
      const profile = await put(formBody(body));
      asForm = true;
      return profile;
    }
  };
}

function formBody(value: UpdateProfileBody): Body {
  const fields = Object.entries(value).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { contentType: 'application/x-www-form-urlencoded', text: new URLSearchParams(fields).toString() };
}
