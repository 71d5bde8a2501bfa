import { type Answer, S3Refusal } from './answers.ts';
import type { Call } from './bucket.ts';
import { abortUpload, completeUpload, createUpload, listUploads, uploadPart } from './multipart.ts';
import { deleteObject, deleteObjects, getObject, headObject, listObjects, putObject } from './objects.ts';

const headBucket = (): Answer => ({ status: 200 });

/** Operations by method, target and required parameters, each with its optional parameters. */
const table = [
  ['HEAD', 'bucket', [], [], 'HeadBucket', headBucket],
  [
    'GET',
    'bucket',
    ['list-type'],
    ['prefix', 'max-keys', 'continuation-token'],
    'ListObjectsV2',
    listObjects,
  ],
  [
    'GET',
    'bucket',
    ['uploads'],
    ['prefix', 'max-uploads', 'key-marker', 'upload-id-marker'],
    'ListMultipartUploads',
    listUploads,
  ],
  ['POST', 'bucket', ['delete'], [], 'DeleteObjects', deleteObjects],
  ['PUT', 'object', [], [], 'PutObject', putObject],
  ['GET', 'object', [], ['response-content-disposition', 'response-content-type'], 'GetObject', getObject],
  ['HEAD', 'object', [], [], 'HeadObject', headObject],
  ['DELETE', 'object', [], [], 'DeleteObject', deleteObject],
  ['POST', 'object', ['uploads'], [], 'CreateMultipartUpload', createUpload],
  ['PUT', 'object', ['partNumber', 'uploadId'], [], 'UploadPart', uploadPart],
  ['POST', 'object', ['uploadId'], [], 'CompleteMultipartUpload', completeUpload],
  ['DELETE', 'object', ['uploadId'], [], 'AbortMultipartUpload', abortUpload],
] as const satisfies readonly (readonly [
  method: string,
  on: 'bucket' | 'object',
  named: readonly string[],
  others: readonly string[],
  name: string,
  run: (call: Call) => Answer,
])[];

export type OperationName = (typeof table)[number][4];

export type Operation = { readonly name: OperationName; readonly run: (call: Call) => Answer };

/** Returns the operation of a request. Rejects parameters that the double does not implement. */
export function operationOf(method: string, key: string, query: URLSearchParams): Operation {
  const given = [...query.keys()].filter((name) => !/^(x-amz-|x-id$)/i.test(name));
  const found = table.find(
    ([of, on, named, others]) =>
      of === method &&
      (on === 'bucket') === (key === '') &&
      named.every((name) => given.includes(name)) &&
      given.every((name) => [...named, ...others].some((known) => known === name)),
  );
  if (!found)
    throw new S3Refusal(501, 'NotImplemented', `${method} with ${given.join(', ')} is not implemented.`);
  return { name: found[4], run: found[5] };
}
