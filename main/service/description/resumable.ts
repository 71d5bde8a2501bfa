import type { FastifySchema } from 'fastify';
import { packagePlatforms } from '../../packages/package-info.ts';
import { defaultLinkType } from '../http/accept.ts';
import { piecesType } from '../http/upload/body-timeout.ts';
import type { UploadTarget } from '../storage/upload-storage.ts';
import { bothModes, deleted } from './operation.ts';
import { buildProblems, type ProblemKind } from './problems.ts';
import { type JsonObject, schemaReference } from './schemas.ts';

const creationProblems = [
  'tusVersion',
  'uploadHeaders',
  'uploadChecksum',
  'baseUnknown',
  'badRecipe',
  ...buildProblems,
] as const satisfies readonly ProblemKind[];

const records = ['TestApplication', 'TestVersion', 'StoreProfile', 'StoreItem'] as const;

type RecordName = (typeof records)[number];

const state = schemaReference('ResumableUpload');

/** Describes a response that contains one of the records, or one of the other schemas. */
function response(description: string, names: readonly RecordName[], ...others: readonly JsonObject[]) {
  const contentOf = (prefix: '' | 'Linked') => ({
    schema: { anyOf: [...others, ...names.map((name) => schemaReference(`${prefix}${name}`))] },
  });
  return {
    description,
    content: { 'application/json': contentOf(''), [defaultLinkType]: contentOf('Linked') },
  };
}

function creation(operationId: string, what: string, name: RecordName, idOf?: 'application' | 'profile') {
  return {
    operationId,
    summary: `Start a resumable upload of ${what}`,
    description:
      'The protocol is tus 1.0.0. `Upload-Length` is required. `Upload-Metadata` may contain `filename` and `releaseNote`. If it also contains `base`, the SHA-256 (hex) of a build that the token may see, and `size`, the size of the new build, the upload is a recipe: the changes from the base, from which the service assembles the new build. A body of type `application/offset+octet-stream` is stored immediately. A request that completes the upload returns the same response as a form upload.',
    ...(idOf === undefined ? {} : { idOf }),
    body: { type: 'string', format: 'binary' },
    consumes: [piecesType],
    problems: [...creationProblems, ...(idOf === undefined ? [] : (['otherPackage'] as const))],
    response: { 201: response('The state of the upload, or the created record.', [name], state) },
  } as const satisfies FastifySchema;
}

const creations = {
  testApplication: creation('startTestApplicationUpload', 'a new application', 'TestApplication'),
  testVersion: creation(
    'startTestVersionUpload',
    'a new version of an application',
    'TestVersion',
    'application',
  ),
  storeProfile: creation('startStoreProfileUpload', 'a new profile', 'StoreProfile'),
  storeItem: creation('startStoreItemUpload', 'a new item of a profile', 'StoreItem', 'profile'),
} as const satisfies Readonly<Record<UploadTarget, FastifySchema>>;

const querystring = {
  type: 'object',
  properties: {
    platform: { type: 'string', enum: packagePlatforms },
    packageId: { type: 'string', description: 'Package id of the application.' },
  },
  required: ['platform', 'packageId'],
};

const params = {
  type: 'object',
  properties: { id: { type: 'string', description: 'Id in the address of the upload.' } },
  required: ['id'],
};

const refusals = [
  'unreadable',
  'otherPackage',
  'noApplication',
  'baseUnknown',
  'badRecipe',
] as const satisfies readonly ProblemKind[];

export const uploadOperations = {
  ...creations,
  base: {
    operationId: 'getUploadBase',
    summary: 'Get the zip entries of the newest build of an application',
    description:
      'A client without an earlier build can create a recipe with this build as `base`. The recipe copies the entries whose sizes and CRC-32 are equal.',
    querystring,
    problems: ['baseUnknown'],
    response: bothModes(200, 'UploadBase', 'UploadBase', 'The entries. Identical in both modes.'),
  },
  head: {
    operationId: 'getUploadOffset',
    summary: 'Get the number of stored bytes',
    description:
      'Ends a request that is still sending bytes for this upload, and keeps the bytes that arrived. If all have arrived, completes the upload like GET.',
    params,
    problems: ['badPath', 'noUpload', 'tusVersion', 'notAcceptable'],
    response: {
      200: { description: '`Upload-Offset` and `Upload-Length`.', type: 'null' },
      422: { description: 'The build was refused. GET returns the problem.', type: 'null' },
      423: { description: 'Another request is recording the build.', type: 'null' },
    },
  },
  get: {
    operationId: 'getUpload',
    summary: 'Get the result of an upload',
    description:
      'Returns the created record, or the problem for which the build was refused, until `Upload-Expires`. Completes an upload whose completion was interrupted.',
    params,
    problems: ['badPath', 'noUpload', ...refusals],
    response: {
      200: response('The created record.', records),
      202: {
        description: 'The state of an upload without a result.',
        content: { 'application/json': { schema: state }, [defaultLinkType]: { schema: state } },
      },
    },
  },
  patch: {
    operationId: 'appendToUpload',
    summary: 'Append bytes to an upload',
    description:
      'Bytes that arrived before the connection was lost are kept, unless `Upload-Checksum` was sent. The request that completes the upload returns the same response as a form upload.',
    params,
    body: { type: 'string', format: 'binary' },
    consumes: [piecesType],
    problems: [
      ...(['badPath', 'noUpload', 'tusVersion', 'uploadHeaders', 'uploadOffset', 'uploadChecksum'] as const),
      ...(['badBody', 'badUpload', 'silent', 'dailyUploads', 'dailyBytes', 'busy', 'full'] as const),
      ...refusals,
    ],
    response: {
      200: response('The created record, if the upload was already complete.', records),
      201: response('The created record.', records),
      204: { description: 'The bytes are stored.', type: 'null' },
    },
  },
  delete: {
    operationId: 'cancelUpload',
    summary: 'Cancel an upload',
    description: 'Removes the stored bytes, or the result. Never removes the created record.',
    params,
    problems: ['badPath', 'noUpload', 'tusVersion'],
    response: deleted('The upload was removed.'),
  },
} as const satisfies Readonly<Record<string, FastifySchema>>;
