import type { TestingdistApi } from '../../api/resources/testingdist.ts';
import type { SendBody, TestVersion } from '../../api/wire.ts';
import type { Clock } from '../../base/clock.ts';
import { CodedError, isAbort, toFailure } from '../../base/errors.ts';
import { coreErrors } from '../errors.ts';

export type Tries = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Delays before the checks. A service records a send within seconds. */
const looksAfterMs = [0, 1_000, 2_000, 4_000];

/** Errors that prove that no request reached the service. */
const notReached: ReadonlySet<string> = new Set([
  'api/unknownHost',
  'api/connectionRefused',
  'api/certificate',
  'api/notHttp',
]);

/**
 * Sends a version once and returns it updated. After a lost response, checks the service before sending
 * again. Throws API errors if it was not sent, `core/sentUnseen` if it cannot be read afterwards, and
 * `core/sendUnknown` if the outcome is unknown.
 */
export async function sendVersion(
  api: Pick<TestingdistApi, 'getVersion' | 'send'>,
  versionId: number,
  recipients: SendBody,
  { clock, tries }: { readonly clock: Clock; readonly tries: Tries },
): Promise<TestVersion> {
  const read = (): Promise<TestVersion> => tries(() => api.getVersion(versionId));
  const { lastSendDateTimeUtc: before } = await read();
  const sentSince = async (): Promise<TestVersion | null> => {
    const now = await read().catch((cause: unknown) => {
      if (isAbort(cause)) throw cause;
      throw coreErrors.sendUnknown({ said: toFailure(cause) }, { cause });
    });
    return now.lastSendDateTimeUtc === before ? null : now;
  };
  const lookFor = async (): Promise<TestVersion | null> => {
    for (const pauseMs of looksAfterMs) {
      await clock.sleep(pauseMs);
      const sent = await sentSince();
      if (sent) return sent;
    }
    return null;
  };
  let begun = false;
  const found = await tries(async () => {
    const sent = begun ? await sentSince() : null;
    if (sent) return sent;
    try {
      await api.send(versionId, recipients);
      return null;
    } catch (error) {
      if (isRefusal(error)) throw error;
      begun = true;
      const arrived = await lookFor();
      if (arrived) return arrived;
      throw error;
    }
  });
  if (found) return found;
  return read().catch((cause: unknown) => {
    throw coreErrors.sentUnseen({}, { cause });
  });
}

/** True if nothing was sent. After a 5xx of a gateway the service behind it may still send. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof CodedError) || isAbort(error)) return true;
  const { status = 0 } = error.details;
  return notReached.has(error.code) || (status >= 400 && status < 500);
}
