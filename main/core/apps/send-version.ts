import type { TestingdistApi } from '../../api/resources/testingdist.ts';
import type { SendRequest, TestVersion } from '../../api/wire.ts';
import type { Clock } from '../../base/clock.ts';
import { CodedError, isAbort, toFailure } from '../../base/errors.ts';
import { coreErrors } from '../errors.ts';

export type Retry = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Delays before checking whether the version was sent. A service records a send within seconds. */
const checkDelaysMs = [0, 1_000, 2_000, 4_000];

/** Errors that prove that no request reached the service. */
const unreachedCodes: ReadonlySet<string> = new Set([
  'api/unknownHost',
  'api/connectionRefused',
  'api/certificate',
  'api/notHttp',
]);

/**
 * Sends a version once; after a lost response, checks the service first. Throws API errors if it was not
 * sent, `core/sentNotVerified` if it was sent but cannot be read, and `core/sendUnknown` if the outcome is
 * unknown.
 */
export async function sendVersion(
  api: Pick<TestingdistApi, 'getVersion' | 'send'>,
  versionId: number,
  request: SendRequest,
  { clock, retry }: { readonly clock: Clock; readonly retry: Retry },
): Promise<TestVersion> {
  const read = (): Promise<TestVersion> => retry(() => api.getVersion(versionId));
  const { lastSendDateTimeUtc: before } = await read();
  const versionIfSent = async (): Promise<TestVersion | null> => {
    const now = await read().catch((cause: unknown) => {
      if (isAbort(cause)) throw cause;
      throw coreErrors.sendUnknown({ reason: toFailure(cause) }, { cause });
    });
    return now.lastSendDateTimeUtc === before ? null : now;
  };
  const pollUntilSent = async (): Promise<TestVersion | null> => {
    for (const pauseMs of checkDelaysMs) {
      await clock.sleep(pauseMs);
      const sent = await versionIfSent();
      if (sent) return sent;
    }
    return null;
  };
  let sendAttempted = false;
  const found = await retry(async () => {
    const sent = sendAttempted ? await versionIfSent() : null;
    if (sent) return sent;
    try {
      await api.send(versionId, request);
      return null;
    } catch (error) {
      if (isRejection(error)) throw error;
      sendAttempted = true;
      const arrived = await pollUntilSent();
      if (arrived) return arrived;
      throw error;
    }
  });
  if (found) return found;
  return read().catch((cause: unknown) => {
    throw coreErrors.sentNotVerified({}, { cause });
  });
}

/**
 * True if nothing was sent, or the caller aborted. After a 5xx from a gateway, the service behind the gateway
 * may still send.
 */
function isRejection(error: unknown): boolean {
  if (!(error instanceof CodedError) || isAbort(error)) return true;
  const { status = 0 } = error.details;
  return unreachedCodes.has(error.code) || (status >= 400 && status < 500);
}
