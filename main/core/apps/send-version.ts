/** Sends a version by mail once, also when the answer is lost: then the service is asked before anything is sent again. */
import type { TestingdistApi } from '../../api/resources/testingdist.ts';
import type { SendBody, TestVersion } from '../../api/wire.ts';
import type { Clock } from '../../base/clock.ts';
import { CodedError, isAbort, toFailure } from '../../base/errors.ts';
import { coreErrors } from '../errors.ts';

/** Does work again as long as its failure may pass; by default it is done once. */
export type Tries = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** What a service has to do between taking the request and noting it takes seconds, not minutes. */
const looksAfterMs = [0, 1_000, 2_000, 4_000];

/** These say that no request ever reached the service. */
const notReached: ReadonlySet<string> = new Set([
  'api/unknownHost',
  'api/connectionRefused',
  'api/certificate',
  'api/notHttp',
]);

/**
 * The version as it is afterwards. Throws the errors of `api` when it was not sent, `core/sentUnseen` when only reading it
 * afterwards failed, and `core/sendUnknown` when it cannot be found out.
 */
export async function sendVersion(
  api: Pick<TestingdistApi, 'getVersion' | 'send'>,
  versionId: number,
  recipients: SendBody,
  { clock, tries }: { readonly clock: Clock; readonly tries: Tries },
): Promise<TestVersion> {
  const read = (): Promise<TestVersion> => tries(() => api.getVersion(versionId));
  const { lastSendDateTimeUtc: before } = await read();
  /** The version when it was sent since; null when it was not. */
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

/** Certainly nobody was told. A 5xx is no such word: gateways say it while the service behind them goes on. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof CodedError) || isAbort(error)) return true;
  const { status = 0 } = error.details;
  return notReached.has(error.code) || (status >= 400 && status < 500);
}
