import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { updateProfileBody } from '../../api/wire.ts';
import { messageOf } from '../../messages/message.ts';
import { deleted, listResource, resource, uploadRequest } from '../description/operation.ts';
import { schemaReference } from '../description/schemas.ts';
import { invalidBody, serviceErrors } from '../errors.ts';
import { normaliseFieldNames } from '../field-names.ts';
import type { ResponseMode } from '../http/accept.ts';
import { isUnchanged, listEtag, sendUnchanged, withEtag } from '../http/entity-tag.ts';
import { authorisedBy, requesterOf } from '../http/requester.ts';
import { fieldsOf, idOf, modeOf, rejectOtherMethods, sendResource } from '../http/requests.ts';
import { visibleProfile } from '../http/token-scope.ts';
import { formReceiver } from '../http/upload/receive-build.ts';
import type { UploadSlots } from '../http/upload/upload-slots.ts';
import type { ServiceContext } from '../service-context.ts';
import type { StoreItemRecord } from '../storage/records.ts';
import type { ProfileChange } from '../storage/storage.ts';
import { linkItem, linkProfile, linkProfiles } from './store-links.ts';
import type { StoreUploads } from './store-uploads.ts';
import { storePath, toStoreItem, toStoreProfile } from './store-wire.ts';

const operations = {
  listProfiles: {
    operationId: 'listStoreProfiles',
    summary: 'List the profiles',
    description: 'Sorted by id. The items of a profile are sorted by `orderId`.',
    response: listResource('StoreProfiles', 'All profiles.'),
  },
  createProfile: {
    operationId: 'createStoreProfile',
    summary: 'Upload a build as a new profile',
    description:
      'Always creates a new profile, even if the build already exists. The item is disabled if the access token lacks the scope `activate`.',
    ...uploadRequest('StoreUpload'),
    response: resource(201, 'StoreProfile', 'The profile with its only item.'),
  },
  getProfile: {
    operationId: 'getStoreProfile',
    summary: 'Get a profile with its items',
    idOf: 'profile',
    response: listResource('StoreProfile', 'The profile.'),
  },
  updateProfile: {
    operationId: 'updateStoreProfile',
    summary: 'Change the name and the descriptions of a profile',
    description: 'Omitted fields stay unchanged. Field names are case-insensitive.',
    idOf: 'profile',
    body: schemaReference('ProfileUpdate'),
    consumes: ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'],
    response: resource(200, 'StoreProfile', 'The updated profile.'),
    problems: ['badUpload', 'badName'],
  },
  deleteProfile: {
    operationId: 'deleteStoreProfile',
    summary: 'Delete a profile',
    description: 'Also deletes its items, their links and their files.',
    idOf: 'profile',
    response: deleted('The profile was deleted.'),
  },
  createItem: {
    operationId: 'createStoreItem',
    summary: 'Upload a build as a new item of a profile',
    description:
      'The item is disabled if the access token lacks the scope `activate`. A profile contains one package per platform: a build with another package id than the other items for its platform is refused with 409 `service/otherPackage`.',
    idOf: 'profile',
    ...uploadRequest('StoreUpload', 'existing'),
    response: resource(201, 'StoreItem', 'The item, with `profile` set.'),
  },
  enableItem: {
    operationId: 'enableStoreItem',
    summary: 'Enable an item',
    description: 'Offers the item on the pages of its profile. No effect if the item is already enabled.',
    idOf: 'item',
    response: resource(200, 'StoreItem', 'The enabled item, with `profile` set.'),
  },
  disableItem: {
    operationId: 'disableStoreItem',
    summary: 'Disable an item',
    description: 'Makes its page and its file unavailable until the item is enabled again.',
    idOf: 'item',
    response: resource(200, 'StoreItem', 'The disabled item, with `profile` set.'),
  },
  deleteItem: {
    operationId: 'deleteStoreItem',
    summary: 'Delete an item',
    idOf: 'item',
    response: deleted('The item and its file were deleted.'),
  },
} as const satisfies Readonly<Record<string, FastifySchema>>;

type Context = ServiceContext & { readonly gate: UploadSlots; readonly uploads: StoreUploads };

/** Adds every endpoint under `/api/v3/appstore`. The caller must already require the bearer token. */
export function addStoreRoutes(server: FastifyInstance, parts: Context): void {
  addCollectionRoutes(server, parts);
  addProfileRoutes(server, parts);
  addItemRoutes(server, parts);
}

async function etagOf(request: FastifyRequest, mode: ResponseMode, parts: ServiceContext): Promise<string> {
  return listEtag(request, mode, {
    listTag: await parts.storage.store.listTag(),
    address: parts.address(),
  });
}

function addCollectionRoutes(server: FastifyInstance, { gate, uploads, ...parts }: Context): void {
  const { store } = parts.storage;
  server.get(storePath, { schema: operations.listProfiles }, async (request, reply) => {
    const mode = modeOf(request);
    const etag = await etagOf(request, mode, parts);
    if (isUnchanged(request, etag)) return sendUnchanged(reply, etag);
    const visible = (await store.profiles()).flatMap((profile) => visibleProfile(request, profile) ?? []);
    const list = visible.map((profile) => toStoreProfile(profile, parts.address()));
    return sendResource(withEtag(reply, etag), mode, list, (plain) => linkProfiles(plain, parts.address()));
  });
  server.post(storePath, { schema: operations.createProfile }, (request, reply) =>
    uploads.storeProfile.create(request, reply, 0, formReceiver(request, { ...parts, gate })),
  );
  rejectOtherMethods(server, storePath, ['GET', 'POST']);
}

