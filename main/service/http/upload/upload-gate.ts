import type { FastifyRequest } from 'fastify';
import type { CodedError } from '../../../base/errors.ts';
import { serviceErrors } from '../../errors.ts';
import type { ServiceParts } from '../../parts.ts';
import { requesterKey } from '../requester.ts';

/**
 * Runs `work` if a slot is free. `signal` aborts to free the slot for a new upload. Throws `service/busy`.
 */
export type UploadGate = <Result>(
  request: FastifyRequest,
  work: (signal: AbortSignal) => Promise<Result>,
) => Promise<Result>;

type Upload = {
  readonly request: FastifyRequest;
  readonly requester: string;
  readonly ending: AbortController;
  /** Time at which `bytes` was read from the socket; monotonic milliseconds. */
  measuredAt: number;
  bytes: number;
};

const measuredMs = 10_000;

export function createUploadGate({ limits, clock }: Pick<ServiceParts, 'limits' | 'clock'>): UploadGate {
  const { parallelUploads, minimumUploadSpeed } = limits;
  const share = Math.ceil(parallelUploads / 2);
  const busy = (limit: number): CodedError => serviceErrors.busy({ limit });
  const running = new Set<Upload>();
  const endSlowest = (): boolean => {
    const measured = [...running].map((upload) => ({ upload, speed: speedOf(upload, clock.monotonic()) }));
    const slowest = measured.toSorted((a, b) => a.speed - b.speed)[0];
    if (!slowest || slowest.speed >= minimumUploadSpeed) return false;
    running.delete(slowest.upload);
    slowest.upload.ending.abort(busy(parallelUploads));
    return true;
  };
  return async (request, work) => {
    const requester = requesterKey(request);
    const own = [...running].filter((one) => one.requester === requester).length;
    if (own >= share) throw busy(share);
    if (running.size >= parallelUploads && !endSlowest()) throw busy(parallelUploads);
    const upload: Upload = {
      ...{ request, requester, ending: new AbortController() },
      ...{ measuredAt: clock.monotonic(), bytes: request.raw.socket.bytesRead },
    };
    running.add(upload);
    try {
      return await work(upload.ending.signal);
    } finally {
      running.delete(upload);
    }
  };
}

/** Returns bytes per second; infinite if measured too recently, complete, or paused by the service. */
function speedOf(upload: Upload, now: number): number {
  const { raw } = upload.request;
  const elapsed = now - upload.measuredAt;
  if (elapsed < measuredMs) return Number.POSITIVE_INFINITY;
  const received = raw.socket.bytesRead - upload.bytes;
  upload.measuredAt = now;
  upload.bytes = raw.socket.bytesRead;
  return raw.complete || raw.isPaused() ? Number.POSITIVE_INFINITY : (received * 1_000) / elapsed;
}
