import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LimitFunction } from 'p-limit';
import type { Problem } from '../../api/wire.ts';
import { serviceErrors } from '../errors.ts';
import { problemOf, sendProblem } from '../http/problem.ts';
import { requesterKey } from '../http/requester.ts';
import { modeOf, sendResource } from '../http/requests.ts';
import { type BuildSource, receiveBuild } from '../http/upload/receive-build.ts';
import { releaseNoteOf } from '../release-note.ts';
import type { ServiceContext } from '../service-context.ts';
import type { ResumableUpload, UploadLease } from '../storage/upload-storage.ts';
import { assembleBuild, findBase, recipeMetadata } from './recipe.ts';
import { readMetadata, setState } from './tus-headers.ts';
import type { UploadOperations } from './upload-operation.ts';

export type ResumableContext = ServiceContext & {
  readonly operations: UploadOperations;
  /** Limits how many recipes are applied at once, because they occupy the processor. */
  readonly recipeLimit: LimitFunction;
};

const renewMs = 20_000;

/** Throws `service/noUpload`. */
export async function findUpload(
  request: FastifyRequest,
  { storage, clock }: Pick<ServiceContext, 'storage' | 'clock'>,
  id: string,
): Promise<ResumableUpload> {
  const upload = await storage.uploads.find(id, requesterKey(request), clock.now());
  if (!upload) throw serviceErrors.noUpload({});
  return upload;
}

/**
 * Records the build of a received upload, or sends the result if it has one. If another request is recording
 * it, responds to GET and HEAD with the state, and throws `service/uploadOffset` otherwise.
 */
export async function completeUpload(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: ResumableContext,
  { id }: ResumableUpload,
): Promise<FastifyReply> {
  const { uploads } = parts.storage;
  const lease = await uploads.startCompletion(id);
  if (!lease) return sendResultOfOther(request, reply, parts, id);
  const upload = await findUpload(request, parts, id);
  void setState(reply, upload);
  return withRenewal(parts, lease, async () => {
    try {
      const source = await sourceOf(request, parts, upload, lease);
      const create = (): Promise<FastifyReply> =>
        parts.operations[upload.target].create(request, reply, upload.targetId, (work) =>
          receiveBuild(request, parts, source, work),
        );
      return await (source.base ? parts.recipeLimit(create) : create());
    } catch (error) {
      const problem = problemOf(error, request);
      if (problem.code === 'service/noUpload') {
        if (!(await uploads.removeLeased(lease))) return sendResultOfOther(request, reply, parts, id);
      } else if (isFinal(problem)) {
        await uploads.endCompletion(lease, problem);
        if (request.method === 'HEAD') return reply.code(headStatusOf({ problem })).send();
      }
      throw error;
    }
  });
}

/** Sends the result of another request that records the build. PATCH and POST fail while there is none. */
async function sendResultOfOther(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: ResumableContext,
  id: string,
): Promise<FastifyReply> {
  const upload = await findUpload(request, parts, id);
  if (upload.result === null && request.method !== 'GET' && request.method !== 'HEAD')
    throw serviceErrors.uploadOffset({ offset: upload.offset });
  return sendResult(request, reply, parts, upload);
}

/** Renews the lease during `work`, and ends it afterwards. */
async function withRenewal<Result>(
  { storage: { uploads }, log }: Pick<ServiceContext, 'storage' | 'log'>,
  lease: UploadLease,
  work: () => Promise<Result>,
): Promise<Result> {
  const renew = (): void => {
    uploads.renewCompletion(lease).catch((error: unknown) => {
      log.warn('Could not renew the lease of an upload', { error });
    });
  };
  const timer = setInterval(renew, renewMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await uploads.endCompletion(lease, null);
  }
}

async function sourceOf(
  request: FastifyRequest,
  parts: Pick<ServiceContext, 'storage'>,
  upload: ResumableUpload,
  completes: UploadLease,
): Promise<BuildSource> {
  const recipe = recipeMetadata(readMetadata(upload.metadata ?? undefined));
  const base = recipe && (await findBase(request, parts.storage, recipe));
  const content = (): AsyncIterable<Uint8Array> =>
    recipe && base ? assembleBuild(parts, upload, recipe, base) : parts.storage.uploads.read(upload.id);
  return {
    announced: recipe?.size ?? upload.length,
    completes,
    ...(base ? { base } : {}),
    read: async (write) => ({
      file: await write(content(), upload.fileName),
      releaseNote: upload.releaseNote === null ? null : releaseNoteOf(upload.releaseNote),
    }),
  };
}

const transientStatuses: ReadonlySet<number> = new Set([401, 408, 429]);

/** Returns true for problems that the same build always causes. */
function isFinal({ status }: Problem): boolean {
  return status >= 400 && status < 500 && !transientStatuses.has(status);
}

/** Returns the status of a response to HEAD. It is never 404, which means that the upload does not exist. */
function headStatusOf(result: ResumableUpload['result']): 200 | 422 | 423 {
  if (result === null) return 423;
  return 'problem' in result ? 422 : 200;
}

/** Sends the result of the upload; its state if it has none. */
export async function sendResult(
  request: FastifyRequest,
  reply: FastifyReply,
  { operations }: Pick<ResumableContext, 'operations'>,
  upload: ResumableUpload,
): Promise<FastifyReply> {
  const { target, result } = upload;
  void setState(reply, upload);
  if (request.method === 'HEAD') return reply.code(headStatusOf(result)).send();
  if (result === null) return sendState(request, reply.code(202).header('retry-after', '1'), upload);
  if ('problem' in result) return sendProblem(reply, result.problem);
  return operations[target].show(request, reply, result.created);
}

/** Sends the state of an upload, with the field names of the IETF draft. */
export function sendState(
  request: FastifyRequest,
  reply: FastifyReply,
  { offset, length, result }: Pick<ResumableUpload, 'offset' | 'length' | 'result'>,
): FastifyReply {
  const state = { offset, length, complete: result !== null };
  return sendResource(reply, modeOf(request), state, (plain) => plain);
}
