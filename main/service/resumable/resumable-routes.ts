/** Resumable uploads: tus 1.0.0 over the same operations as the form uploads. */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import pLimit from 'p-limit';
import { toFailure } from '../../base/errors.ts';
import { uploadOperations } from '../description/resumable.ts';
import { serviceErrors } from '../errors.ts';
import { quotaUse } from '../http/requester.ts';
import { idOf, modeOf, rejectOtherMethods, sendResource } from '../http/requests.ts';
import { isPiece, piecesType } from '../http/upload/body-timeout.ts';
import { checkSpace } from '../http/upload/receive-build.ts';
import type { UploadSlots } from '../http/upload/upload-slots.ts';
import { basePath, creationPaths, uploadPath } from '../http/upload-paths.ts';
import type { ServiceContext } from '../service-context.ts';
import type { ResumableUpload, UploadTarget } from '../storage/upload-storage.ts';
import { appendBody } from './append.ts';
import { completeUpload, findUpload, type ResumableContext, sendResult, sendState } from './complete.ts';
import { createNewestBase, findBase, recipeMetadata } from './recipe.ts';
import { createRunningAppends, type RunningAppends } from './running-appends.ts';
import {
  type Checksum,
  capabilities,
  checkTusVersion,
  readByteCount,
  readChecksum,
  readMetadata,
  setState,
  tusVersion,
} from './tus-headers.ts';

type Context = ResumableContext & { readonly gate: UploadSlots; readonly running: RunningAppends };

/** Time after the last POST or PATCH during which disk space is reserved for the rest of an upload. */
const activeMs = 60 * 60_000;

const maxParallelRecipes = 2;

/** Responds to OPTIONS with the limits. Public, because they contain no service data. */
export function addUploadOptions(
  server: FastifyInstance,
  { limits, address }: Pick<ServiceContext, 'limits' | 'address'>,
): void {
  for (const path of [...Object.values(creationPaths), `${uploadPath}/:id`]) {
    server.options(path, async (_request, reply) =>
      reply.code(204).headers(capabilities(limits, address())).send(),
    );
  }
}

export function addResumableRoutes(
  server: FastifyInstance,
  parts: Omit<ResumableContext, 'recipeLimit'>,
  gate: UploadSlots,
): void {
  const context = {
    ...{ ...parts, gate, running: createRunningAppends() },
    recipeLimit: pLimit(maxParallelRecipes),
  };
  const newestBase = createNewestBase(parts);
  server.get(basePath, { schema: uploadOperations.base }, async (request, reply) => {
    const mode = modeOf(request);
    return sendResource(reply, mode, await newestBase(request), (plain) => plain);
  });
  rejectOtherMethods(server, basePath, ['GET']);
  server.register((area, _options, done) => {
    area.addContentTypeParser(piecesType, (_request, _payload, parsed) => parsed(null, null));
    // A hook, because errors of earlier hooks, such as a wrong token, need the header too.
    area.addHook('onSend', async (request, reply, payload) => {
      void reply.header('tus-resumable', tusVersion);
      if (request.method !== 'HEAD' || reply.statusCode >= 300) return payload;
      // HEAD returns only the state, even if it completed the upload.
      void reply.code(200).removeHeader('content-type');
      return null;
    });
    for (const [target, path] of Object.entries(creationPaths) as [UploadTarget, string][]) {
      area.post(path, { schema: uploadOperations[target] }, async (request, reply) =>
        createUpload(request, reply, context, target),
      );
      rejectOtherMethods(area, path, ['POST', 'OPTIONS']);
    }
    addUploadRoutes(area, context);
    done();
  });
}

async function createUpload(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: Context,
  target: UploadTarget,
): Promise<FastifyReply> {
  const { storage, limits, clock, address } = parts;
  modeOf(request);
  checkTusVersion(request, reply);
  const length = readByteCount(request, 'Upload-Length');
  const checksum = readChecksum(request);
  const header = request.headers['upload-metadata'];
  const metadata = header === undefined ? null : String(header);
  const values = readMetadata(metadata ?? undefined);
  const targetId = target === 'testVersion' || target === 'storeItem' ? idOf(request) : 0;
  await parts.operations[target].checkTarget(request, targetId);
  const fileName = values.get('filename') ?? '';
  if (length === 0) throw serviceErrors.emptyFile({ name: fileName });
  const recipe = recipeMetadata(values);
  const size = recipe?.size ?? length;
  if (Math.max(length, size) > limits.maxBuildBytes)
    throw serviceErrors.tooLarge({ limit: limits.maxBuildBytes });
  if (recipe) await findBase(request, storage, recipe);
  const use = quotaUse(request, parts, { uploads: 1, bytes: size });
  await storage.checkQuota(use);
  const expiresAt = clock.now() + limits.uploadExpiryMs;
  // Both sizes: the parts are removed only after the complete build is stored.
  await checkSpace(
    parts,
    length + size + (await storage.uploads.neededBytes(use.requester, expiresAt - activeMs)),
  );
  const id = randomBytes(16).toString('hex');
  await storage.uploads.add(
    {
      ...{ id, requester: use.requester, target, targetId, length, fileName, metadata, expiresAt },
      releaseNote: values.get('releaseNote') ?? null,
    },
    { maxCount: limits.maxUnfinishedUploads, maxBytes: use.quota.bytes },
  );
  const upload = await findUpload(request, parts, id);
  void setState(reply, upload).header('location', `${address()}${uploadPath}/${id}`);
  if (!isPiece(request.headers['content-type'])) return sendState(request, reply.code(201), upload);
  return append(request, reply, parts, { id, offset: 0, checksum, incomplete: 201 });
}