function addProfileRoutes(server: FastifyInstance, parts: ServiceContext): void {
  const { store } = parts.storage;
  const profilePath = `${storePath}/:id`;
  server.get(profilePath, { schema: operations.getProfile }, async (request, reply) => {
    const mode = modeOf(request);
    const id = idOf(request);
    const etag = await etagOf(request, mode, parts);
    if (isUnchanged(request, etag)) return sendUnchanged(reply, etag);
    const found = visibleProfile(request, await store.profile(id));
    if (!found) throw serviceErrors.noProfile({ id });
    return sendResource(withEtag(reply, etag), mode, toStoreProfile(found, parts.address()), (plain) =>
      linkProfile(plain, parts.address()),
    );
  });
  server.put(profilePath, { schema: operations.updateProfile }, async (request, reply) => {
    const mode = modeOf(request);
    const id = idOf(request);
    const change = readProfileChange(await fieldsOf(request, parts));
    const changed = await authorisedBy(request, parts).store.updateProfile(id, change, parts.clock.now());
    if (!changed) throw serviceErrors.noProfile({ id });
    parts.log.info('Profile changed', { id, by: requesterOf(request)?.by });
    return sendResource(reply, mode, toStoreProfile(changed, parts.address()), (plain) =>
      linkProfile(plain, parts.address()),
    );
  });
  server.delete(profilePath, { schema: operations.deleteProfile }, async (request, reply) => {
    const id = idOf(request);
    if (!(await authorisedBy(request, parts).store.removeProfile(id))) throw serviceErrors.noProfile({ id });
    parts.log.info('Profile deleted', { id, by: requesterOf(request)?.by });
    return reply.code(204).send();
  });
  rejectOtherMethods(server, profilePath, ['GET', 'PUT', 'DELETE', 'POST']);
}

function addItemRoutes(server: FastifyInstance, { gate, uploads, ...parts }: Context): void {
  const item = `${storePath}/items/:id`;
  server.post(`${storePath}/:id`, { schema: operations.createItem }, (request, reply) =>
    uploads.storeItem.create(request, reply, idOf(request), formReceiver(request, { ...parts, gate })),
  );
  server.delete(item, { schema: operations.deleteItem }, async (request, reply) => {
    const id = idOf(request);
    if (!(await authorisedBy(request, parts).store.removeItem(id, parts.clock.now())))
      throw serviceErrors.noItem({ id });
    parts.log.info('Item deleted', { id, by: requesterOf(request)?.by });
    return reply.code(204).send();
  });
  rejectOtherMethods(server, item, ['DELETE']);
  addItemStateRoutes(server, parts);
}

function addItemStateRoutes(server: FastifyInstance, parts: ServiceContext): void {
  const { store } = parts.storage;
  const activate = `${storePath}/items/:id/activate`;
  const setEnabled = (enabled: boolean) => async (request: FastifyRequest, reply: FastifyReply) => {
    const mode = modeOf(request);
    const id = idOf(request);
    const profileOf = async (item: StoreItemRecord | null) =>
      item && visibleProfile(request, await store.profile(item.profileId));
    const before = await profileOf(await store.item(id));
    if (!before?.items.some((item) => item.id === id)) throw serviceErrors.noItem({ id });
    const changed = await authorisedBy(request, parts).store.setItemEnabled(id, enabled, parts.clock.now());
    const profile = await profileOf(changed);
    if (!changed || !profile) throw serviceErrors.noItem({ id });
    parts.log.info(enabled ? 'Item enabled' : 'Item disabled', { id, by: requesterOf(request)?.by });
    return sendResource(reply, mode, toStoreItem(changed, profile, parts.address()), (plain) =>
      linkItem(plain, parts.address()),
    );
  };
  server.post(activate, { schema: operations.enableItem }, setEnabled(true));
  server.delete(activate, { schema: operations.disableItem }, setEnabled(false));
  rejectOtherMethods(server, activate, ['POST', 'DELETE']);
}

/** Reads an update body; field names are case-insensitive. Throws `service/badBody`, `service/badName`. */
function readProfileChange(fields: Record<string, unknown>): ProfileChange {
  const read = updateProfileBody.safeParse(normaliseFieldNames(updateProfileBody.shape, fields));
  if (!read.success) throw invalidBody(read.error);
  const { Name, ShortDescription, LongDescription } = read.data;
  const name = Name?.trim();
  if (name !== undefined && !/^[^\p{Cc}]{1,200}$/u.test(name))
    throw serviceErrors.badName({ what: messageOf('record/profile') });
  return {
    ...(name === undefined ? {} : { name }),
    ...(ShortDescription === undefined ? {} : { shortDescription: ShortDescription }),
    ...(LongDescription === undefined ? {} : { longDescription: LongDescription }),
  };
}
