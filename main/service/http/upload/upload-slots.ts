import type { FastifyRequest } from 'fastify';
import type { CodedError } from '../../../base/errors.ts';
import { serviceErrors } from '../../errors.ts';
import type { ServiceContext } from '../../service-context.ts';
import { requesterKey } from '../requester.ts';

/**
 * Runs `work` if a slot is free. `signal` aborts an upload below the minimum speed when a new upload needs
 * its slot. Throws `service/busy`.
 */
export type UploadSlots = <Result>(
  request: FastifyRequest,
  work: (signal: AbortSignal) => Promise<Result>,
) => Promise<Result>;

type Upload = {
  readonly request: FastifyRequest;
  readonly requester: string;
  readonly abortController: AbortController;
  /** Time of the last speed measurement, in monotonic milliseconds. */
  measuredAt: number;
  bytes: number;
};

const minMeasureMs = 10_000;

export function createUploadSlots({ limits, clock }: Pick<ServiceContext, 'limits' | 'clock'>): UploadSlots {
  const { maxParallelUploads, minUploadSpeed } = limits;
  const share = Math.ceil(maxParallelUploads / 2);
  const busy = (limit: number): CodedError => serviceErrors.busy({ limit });
  const running = new Set<Upload>();
  const abortSlowest = (): boolean => {
    const measured = [...running].map((upload) => ({ upload, speed: speedOf(upload, clock.monotonic()) }));
    const slowest = measured.toSorted((a, b) => a.speed - b.speed)[0];
    if (!slowest || slowest.speed >= minUploadSpeed) return false;
    running.delete(slowest.upload);
    slowest.upload.abortController.abort(busy(maxParallelUploads));
    return true;
  };
  return async (request, work) => {
    const requester = requesterKey(request);
    const own = [...running].filter((other) => other.requester === requester).length;
    if (own >= share) throw busy(share);
    if (running.size >= maxParallelUploads && !abortSlowest()) throw busy(maxParallelUploads);
    const upload: Upload = {
      ...{ request, requester, abortController: new AbortController() },
      ...{ measuredAt: clock.monotonic(), bytes: request.raw.socket.bytesRead },
    };
    running.add(upload);
    try {
      return await work(upload.abortController.signal);
    } finally {
      running.delete(upload);
    }
  };
}

/** Returns bytes per second; infinite if measured too recently, paused by the service, or complete. */
function speedOf(upload: Upload, now: number): number {
  const { raw } = upload.request;
  const elapsed = now - upload.measuredAt;
  if (elapsed < minMeasureMs) return Number.POSITIVE_INFINITY;
  const received = raw.socket.bytesRead - upload.bytes;
  upload.measuredAt = now;
  upload.bytes = raw.socket.bytesRead;
  return raw.complete || raw.isPaused() ? Number.POSITIVE_INFINITY : (received * 1_000) / elapsed;
}
