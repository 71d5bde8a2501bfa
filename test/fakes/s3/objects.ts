import { crc32 } from 'node:zlib';
import { type Answer, S3Refusal, textsOf, xml } from './answers.ts';
import { type Call, etagOf, md5, pageSize, type StoredObject } from './bucket.ts';

export function putObject(call: Call): Answer {
  checkDigest(call);
  const { bucket, key, body: bytes, header, now: modifiedAt } = call;
  const etag = etagOf(bytes);
  const contentType = header('content-type') ?? 'binary/octet-stream';
  bucket.objects.set(key, { bytes, etag, contentType, modifiedAt });
  return { status: 200, headers: { etag } };
}

export function getObject(call: Call): Answer {
  const found = existing(call);
  const { bytes } = found;
  if (call.header('if-none-match') === found.etag) return { status: 304, headers: { etag: found.etag } };
  const headers = { ...headersOf(found), ...overrides(call.query) };
  const range = rangeOf(call.header('range'), bytes.length);
  if (!range) return { status: 200, headers, body: bytes };
  const { start, end } = range;
  const content = `bytes ${start}-${end}/${bytes.length}`;
  return {
    status: 206,
    headers: { ...headers, 'content-range': content },
    body: bytes.subarray(start, end + 1),
  };
}

export function headObject(call: Call): Answer {
  const found = existing(call);
  return { status: 200, headers: { ...headersOf(found), 'content-length': found.bytes.length } };
}

export function deleteObject({ bucket, key }: Call): Answer {
  bucket.objects.delete(key);
  return { status: 204 };
}

export function deleteObjects(call: Call): Answer {
  checkDigest(call, true);
  const keys = textsOf(call.body.toString(), 'Key');
  if (keys.length === 0 || keys.length > 1_000) {
    throw new S3Refusal(400, 'MalformedXML', 'The XML you provided was not well-formed');
  }
  for (const key of keys) call.bucket.objects.delete(key);
  return xml('DeleteResult', { Deleted: keys.map((Key) => ({ Key })) });
}

export function listObjects({ bucket, query }: Call): Answer {
  const prefix = query.get('prefix') ?? '';
  const token = query.get('continuation-token');
  const after = token === null ? '' : Buffer.from(token, 'base64url').toString();
  const keys = [...bucket.objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const page = keys.slice(0, pageSize(query, 'max-keys'));
  const isTruncated = page.length < keys.length && page.length > 0;
  return xml('ListBucketResult', {
    Name: bucket.name,
    Prefix: prefix,
    KeyCount: page.length,
    IsTruncated: isTruncated,
    NextContinuationToken: isTruncated ? Buffer.from(page.at(-1) ?? '').toString('base64url') : undefined,
    Contents: page.map((Key) => {
      const { bytes, etag, modifiedAt } = bucket.objects.get(Key) as StoredObject;
      return { Key, LastModified: new Date(modifiedAt).toISOString(), ETag: etag, Size: bytes.length };
    }),
  });
}

function existing({ bucket, key }: Call): StoredObject {
  const found = bucket.objects.get(key);
  if (!found) throw new S3Refusal(404, 'NoSuchKey', 'The specified key does not exist.', { Key: key });
  return found;
}

const headersOf = ({ etag, contentType, modifiedAt }: StoredObject) => ({
  etag,
  'content-type': contentType,
  'last-modified': new Date(modifiedAt).toUTCString(),
  'accept-ranges': 'bytes',
});

function overrides(query: URLSearchParams): Record<string, string> {
  const given = [...query].filter(([name]) => name.startsWith('response-'));
  return Object.fromEntries(given.map(([name, value]) => [name.slice('response-'.length), value]));
}

/** Parses a Range header; null for the whole object if it is missing or invalid. */
function rangeOf(header: string | undefined, size: number): { start: number; end: number } | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return null;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < start) return null;
  if (start >= size) {
    throw new S3Refusal(416, 'InvalidRange', 'The requested range is not satisfiable', {
      ActualObjectSize: size,
    });
  }
  return { start, end };
}

function checkDigest({ header, body }: Call, isRequired = false): void {
  const given = { md5: header('content-md5'), crc: header('x-amz-checksum-crc32') };
  if (isRequired && given.md5 === undefined && given.crc === undefined) {
    throw new S3Refusal(400, 'InvalidRequest', 'Missing required header for this request: Content-MD5');
  }
  const crc = Buffer.alloc(4);
  crc.writeUInt32BE(crc32(body));
  const isMd5Wrong = given.md5 !== undefined && given.md5 !== md5(body).toString('base64');
  if (isMd5Wrong || (given.crc !== undefined && given.crc !== crc.toString('base64'))) {
    throw new S3Refusal(400, 'BadDigest', 'The digest you specified did not match what we received.');
  }
}
