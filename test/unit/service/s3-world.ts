import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { CodedError } from '../../../main/base/errors.ts';
import { newObjectName } from '../../../main/service/storage/object-names.ts';
import type { ObjectStore, ObjectWriter } from '../../../main/service/storage/objects.ts';
import { openS3Objects } from '../../../main/service/storage/s3/s3-objects.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { type S3Server, startS3 } from '../../fakes/s3/s3-server.ts';

export const mebibyte = 1024 * 1024;
export const partBytes = 5 * mebibyte;

export type S3World = {
  readonly server: S3Server;
  readonly store: ObjectStore;
  readonly logLines: readonly string[];
};

/** Opens a store on a new server and closes both after the test. */
export async function openS3World(): Promise<S3World> {
  const server = await startS3();
  onTestFinished(() => server.close());
  const { log, lines: logLines } = collectedLog();
  const store = await openS3Objects(server.settings, log);
  onTestFinished(() => store.close());
  return { server, store, logLines };
}

export const serviceId = '0123456789abcdef';
export const newName = (): string => newObjectName(serviceId);
export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Appends and then overwrites each chunk, because the writer must not use it afterwards. */
export async function append(writer: ObjectWriter, bytes: Buffer, chunkSize = 300_000): Promise<void> {
  for (let at = 0; at < bytes.length; at += chunkSize) {
    const chunk = Uint8Array.from(bytes.subarray(at, at + chunkSize));
    await writer.append([chunk]);
    chunk.fill(0);
  }
}

export async function upload(
  { store }: S3World,
  bytes: Buffer,
): Promise<{ name: string; writer: ObjectWriter }> {
  const name = newName();
  const writer = await store.create(name);
  await append(writer, bytes);
  await writer.finish();
  return { name, writer };
}

export async function readWhole(
  { store }: S3World,
  name: string,
  range?: { readonly start: number; readonly end: number },
): Promise<Buffer | null> {
  const stream = await store.read(name, range);
  return stream && buffer(stream);
}

/** Returns the codes of the thrown error and its cause. */
export async function failureOf(work: Promise<unknown>): Promise<readonly (string | undefined)[]> {
  const error = (await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )) as CodedError | null;
  return [error?.code, (error?.cause as CodedError | undefined)?.code];
}

/** Returns a function that lists the operations since `countRequests` was called. */
export function countRequests({ server }: S3World): () => readonly string[] {
  const before = server.requests.length;
  return () => server.requests.slice(before).map(({ operation }) => operation);
}
