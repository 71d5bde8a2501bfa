/** Server-side verification of AWS Signature Version 4. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { S3Refusal } from './answers.ts';

export type SignedRequest = {
  readonly method: string;
  /** Path before URL decoding. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
};

export type Verifier = {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number;
};

type Claim = {
  readonly credential: string;
  readonly signedHeaders: readonly string[];
  readonly signature: string;
  /** `20261124T041500Z`. */
  readonly date: string;
  readonly payload: string;
};

const skewMs = 15 * 60_000;
const algorithm = 'AWS4-HMAC-SHA256';

/** Throws the error of a real server if the signature is missing or invalid. */
export function verifySignature(request: SignedRequest, verifier: Verifier): void {
  const isPresigned = request.query.has('X-Amz-Signature');
  const claim = isPresigned ? presignedClaim(request) : headerClaim(request);
  const scope = checkScope(claim, verifier);
  if (isPresigned) checkExpiry(request, claim, verifier);
  else checkClock(claim, verifier);
  checkSignedHeaders(request, claim);
  checkSignature(request, claim, scope, verifier);
  checkPayload(request, claim);
}

function headerClaim({ headers }: SignedRequest): Claim {
  const given = headers.authorization;
  if (given === undefined) throw new S3Refusal(403, 'AccessDenied', 'Access Denied');
  const [, credential, names, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^,\s]+), ?SignedHeaders=([^,\s]+), ?Signature=([0-9a-f]{64})$/.exec(
      given,
    ) ?? [];
  const date = headers['x-amz-date'];
  const payload = headers['x-amz-content-sha256'];
  if (!credential || !names || !signature || typeof date !== 'string') {
    throw new S3Refusal(400, 'AuthorizationHeaderMalformed', 'The authorization header is malformed.');
  }
  if (typeof payload !== 'string') {
    throw new S3Refusal(
      400,
      'InvalidRequest',
      'Missing required header for this request: x-amz-content-sha256',
    );
  }
  return { credential, signedHeaders: names.split(';'), signature, date, payload };
}

function presignedClaim({ query }: SignedRequest): Claim {
  const of = (name: string): string => query.get(`X-Amz-${name}`) ?? '';
  if (of('Algorithm') !== algorithm) {
    throw new S3Refusal(
      400,
      'AuthorizationQueryParametersError',
      'X-Amz-Algorithm only supports AWS4-HMAC-SHA256',
    );
  }
  return {
    credential: of('Credential'),
    signedHeaders: of('SignedHeaders').split(';'),
    signature: of('Signature'),
    date: of('Date'),
    payload: 'UNSIGNED-PAYLOAD',
  };
}

function checkScope({ credential, date }: Claim, { accessKeyId, region }: Verifier): string {
  const [id, ...parts] = credential.split('/');
  if (id !== accessKeyId) {
    const message = 'The AWS Access Key Id you provided does not exist in our records.';
    throw new S3Refusal(403, 'InvalidAccessKeyId', message);
  }
  if (parts[1] !== region) {
    const message = `The authorization header is malformed; the region '${parts[1]}' is wrong; expecting '${region}'`;
    throw new S3Refusal(400, 'AuthorizationHeaderMalformed', message, { Region: region });
  }
  const scope = parts.join('/');
  if (scope !== `${date.slice(0, 8)}/${region}/s3/aws4_request`) {
    throw new S3Refusal(400, 'AuthorizationHeaderMalformed', 'The credential scope is malformed.');
  }
  return scope;
}

function timeOf(date: string): number {
  return Date.parse(date.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}

function checkClock({ date }: Claim, { now }: Verifier): void {
  if (Math.abs(timeOf(date) - now()) <= skewMs) return;
  const message = 'The difference between the request time and the current time is too large.';
  throw new S3Refusal(403, 'RequestTimeTooSkewed', message, { ServerTime: new Date(now()).toISOString() });
}

function checkExpiry({ query }: SignedRequest, { date }: Claim, { now }: Verifier): void {
  const seconds = Number(query.get('X-Amz-Expires'));
  if (!(seconds >= 1 && seconds <= 604_800)) {
    throw new S3Refusal(
      400,
      'AuthorizationQueryParametersError',
      'X-Amz-Expires must be between 1 and 604800',
    );
  }
  const begun = timeOf(date);
  if (!(begun - now() <= skewMs && now() < begun + seconds * 1000)) {
    throw new S3Refusal(403, 'AccessDenied', 'Request has expired');
  }
}

function checkSignedHeaders({ headers }: SignedRequest, { signedHeaders }: Claim): void {
  const needed = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))];
  const missing = needed.filter((name) => !signedHeaders.includes(name));
  if (missing.length === 0) return;
  const message = 'There were headers present in the request which were not signed';
  throw new S3Refusal(403, 'AccessDenied', message, { HeadersNotSigned: missing.join(', ') });
}

function checkSignature(request: SignedRequest, claim: Claim, scope: string, verifier: Verifier): void {
  const { method, path, query, headers } = request;
  const pairs = [...query].filter(([name]) => name !== 'X-Amz-Signature');
  const canonical = [
    method,
    path
      .split('/')
      .map((part) => encode(decodeURIComponent(part)))
      .join('/'),
    pairs
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .sort()
      .join('&'),
    ...claim.signedHeaders.map(
      (name) =>
        `${name}:${String(headers[name] ?? '')
          .trim()
          .replaceAll(/ +/g, ' ')}`,
    ),
    '',
    claim.signedHeaders.join(';'),
    claim.payload,
  ].join('\n');
  const text = [algorithm, claim.date, scope, sha256(canonical)].join('\n');
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${verifier.secretAccessKey}`);
  const expected = hmac(key, text);
  const given = Buffer.from(claim.signature, 'hex');
  if (given.length === expected.length && timingSafeEqual(given, expected)) return;
  const message = 'The request signature we calculated does not match the signature you provided.';
  throw new S3Refusal(403, 'SignatureDoesNotMatch', message);
}

function checkPayload({ body }: SignedRequest, { payload }: Claim): void {
  if (payload === 'UNSIGNED-PAYLOAD') return;
  if (payload.startsWith('STREAMING-')) {
    throw new S3Refusal(501, 'NotImplemented', 'Signed chunks and trailers are not implemented.');
  }
  if (payload === sha256(body)) return;
  const message = "The provided 'x-amz-content-sha256' header does not match what was computed.";
  throw new S3Refusal(400, 'XAmzContentSHA256Mismatch', message);
}

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
