/** Examples of all problems, created from the service's error table. */

import { deltaErrors } from '../../delta/errors.ts';
import { messageOf } from '../../messages/message.ts';
import { serviceErrors } from '../errors.ts';
import { problemOf } from '../http/problem.ts';
import { type JsonObject, schemaReference } from './schemas.ts';

const problemExamples = {
  token: () => serviceErrors.token({}),
  tokenScope: () =>
    serviceErrors.tokenScope({ name: 'builds', what: messageOf('tokenScope/send'), command: null }),
  badPath: () => serviceErrors.badPath({ path: '/api/v3/appstore/profiles/%zz' }),
  badHost: () => serviceErrors.badHost({ hosts: [], count: 0 }),
  badId: () => serviceErrors.badId({ id: 'seven' }),
  badBody: () => serviceErrors.badBody({ reason: 'it is not a JSON object' }),
  noFile: () => serviceErrors.noFile({}),
  twoFiles: () => serviceErrors.twoFiles({}),
  badUpload: () => serviceErrors.badUpload({ reason: messageOf('network/lost') }),
  noApplication: () => serviceErrors.noApplication({ id: 7 }),
  noVersion: () => serviceErrors.noVersion({ id: 7 }),
  noProfile: () => serviceErrors.noProfile({ id: 7 }),
  noItem: () => serviceErrors.noItem({ id: 7 }),
  noUpload: () => serviceErrors.noUpload({}),
  tusVersion: () => serviceErrors.tusVersion({ version: '1.0.0' }),
  uploadHeaders: () => serviceErrors.uploadHeaders({ reason: 'Upload-Offset is not a number of bytes' }),
  uploadOffset: () => serviceErrors.uploadOffset({ offset: 8_388_608 }),
  uploadChecksum: () => serviceErrors.uploadChecksum({}),
  baseUnknown: () => serviceErrors.baseUnknown({}),
  badRecipe: () => serviceErrors.badRecipe({ reason: deltaErrors.otherBase({}).message }),
  notAcceptable: () => serviceErrors.notAcceptable({ accept: 'text/html' }),
  otherPackage: () =>
    serviceErrors.otherPackage({ existing: 'com.example.shop', packageId: 'com.example.till' }),
  inactive: () => serviceErrors.inactive({ name: 'Shop', version: '2.4.1' }),
  tooSlow: () => serviceErrors.tooSlow({ what: 'The body of the request', seconds: 30 }),
  silent: () => serviceErrors.idleTimeout({ seconds: 120 }),
  bodyTooLarge: () => serviceErrors.bodyTooLarge({ what: 'The body of the request', limit: 1_048_576 }),
  tooLarge: () => serviceErrors.tooLarge({ limit: 2_000_000_000 }),
  mediaType: () => serviceErrors.mediaType({ given: 'text/plain', wanted: 'multipart/form-data' }),
  emptyFile: () => serviceErrors.emptyFile({ name: 'Shop.apk' }),
  unreadable: () => serviceErrors.unreadable({ reason: 'notes.apk is neither an .ipa nor an .apk file.' }),
  badName: () => serviceErrors.badName({ what: messageOf('record/profile') }),
  badAddress: () =>
    serviceErrors.badAddress({ addresses: [messageOf('text/quoted', { text: 'not an address' })], count: 1 }),
  unknownPeople: () =>
    serviceErrors.unknownPeople({ people: [messageOf('service-people/team', { id: 77 })] }),
  noRecipients: () => serviceErrors.noRecipients({}),
  dailyUploads: () => serviceErrors.dailyUploads({ limit: 20_000, seconds: 3_600 }),
  dailyBytes: () => serviceErrors.dailyBytes({ limit: 500_000_000_000, seconds: 3_600 }),
  dailyMessages: () => serviceErrors.dailyMessages({ limit: 20_000, seconds: 3_600 }),
  busy: () => serviceErrors.busy({ limit: 16 }),
  full: () => serviceErrors.full({}),
  unexpected: () => new Error('the disk does not answer'),
} as const;

export type ProblemKind = keyof typeof problemExamples;

/** Problems of every method other than GET, because a client can send a body to any of these routes. */
export const bodyProblems = [
  'badBody',
  'tooSlow',
  'bodyTooLarge',
  'mediaType',
] as const satisfies readonly ProblemKind[];

/** Problems of a build, however it is uploaded. */
export const buildProblems = [
  'badUpload',
  'silent',
  'tooLarge',
  'emptyFile',
  'unreadable',
  'dailyUploads',
  'dailyBytes',
  'busy',
  'full',
] as const satisfies readonly ProblemKind[];

export const uploadProblems = [
  'noFile',
  'twoFiles',
  ...buildProblems,
] as const satisfies readonly ProblemKind[];

const descriptions: Readonly<Record<number, string>> = {
  400: 'The request is malformed.',
  401: 'The access token is missing, incorrect or has expired.',
  403: 'The access token does not allow this operation.',
  404: 'The record does not exist.',
  406: 'No supported media type matches the `Accept` header.',
  408: 'The body did not arrive in time.',
  409: 'The record does not allow the operation in its current state.',
  412: 'The protocol version is not supported.',
  413: 'The body is larger than the service accepts.',
  415: 'The content type of the body is not supported.',
  422: 'The request is well-formed, but its content is not valid.',
  424: 'The recipe cannot be used. Send the whole build.',
  429: 'The daily limit of the user or access token is reached.',
  460: 'The body does not match its checksum.',
  500: 'Unexpected error. The log of the service contains it under the request id.',
  503: 'Too many uploads are running.',
  507: 'The disk of the service has too little free space.',
};

/** Returns the responses for these problems by status, with an example of each error code. */
export function describeProblems(kinds: readonly ProblemKind[]): JsonObject {
  const byStatus = Map.groupBy(kinds, (kind) => problemOf(problemExamples[kind]()).status);
  return Object.fromEntries([...byStatus].map(([status, group]) => [status, problemResponse(status, group)]));
}

/** Returns `components/examples` of the OpenAPI document. */
export function describeExamples(): JsonObject {
  return Object.fromEntries(
    Object.entries(problemExamples).map(([kind, sample]) => [kind, { value: problemOf(sample()) }]),
  );
}

function problemResponse(status: number, kinds: readonly ProblemKind[]): JsonObject {
  const examples = Object.fromEntries(kinds.map((kind) => [kind, { $ref: `#/components/examples/${kind}` }]));
  return {
    description: descriptions[status] ?? '',
    content: { 'application/problem+json': { schema: schemaReference('Problem'), examples } },
  };
}
