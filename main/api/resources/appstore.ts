import { z } from 'zod';
import { CodedError } from '../../base/errors.ts';
import { type Calls, expectedBody, isInconclusive, type Payload, type ReadOptions } from '../calls.ts';
import type { Links } from '../links.ts';
import {
  createItemOperation,
  createOperation,
  deleteItem,
  deleteProfile,
  listOperation,
  type Operation,
  readOperation,
  updateProfile,
} from '../operations.ts';
import { isForeignResponse, readAfterChange } from '../response-origin.ts';
import type { HttpResponse } from '../transport/http-types.ts';
import type { FileToUpload } from '../upload/upload-body.ts';
import type {
  ExpectedUpload,
  FileUploads,
  InterruptedUpload,
  Uploaded,
  UploadSearch,
} from '../upload/upload-file.ts';
import type { UploadOptions } from '../upload/upload-options.ts';
import {
  type StoreItem,
  type StoreProfile,
  storeItem,
  storeProfile,
  type UpdateProfileBody,
  updateProfileBody,
} from '../wire.ts';
import { hashOfOnly, itemHash } from './reported-hash.ts';

/** Appstore calls: profiles with their items. Each call throws the coded errors of `api`. */
export type AppstoreApi = {
  list(signal?: AbortSignal, options?: ReadOptions): Promise<readonly StoreProfile[]>;
  get(profileId: number, signal?: AbortSignal, options?: ReadOptions): Promise<StoreProfile>;
  create(file: FileToUpload, options?: UploadOptions): Promise<Uploaded<StoreProfile>>;
  /** Requests the state of an interrupted `create`. */
  findCreated(upload: InterruptedUpload, signal?: AbortSignal): Promise<UploadSearch<StoreProfile>>;
  /** Omitted fields stay unchanged. */
  update(profileId: number, body: UpdateProfileBody, signal?: AbortSignal): Promise<StoreProfile>;
  remove(profileId: number, signal?: AbortSignal): Promise<void>;
  createItem(profileId: number, file: FileToUpload, options?: UploadOptions): Promise<Uploaded<StoreItem>>;
  /** Requests the state of an interrupted `createItem`. */
  findCreatedItem(upload: InterruptedUpload, signal?: AbortSignal): Promise<UploadSearch<StoreItem>>;
  removeItem(itemId: number, signal?: AbortSignal): Promise<void>;
};

const expectedList = expectedBody(z.array(storeProfile), 'storeProfile', 'profiles', 'items');
/** Response to a change; some services omit the items. */
const changedProfile = expectedBody(storeProfile, 'storeProfile', 'profile');
const expectedProfile = expectedBody(storeProfile, 'storeProfile', 'profile', 'items');
const expectedItem = expectedBody(storeItem, 'storeItem', 'item');
const uploadedItem: ExpectedUpload<typeof storeItem> = {
  field: 'fileName',
  expected: expectedItem,
  reportedHash: itemHash,
};

export function createAppstore(calls: Calls, links: Links, uploads: FileUploads): AppstoreApi {
  const get: AppstoreApi['get'] = (id, signal, options) =>
    calls.get(readOperation('storeProfile', id), expectedProfile, signal, options);
  const update = createUpdate(calls);
  const withItems = (profile: StoreProfile, signal?: AbortSignal): Promise<StoreProfile> | StoreProfile =>
    profile.items.length > 0 ? profile : get(profile.id, signal);
  const uploadedProfile: ExpectedUpload<typeof storeProfile> = {
    field: 'file',
    expected: changedProfile,
    reportedHash: ({ items }) => hashOfOnly(items, itemHash),
    complete: async (profile, signal) => {
      const whole = await withItems(profile, signal);
      return whole.items.length > 0 ? whole : null;
    },
  };
  const remove = async (operation: Operation, signal?: AbortSignal): Promise<void> => {
    await calls.send(operation, { signal });
    links.remove(operation.owner);
  };
  return {
    list: (signal, options) => calls.get(listOperation('appstore'), expectedList, signal, options),
    get,
    create: (file, options) => uploads.send(createOperation('appstore'), file, uploadedProfile, options),
    findCreated: (upload, signal) => uploads.find(upload, uploadedProfile, signal),
    update: async (id, body, signal) => {
      let foreignError: unknown = null;
      try {
        const changed = calls.read(await update(id, body, signal), changedProfile);
        if (changed) return withItems(changed, signal);
      } catch (error) {
        if (!isInconclusive(error)) throw error;
        if (isForeignResponse(error)) foreignError = error;
      }
      const profile = await readAfterChange(foreignError, () => get(id, signal));
      if (foreignError !== null && !matchesUpdate(profile, body)) throw foreignError;
      return profile;
    },
    remove: (id, signal) => remove(deleteProfile('appstore', id), signal),
    createItem: (profileId, file, options) =>
      uploads.send(createItemOperation('appstore', profileId), file, uploadedItem, options),
    findCreatedItem: (upload, signal) => uploads.find(upload, uploadedItem, signal),
    removeItem: (id, signal) => remove(deleteItem('appstore', id), signal),
  };
}

function matchesUpdate(profile: StoreProfile, body: UpdateProfileBody): boolean {
  const { Name = profile.name, ShortDescription, LongDescription } = body;
  return (
    profile.name === Name &&
    (profile.shortDescription ?? '') === (ShortDescription ?? profile.shortDescription ?? '') &&
    (profile.longDescription ?? '') === (LongDescription ?? profile.longDescription ?? '')
  );
}

/** Returns a function that sends JSON; after a 415, it sends this and all later updates as a form. */
function createUpdate(calls: Calls) {
  let useForm = false;
  return async (id: number, body: UpdateProfileBody, signal?: AbortSignal): Promise<HttpResponse> => {
    const fields = updateProfileBody.parse(body);
    const operation = updateProfile(id);
    if (!useForm) {
      try {
        return await calls.send(operation, { signal, payload: () => jsonPayload(fields) });
      } catch (error) {
        if (!(error instanceof CodedError) || error.details.status !== 415) throw error;
      }
    }
    const answer = await calls.send(operation, { signal, payload: () => formPayload(fields) });
    useForm = true;
    return answer;
  };
}

function jsonPayload(fields: UpdateProfileBody): Payload {
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(fields) };
}

function formPayload(fields: UpdateProfileBody): Payload {
  const entries = Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(entries).toString(),
  };
}