type Append = {
  readonly id: string;
  /** Position of the body in the build. */
  readonly offset: number;
  readonly checksum: Checksum | null;
  /** Status of the response if bytes are still missing. */
  readonly incomplete: 201 | 204;
};

/** Stores the body, and records the build if it is complete. */
function append(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: Context,
  { id, offset, checksum, incomplete }: Append,
): Promise<FastifyReply> {
  return parts.gate(request, async (slot) => {
    const onStored = (end: number): void => void reply.header('upload-offset', String(end));
    const store = async (taken: AbortSignal): Promise<void> => {
      const upload = await findUpload(request, parts, id);
      // Another request may have stored bytes since the offset was checked.
      if (upload.offset !== offset) throw serviceErrors.uploadOffset({ offset: upload.offset });
      if (isReceived(upload)) return;
      const signal = AbortSignal.any([slot, taken]);
      await appendBody(request, parts, upload, { checksum, signal, onStored });
    };
    await parts.running.run(id, store).catch(async (error: unknown) => {
      if (toFailure(error).code !== 'service/uploadOffset') throw error;
      const current = await findUpload(request, parts, id);
      onStored(current.offset);
      throw serviceErrors.uploadOffset({ offset: current.offset });
    });
    const upload = await findUpload(request, parts, id);
    void setState(reply, upload);
    if (isReceived(upload)) return completeUpload(request, reply, parts, upload);
    return incomplete === 204 ? reply.code(204).send() : sendState(request, reply.code(201), upload);
  });
}

function isReceived({ offset, length }: ResumableUpload): boolean {
  return offset === length;
}

function addUploadRoutes(server: FastifyInstance, parts: Context): void {
  const path = `${uploadPath}/:id`;
  const { uploads } = parts.storage;
  const idIn = ({ params }: FastifyRequest): string => (params as { readonly id: string }).id;
  /** Ends a request that is still sending bytes, whose client may be gone, and returns the upload. */
  const takeOver = async (request: FastifyRequest) => {
    await findUpload(request, parts, idIn(request));
    await parts.running.end(idIn(request));
    return findUpload(request, parts, idIn(request));
  };
  const isDescribed = { swagger: { exposeHeadRoute: true } };
  const result = (
    request: FastifyRequest,
    reply: FastifyReply,
    upload: ResumableUpload,
  ): Promise<FastifyReply> =>
    upload.result === null && !upload.isCompleting
      ? parts.gate(request, () => completeUpload(request, reply, parts, upload))
      : sendResult(request, reply, parts, upload);
  server.head(path, { schema: uploadOperations.head, config: isDescribed }, async (request, reply) => {
    modeOf(request);
    checkTusVersion(request, reply);
    const upload = await takeOver(request);
    // Clients that never send GET would treat the full offset as success.
    return isReceived(upload) ? result(request, reply, upload) : setState(reply, upload).send();
  });
  server.get(path, { schema: uploadOperations.get }, async (request, reply) => {
    modeOf(request);
    const upload = await findUpload(request, parts, idIn(request));
    return isReceived(upload) ? result(request, reply, upload) : sendResult(request, reply, parts, upload);
  });
  server.patch(path, { schema: uploadOperations.patch }, async (request, reply) => {
    modeOf(request);
    checkTusVersion(request, reply);
    const offset = readByteCount(request, 'Upload-Offset');
    const checksum = readChecksum(request);
    const upload = await takeOver(request);
    void setState(reply, upload);
    if (!isPiece(request.headers['content-type'])) {
      const given = request.headers['content-type'] ?? '(none)';
      throw serviceErrors.mediaType({ given, wanted: piecesType });
    }
    if (offset !== upload.offset) throw serviceErrors.uploadOffset({ offset: upload.offset });
    if (upload.result !== null) return sendResult(request, reply, parts, upload);
    await parts.storage.checkQuota(quotaUse(request, parts, { uploads: 1, bytes: upload.length }));
    return append(request, reply, parts, { id: upload.id, offset, checksum, incomplete: 204 });
  });
  server.delete(path, { schema: uploadOperations.delete }, async (request, reply) => {
    checkTusVersion(request, reply);
    const { id } = await takeOver(request);
    await uploads.remove(id);
    return reply.code(204).send();
  });
  rejectOtherMethods(server, path, ['GET', 'HEAD', 'PATCH', 'DELETE', 'OPTIONS']);
}
