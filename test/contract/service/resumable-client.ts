import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import type { ListedTestApplication, TestVersion } from '../../../main/api/wire.ts';
import type { ServiceHost } from './service-host.ts';

export const uploads = '/api/v3/uploads';
export const pieceType = 'application/offset+octet-stream';
export const tus = { 'tus-resumable': '1.0.0' };

type Bytes = Uint8Array<ArrayBuffer>;
type Target = { readonly url: string; readonly token: string };

export const targetOf = ({ service, token }: ServiceHost): Target => ({ url: service.localUrl, token });

export function metadataOf(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',');
}

/** Sends a tus request. `body` contains bytes of the upload. */
export function tusCall(
  { token }: Pick<Target, 'token'>,
  method: string,
  address: string,
  { headers = {}, body }: { readonly headers?: Record<string, string>; readonly body?: Bytes } = {},
): Promise<Response> {
  return fetch(address, {
    method,
    redirect: 'error',
    headers: {
      authorization: `Bearer ${token}`,
      ...tus,
      ...(body === undefined ? {} : { 'content-type': pieceType }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  });
}

/** Starts an upload to `path`, relative to `uploads`. */
export function start(
  target: Target,
  path: string,
  length: number,
  options: {
    readonly metadata?: string;
    readonly body?: Bytes;
    readonly headers?: Record<string, string>;
  } = {},
): Promise<Response> {
  const { metadata = metadataOf({ filename: 'build.apk' }), body, headers } = options;
  return tusCall(target, 'POST', `${target.url}${uploads}/${path}`, {
    headers: { 'upload-length': String(length), 'upload-metadata': metadata, ...headers },
    ...(body === undefined ? {} : { body }),
  });
}

/** Starts an upload and returns its address at the local URL. */
export async function started(
  target: Target,
  length: number,
  path = 'testingdist',
  metadata?: string,
): Promise<string> {
  const response = await start(target, path, length, metadata === undefined ? {} : { metadata });
  if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`);
  return target.url + new URL(response.headers.get('location') ?? '').pathname;
}

export function patch(
  target: Pick<Target, 'token'>,
  address: string,
  offset: number,
  body: Bytes,
  headers: Record<string, string> = {},
): Promise<Response> {
  return tusCall(target, 'PATCH', address, {
    headers: { 'upload-offset': String(offset), ...headers },
    body,
  });
}

export async function offsetOf(target: Pick<Target, 'token'>, address: string): Promise<number | null> {
  const { headers } = await tusCall(target, 'HEAD', address);
  const offset = headers.get('upload-offset');
  return offset === null ? null : Number(offset);
}

/** A PATCH that announces a length and sends its bytes piece by piece. */
export type OpenPatch = {
  send(bytes: Bytes): Promise<void>;
  /** Breaks the connection. */
  cut(): void;
  readonly response: Promise<{ readonly status: number; readonly offset: string | undefined }>;
};

export function openPatch(
  { token }: Pick<Target, 'token'>,
  address: string,
  offset: number,
  length: number,
): OpenPatch {
  const request = httpRequest(address, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${token}`,
      ...tus,
      ...{ 'content-type': pieceType, 'upload-offset': offset, 'content-length': length },
    },
  });
  const response = once(request, 'response').then(([message]) => {
    message.resume();
    return {
      status: message.statusCode as number,
      offset: message.headers['upload-offset'] as string | undefined,
    };
  });
  // A cut request has no response; tests that cut it do not await one.
  response.catch(() => null);
  request.on('error', () => null);
  request.flushHeaders();
  return {
    response,
    send: (bytes) => new Promise((resolve) => void request.write(bytes, () => resolve())),
    cut: () => request.destroy(),
  };
}

type Files = readonly { readonly sha256: string }[];

export const hashOf = ({ profileFiles }: Pick<TestVersion, 'profileFiles'>) =>
  (profileFiles as Files)[0]?.sha256;

export async function storedHashes(host: ServiceHost): Promise<readonly (string | undefined)[]> {
  const listed = await host.json<readonly ListedTestApplication[]>('GET', '/api/v3/testingdist/profiles');
  return listed.flatMap(({ profiles }) => profiles.map(hashOf));
}

/** Returns the number of objects of builds and parts on the disk. */
export async function objectCount({ dataDir }: Pick<ServiceHost, 'dataDir'>): Promise<number> {
  const names = await readdir(join(dataDir, 'blobs'), { recursive: true });
  return names.filter((name) => /[0-9a-f]{32}-[0-9a-f]{16}$/.test(name)).length;
}

export const codeOf = async (response: Response) => [
  response.status,
  ((await response.json()) as { code: string }).code,
];
