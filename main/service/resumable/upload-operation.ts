import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ReceiveBuild } from '../http/upload/receive-build.ts';
import type { UploadTarget } from '../storage/upload-storage.ts';

/** Operation that creates a type of record from a build. The target id is 0 for records without a parent. */
export type UploadOperation = {
  /** Throws `service/noApplication` or `noProfile` if the target is missing or hidden from the token. */
  checkTarget(request: FastifyRequest, targetId: number): Promise<void>;
  /** Receives and records the build, and sends the created record with its address. */
  create(
    request: FastifyRequest,
    reply: FastifyReply,
    targetId: number,
    receive: ReceiveBuild,
  ): Promise<FastifyReply>;
  /** Sends the record that `create` created. */
  show(request: FastifyRequest, reply: FastifyReply, id: number): Promise<FastifyReply>;
};

export type UploadOperations<Targets extends UploadTarget = UploadTarget> = Readonly<
  Record<Targets, UploadOperation>
>;
