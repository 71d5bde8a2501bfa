/** Requests of tus 1.0.0, a protocol for resumable uploads. */
import type { Clock } from '../../base/clock.ts';
import { CodedError } from '../../base/errors.ts';
import { messageOf } from '../../messages/message.ts';
import { type CallOptions, type Calls, type Payload, unexpectedBody } from '../calls.ts';
import { apiErrors } from '../errors.ts';
import type { Target } from '../links.ts';
import type { HttpResponse, Method } from '../transport/http-types.ts';
import { parseJson } from '../transport/response/error-message.ts';
import { isTus, responseDetails, retryAfter } from '../transport/response/response-error.ts';
import { resolveSameOrigin } from '../transport/same-origin.ts';
import { maxBaseEntries, type UploadBase, uploadBase } from '../wire.ts';
import { readOffset, uploadMetadata } from './resume-policy.ts';
import type { UploadAttempt } from './upload-attempt.ts';
import { createOffsetBody, type FileToUpload, type UploadBody } from './upload-body.ts';
import type { BaseQuery } from './upload-options.ts';

export type TusRequests = {
  /** Creates an upload and returns its address. The file may be sent only after the address is stored. */
  create(
    target: Target,
    file: FileToUpload,
    releaseNote: string | undefined,
    signal: AbortSignal | undefined,
  ): Promise<URL>;
  /** Returns the supported tus extensions, and the address that returns a base (null if not offered). */
  capabilities(target: Target, signal: AbortSignal | undefined): Promise<Capabilities>;
  /** Returns the base for a recipe; null without a build of the application or if the response is invalid. */
  base(address: URL, app: BaseQuery, signal: AbortSignal | undefined): Promise<UploadBase | null>;
  /** Returns how many bytes the service has; null if no upload has this size or HEAD is not supported. */
  offset(address: URL, size: number, signal: AbortSignal | undefined): Promise<number | null>;
  /** Sends the file from `offset`. */
  append(address: URL, offset: number, attempt: UploadAttempt): Promise<HttpResponse>;
  /** Returns the response to the complete file. Waits while the service stores it. */
  result(address: URL, signal: AbortSignal | undefined): Promise<HttpResponse>;
  remove(address: URL): Promise<void>;
};

export type Capabilities = { readonly extensions: readonly string[]; readonly base: URL | null };

const version = { 'tus-resumable': '1.0.0' };

/** Status if the service has no build of the application or hides it from the token. */
const noBase = 424;
/** More than twice the size of the longest valid list. */
const maxBaseBytes = 8 * 1024 * 1024;
const baseLink = /<([^<>]*)>; *rel="get_upload_base"/;

/** Statuses of HEAD if the service has all bytes, and refused the build or is still recording it. */
const receivedStatuses = [422, 423];
const maxStoringMs = 5 * 60_000;
const maxPauseSeconds = 60;

