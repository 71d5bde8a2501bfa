import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { serviceErrors } from '../errors.ts';
import type { ResponseMode } from '../http/accept.ts';
import { requesterOf } from '../http/requester.ts';
import { modeOf, sendResource, setCreated } from '../http/requests.ts';
import { mayActivate, visibleProfile } from '../http/token-scope.ts';
import { recordedBy, type UploadedBuild } from '../http/upload/receive-build.ts';
import { randomLink } from '../identity/secrets.ts';
import type { UploadOperation, UploadOperations } from '../resumable/upload-operation.ts';
import type { ServiceContext } from '../service-context.ts';
import type { StoreItemRecord, StoreProfileRecord } from '../storage/records.ts';
import type { NewItem } from '../storage/storage.ts';
import { linkItem, linkProfile } from './store-links.ts';
import { storePath, toStoreItem, toStoreProfile } from './store-wire.ts';

export type StoreUploads = UploadOperations<'storeProfile' | 'storeItem'>;

export function storeUploads(parts: ServiceContext): StoreUploads {
  return { storeProfile: profileUpload(parts), storeItem: itemUpload(parts) };
}

function profileUpload(parts: ServiceContext): UploadOperation {
  const send = (reply: FastifyReply, mode: ResponseMode, profile: StoreProfileRecord) =>
    sendResource(reply, mode, toStoreProfile(profile, parts.address()), (plain) =>
      linkProfile(plain, parts.address()),
    );
  return {
    checkTarget: async () => undefined,
    create: async (request, reply, _targetId, receive) => {
      const mode = modeOf(request);
      const profile = await receive((upload) =>
        recordedBy(request, parts, upload).store.addProfile(
          upload.name,
          randomLink(),
          newItem(request, upload, parts),
        ),
      );
      parts.log.info('New profile', { id: profile.id, name: profile.name, by: requesterOf(request)?.by });
      const created = setCreated(reply, `${parts.address()}${storePath}/${profile.id}`);
      return send(created, mode, profile);
    },
    show: async (request, reply, id) => {
      const found = visibleProfile(request, await parts.storage.store.profile(id));
      if (!found) throw serviceErrors.noProfile({ id });
      return send(reply, modeOf(request), found);
    },
  };
}

function itemUpload(parts: ServiceContext): UploadOperation {
  const { store } = parts.storage;
  const requireProfile = async (request: FastifyRequest, id: number): Promise<StoreProfileRecord> => {
    const profile = visibleProfile(request, await store.profile(id));
    if (!profile) throw serviceErrors.noProfile({ id });
    return profile;
  };
  const send = (
    reply: FastifyReply,
    mode: ResponseMode,
    { item, profile }: { readonly item: StoreItemRecord; readonly profile: StoreProfileRecord },
  ) =>
    sendResource(reply, mode, toStoreItem(item, profile, parts.address()), (plain) =>
      linkItem(plain, parts.address()),
    );
  return {
    checkTarget: async (request, id) => {
      await requireProfile(request, id);
    },
    create: async (request, reply, id, receive) => {
      const mode = modeOf(request);
      await requireProfile(request, id);
      const item = await receive((upload) =>
        recordedBy(request, parts, upload).store.addItem(id, newItem(request, upload, parts)),
      );
      if (!item) throw serviceErrors.noProfile({ id });
      const profile = await requireProfile(request, id);
      parts.log.info('New item', { id: item.id, profile: profile.name, by: requesterOf(request)?.by });
      const created = setCreated(reply, `${parts.address()}${storePath}/items/${item.id}`);
      return send(created, mode, { item, profile });
    },
    show: async (request, reply, id) => {
      const item = await store.item(id);
      if (!item) throw serviceErrors.noItem({ id });
      const profile = await requireProfile(request, item.profileId);
      return send(reply, modeOf(request), { item, profile });
    },
  };
}

function newItem(request: FastifyRequest, upload: UploadedBuild, parts: ServiceContext): NewItem {
  return {
    build: upload.build,
    name: upload.name,
    uniqueId: randomUUID(),
    linkToken: randomLink(),
    iconToken: randomLink(),
    enabled: mayActivate(request),
    at: parts.clock.now(),
  };
}
