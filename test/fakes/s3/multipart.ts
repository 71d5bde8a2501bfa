import { randomBytes } from 'node:crypto';
import { type Answer, S3Refusal, textsOf, xml } from './answers.ts';
import { type Call, etagOf, md5, type OpenUpload, pageSize } from './bucket.ts';

const minPartSize = 5 * 1024 * 1024;
const maxParts = 10_000;

export function createUpload({ bucket, key, header, now: begunAt }: Call): Answer {
  const id = randomBytes(16).toString('hex');
  const contentType = header('content-type') ?? 'binary/octet-stream';
  bucket.uploads.set(id, { id, key, contentType, begunAt, parts: new Map() });
  return xml('InitiateMultipartUploadResult', { Bucket: bucket.name, Key: key, UploadId: id });
}

export function uploadPart(call: Call): Answer {
  const upload = openUpload(call);
  const number = Number(call.query.get('partNumber'));
  if (!Number.isInteger(number) || number < 1 || number > maxParts) {
    throw new S3Refusal(400, 'InvalidArgument', `Part number must be an integer between 1 and ${maxParts}`);
  }
  const etag = etagOf(call.body);
  upload.parts.set(number, { bytes: call.body, etag });
  return { status: 200, headers: { etag } };
}

export function completeUpload(call: Call): Answer {
  const upload = openUpload(call);
  const { bucket, key, now: modifiedAt } = call;
  const parts = partsNamed(upload, call.body.toString());
  const etag = `"${md5(Buffer.concat(parts.map(md5))).toString('hex')}-${parts.length}"`;
  bucket.objects.set(key, { bytes: Buffer.concat(parts), etag, contentType: upload.contentType, modifiedAt });
  bucket.uploads.delete(upload.id);
  return xml('CompleteMultipartUploadResult', { Bucket: bucket.name, Key: key, ETag: etag });
}

export function abortUpload(call: Call): Answer {
  call.bucket.uploads.delete(openUpload(call).id);
  return { status: 204 };
}

export function listUploads({ bucket, query }: Call): Answer {
  const prefix = query.get('prefix') ?? '';
  const [keyMarker, idMarker] = [query.get('key-marker') ?? '', query.get('upload-id-marker')];
  const all = [...bucket.uploads.values()]
    .filter(({ key }) => key.startsWith(prefix))
    .sort((a, b) => compare(a.key, b.key) || compare(a.id, b.id))
    .filter(({ key, id }) => key > keyMarker || (idMarker !== null && key === keyMarker && id > idMarker));
  const page = all.slice(0, pageSize(query, 'max-uploads'));
  const last = page.length < all.length ? page.at(-1) : undefined;
  return xml('ListMultipartUploadsResult', {
    Bucket: bucket.name,
    Prefix: prefix,
    IsTruncated: last !== undefined,
    NextKeyMarker: last?.key,
    NextUploadIdMarker: last?.id,
    Upload: page.map(({ key, id, begunAt }) => ({
      Key: key,
      UploadId: id,
      Initiated: new Date(begunAt).toISOString(),
    })),
  });
}

function openUpload({ bucket, key, query }: Call): OpenUpload {
  const upload = bucket.uploads.get(query.get('uploadId') ?? '');
  if (upload?.key === key) return upload;
  const message = 'The specified upload does not exist. It may have been aborted or completed.';
  throw new S3Refusal(404, 'NoSuchUpload', message);
}

/** Returns the bytes of the listed parts. Throws if a part is missing, out of order or too small. */
function partsNamed({ parts }: OpenUpload, body: string): readonly Buffer[] {
  const numbers = textsOf(body, 'PartNumber').map(Number);
  const tags = textsOf(body, 'ETag');
  if (numbers.length === 0 || numbers.length !== tags.length) {
    throw new S3Refusal(400, 'MalformedXML', 'The XML you provided was not well-formed');
  }
  if (numbers.some((number, index) => index > 0 && number <= (numbers[index - 1] ?? 0))) {
    throw new S3Refusal(400, 'InvalidPartOrder', 'The list of parts was not in ascending order.');
  }
  const found = numbers.map((number, index) => {
    const part = parts.get(number);
    if (part && part.etag === `"${tags[index]?.replaceAll('"', '')}"`) return part.bytes;
    const message = 'One or more of the specified parts could not be found, or their entity tags differ.';
    throw new S3Refusal(400, 'InvalidPart', message);
  });
  if (found.slice(0, -1).some(({ length }) => length < minPartSize)) {
    throw new S3Refusal(
      400,
      'EntityTooSmall',
      'Your proposed upload is smaller than the minimum allowed size',
    );
  }
  return found;
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