export function createTusRequests(calls: Calls, clock: Clock, base: URL): TusRequests {
  const read = (
    method: Method,
    url: URL,
    signal?: AbortSignal,
    accepted: readonly number[] = [],
  ): Promise<HttpResponse> =>
    calls.sendTo({ method, url }, 'item', { signal, accepted, payload: () => headersOnly({}) });
  return {
    capabilities: async ({ url }, signal) => {
      const answer = await read('OPTIONS', url, signal);
      const [, link] = baseLink.exec(answer.header('link') ?? '') ?? [];
      const address = link === undefined ? null : resolveSameOrigin(base, link, answer.url);
      return {
        extensions: answer.header('tus-extension')?.split(/, */) ?? [],
        base: typeof address === 'string' ? null : address,
      };
    },
    base: async (address, { platform, packageId }, signal) => {
      const url = new URL(address);
      url.search = String(new URLSearchParams({ platform, packageId }));
      try {
        const bytes = await calls.bytes(url.href, maxBaseBytes, signal ? { signal } : {});
        return bytes && readBase(parseJson(bytes.toString('utf8')));
      } catch (error) {
        if (error instanceof CodedError && error.details.status === noBase) return null;
        throw error;
      }
    },
    create: async (target, { size, fileName: filename, recipe }, releaseNote, signal) => {
      const headers = {
        'upload-length': String(size),
        'upload-metadata': uploadMetadata({
          ...{ filename, releaseNote, base: recipe?.base },
          ...(recipe ? { size: String(recipe.size) } : {}),
        }),
      };
      const options: CallOptions = { signal, fileSize: size, payload: () => headersOnly(headers) };
      const answer = await calls.sendTo(target, 'item', options);
      const location = answer.header('location');
      const address = location === null ? null : resolveSameOrigin(base, location, answer.url);
      if (!isTus(answer) || address === null || typeof address === 'string')
        throw missingHeader(answer, 'Location');
      return address;
    },
    offset: (address, size, signal) =>
      calls.detectPortal(async () => {
        try {
          return offsetIn(await read('HEAD', address, signal, receivedStatuses), size);
        } catch (error) {
          if (isGone(error) || isMethodRefused(error)) return null;
          throw error;
        }
      }),
    append: async (url, offset, attempt) => {
      const answer = await attempt.request(
        (options) => withHeaders(createOffsetBody(options, offset), { 'upload-offset': String(offset) }),
        offset,
        (options) => calls.sendTo({ method: 'PATCH', url }, 'item', options),
      );
      if (!isTus(answer)) throw missingHeader(answer, 'Tus-Resumable');
      return answer;
    },
    result: (address, signal) =>
      calls.detectPortal(async () => {
        const deadline = clock.monotonic() + maxStoringMs;
        for (;;) {
          const answer = await read('GET', address, signal);
          if (answer.status !== 202) return answer;
          const seconds = Math.min(maxPauseSeconds, Math.max(1, retryAfter(answer) ?? 1));
          if (clock.monotonic() > deadline) {
            const reason = messageOf('network/bareStatus', { status: answer.status });
            throw apiErrors.busy({ reason, seconds }, { details: responseDetails(answer) });
          }
          await clock.sleep(seconds * 1_000, signal);
        }
      }),
    remove: async (address) => {
      try {
        await read('DELETE', address);
      } catch (error) {
        if (!isGone(error)) throw error;
      }
    },
  };
}

/** Returns null if the value is invalid. Checks the list first: the schema would report each wrong number. */
function readBase(value: unknown): UploadBase | null {
  const entries = typeof value === 'object' && value !== null && 'entries' in value ? value.entries : null;
  if (!Array.isArray(entries) || entries.length > maxBaseEntries || !entries.every(isEntry)) return null;
  return uploadBase.safeParse(value).data ?? null;
}

function isEntry(entry: unknown): boolean {
  return (
    Array.isArray(entry) &&
    entry.length === 4 &&
    entry.every((number) => Number.isSafeInteger(number) && number >= 0)
  );
}

function offsetIn(answer: HttpResponse, size: number): number | null {
  if (!isTus(answer)) throw missingHeader(answer, 'Tus-Resumable');
  const length = answer.header('upload-length');
  return length === null || Number(length) === size ? readOffset(answer.header('upload-offset'), size) : null;
}

function withHeaders(body: UploadBody, headers: Readonly<Record<string, string>>): UploadBody {
  return { ...body, headers: { ...version, ...body.headers, ...headers } };
}

function headersOnly(headers: Readonly<Record<string, string>>): Payload {
  return { headers: { ...version, ...headers }, body: '' };
}

function missingHeader(answer: HttpResponse, name: string): CodedError {
  const problem = messageOf('problem/field', { name, problem: messageOf('problem/missing') });
  return unexpectedBody(answer, messageOf('answer/upload'), problem);
}

/** Returns true if the service or an intermediary does not support the method. */
export function isMethodRefused(error: unknown): boolean {
  return error instanceof CodedError && [405, 501].includes(error.details.status ?? 0);
}

/** Returns true if the service responds 404 or 410, but not if an intermediary does. */
export function isGone(error: unknown): boolean {
  if (!(error instanceof CodedError)) return false;
  const { status, bodyKind } = error.details;
  return (status === 404 || status === 410) && bodyKind === 'service';
}
