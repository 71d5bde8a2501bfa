import { storePath } from '../appstore/store-wire.ts';
import { body, deleted, type Operation, resource } from './operation.ts';
import { bodyRefusals, uploadRefusals } from './refusals.ts';

const tag = 'appstore';
const one = `${storePath}/{id}`;
const upload = body('StoreUpload', 'The build, in the field `file` or `fileName`.', ['multipart/form-data']);

/** Everything under `/api/v3/appstore`. */
export const storeOperations: readonly Operation[] = [
  {
    method: 'get',
    path: storePath,
    operationId: 'listStoreProfiles',
    tag,
    summary: 'List the profiles',
    description: 'By id, each with its items in `orderId` order.',
    responses: resource(200, 'StoreProfiles', 'LinkedStoreProfiles', 'All profiles.'),
    refusals: ['token', 'notAcceptable'],
  },
  {
    method: 'post',
    path: storePath,
    operationId: 'createStoreProfile',
    tag,
    summary: 'Upload a build as a new profile',
    description: 'Always makes a new profile, also of a build that is there already.',
    request: upload,
    responses: resource(201, 'StoreProfile', 'LinkedStoreProfile', 'The profile with its one item.'),
    refusals: ['token', 'notAcceptable', ...uploadRefusals],
  },
  {
    method: 'get',
    path: one,
    operationId: 'getStoreProfile',
    tag,
    summary: 'Get a profile with its items',
    idOf: 'profile',
    responses: resource(200, 'StoreProfile', 'LinkedStoreProfile', 'The profile.'),
    refusals: ['badId', 'token', 'noProfile', 'notAcceptable'],
  },
  {
    method: 'put',
    path: one,
    operationId: 'updateStoreProfile',
    tag,
    summary: 'Change the name and the descriptions of a profile',
    description: 'What is left out stays. Names of fields are read in any case.',
    idOf: 'profile',
    request: body('ProfileUpdate', 'What changes.', [
      'application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
    ]),
    responses: resource(200, 'StoreProfile', 'LinkedStoreProfile', 'The profile as it is afterwards.'),
    refusals: ['badId', ...bodyRefusals, 'badUpload', 'token', 'noProfile', 'notAcceptable', 'badName'],
  },
  {
    method: 'delete',
    path: one,
    operationId: 'deleteStoreProfile',
    tag,
    summary: 'Delete a profile',
    description: 'Its items, their links and their files go with it.',
    idOf: 'profile',
    responses: deleted('The profile is gone.'),
    refusals: ['badId', ...bodyRefusals, 'token', 'noProfile'],
  },
  {
    method: 'post',
    path: one,
    operationId: 'createStoreItem',
    tag,
    summary: 'Upload a build as a new item of a profile',
    idOf: 'profile',
    request: upload,
    responses: resource(201, 'StoreItem', 'LinkedStoreItem', 'The item, with its profile filled.'),
    refusals: ['badId', 'token', 'noProfile', 'notAcceptable', ...uploadRefusals],
  },
  {
    method: 'delete',
    path: `${storePath}/items/{id}`,
    operationId: 'deleteStoreItem',
    tag,
    summary: 'Delete an item',
    idOf: 'item',
    responses: deleted('The item and its file are gone.'),
    refusals: ['badId', ...bodyRefusals, 'token', 'noItem'],
  },
];
