import { createHash } from 'node:crypto';
import { addAbortSignal, type Readable } from 'node:stream';
import { CodedError, isAbort, systemCode } from '../../base/errors.ts';
import type { Log } from '../../base/log/log.ts';
import { serviceErrors } from '../errors.ts';
import type { ObjectStore } from './objects.ts';
import type { RecordedBuild } from './sql/copy-records.ts';

/** Builds copied in parallel: most are small, so the latency of disk and network dominates. */
const maxParallelBuilds = 4;

/** Read errors of the file itself; other errors mean that the storage is unavailable. */
const unreadableCodes: ReadonlySet<string> = new Set(['EIO', 'EACCES', 'EPERM', 'EISDIR']);

export type BuildTarget = {
  readonly objects: ObjectStore;
  nameOf(build: RecordedBuild): string;
  onCopied(sha256: string, object: string): Promise<void>;
};

type Options = {
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Called with the size of each chunk, and with a negative number when a copy is discarded. */
  readonly onBytes: (bytes: number) => void;
  readonly onBuild: () => void;
};

/**
 * Copies builds and verifies their SHA-256. Returns builds that are missing, damaged or unreadable. Throws
 * `service/storageUnavailable`, `service/full` and the reason of `signal`, after all running copies have
 * ended.
 */
export async function copyBuilds(
  from: ObjectStore,
  to: BuildTarget,
  builds: readonly RecordedBuild[],
  options: Options,
): Promise<readonly RecordedBuild[]> {
  const { log, onBuild } = options;
  const abortController = new AbortController();
  const signal = AbortSignal.any([options.signal, abortController.signal]);
  const failed: RecordedBuild[] = [];
  const queue = builds.values();
  const copyNext = async (): Promise<void> => {
    for (const build of queue) {
      signal.throwIfAborted();
      const outcome = await copyBuild(from, to, build, { ...options, signal });
      if (outcome === 'copied') {
        onBuild();
        continue;
      }
      failed.push(build);
      log.error('Could not copy a build of the source', { ...build, reason: outcome });
    }
  };
  const workers = Array.from({ length: maxParallelBuilds }, () =>
    copyNext().catch((error: unknown) => abortController.abort(error)),
  );
  await Promise.all(workers);
  signal.throwIfAborted();
  return failed;
}

type Outcome = 'copied' | 'missing' | 'damaged' | 'unreadable';

async function copyBuild(
  from: ObjectStore,
  to: BuildTarget,
  build: RecordedBuild,
  { signal, onBytes }: Options,
): Promise<Outcome> {
  const { sha256, object } = build;
  const source = object === null ? null : await openSource(from, object);
  if (source === null || source === 'unreadable') return source ?? 'missing';
  let failure: unknown = null;
  addAbortSignal(signal, source).on('error', (error) => {
    failure = error;
  });
  let bytes = 0;
  let isComplete = false;
  const name = to.nameOf(build);
  try {
    const writer = await to.objects.create(name);
    try {
      const hash = createHash('sha256');
      for await (const chunk of source as AsyncIterable<Uint8Array>) {
        hash.update(chunk);
        await writer.append([chunk]);
        bytes += chunk.length;
        onBytes(chunk.length);
      }
      if (hash.digest('hex') !== sha256) return 'damaged';
      await writer.finish();
      isComplete = true;
      await to.onCopied(sha256, name);
      return 'copied';
    } finally {
      // A complete object is kept even if `onCopied` failed, because the blob record may exist.
      await (isComplete ? writer.keep() : writer.discard());
      if (!isComplete) onBytes(-bytes);
    }
  } catch (error) {
    if (error === failure) return sourceOutcome(error);
    throw error;
  } finally {
    source.destroy();
  }
}

async function openSource(from: ObjectStore, object: string): Promise<Readable | 'unreadable' | null> {
  try {
    return await from.read(object);
  } catch (error) {
    return sourceOutcome(error);
  }
}

function sourceOutcome(cause: unknown): 'unreadable' {
  if (cause instanceof CodedError || isAbort(cause)) throw cause;
  if (unreadableCodes.has(systemCode(cause) ?? '')) return 'unreadable';
  throw serviceErrors.storageUnavailable({}, { cause });
}
