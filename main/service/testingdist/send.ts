import type { SendRequest } from '../../api/wire.ts';
import type { CodedError } from '../../base/errors.ts';
import { messageOf } from '../../messages/message.ts';
import { displayVersion } from '../../packages/package-info.ts';
import { serviceErrors } from '../errors.ts';
import { mailIconOf } from '../install/icon.ts';
import type { PlannedSends, ServiceContext } from '../service-context.ts';
import type { VersionDetails, VersionRecord } from '../storage/records.ts';
import type { Recipient, TestingStorage } from '../storage/storage.ts';
import { composeMessages } from './messages.ts';
import { resolveRecipients } from './recipients.ts';

/** Maximum number of messages composed at once. More recipients are recorded in batches of this size. */
const batchSize = 50;

type Sender = { readonly requester: string; readonly testing: TestingStorage };

type Services = ServiceContext & { readonly plannedSends: PlannedSends };

/**
 * Queues a message with a personal link for each recipient; if `silent`, gives access without messages.
 * Returns the updated version; null if it was removed. `changedBy` returns the storage that charges the
 * messages to the quota. Throws `service/inactive`, `unknownPeople`, `badAddress`, `noRecipients` and
 * `dailyMessages` before any message is queued.
 */
export async function sendVersion(
  parts: Services,
  changedBy: (messages: number) => Sender,
  version: VersionDetails,
  request: SendRequest,
): Promise<VersionRecord | null> {
  if (!version.isActive) throw inactive(version);
  const resolved = await resolveRecipients(parts.storage.people, request);
  const { silent = false, delaySeconds = 0 } = request;
  const sender = changedBy(silent ? 0 : resolved.length);
  const sent =
    silent || resolved.length <= batchSize
      ? await sendAtOnce(parts, sender, version, resolved, { silent, delaySeconds })
      : await sendInBatches(parts, sender, version, resolved, delaySeconds);
  if (sent === 'missing') return null;
  if (sent === 'inactive') throw inactive(version);
  parts.mailQueued(version.id);
  parts.log.info('Messages queued', { version: version.id, people: resolved.length });
  return sent;
}

type Sent = VersionRecord | 'missing' | 'inactive';

async function sendAtOnce(
  parts: Services,
  { requester, testing }: Sender,
  version: VersionDetails,
  resolved: readonly Recipient[],
  { silent, delaySeconds }: { readonly silent: boolean; readonly delaySeconds: number },
): Promise<Sent> {
  const at = parts.clock.now();
  const icon = await mailIconOf(parts.storage, version);
  const withheld = silent ? messageOf('withheld/silent') : undefined;
  const messages = await composeMessages(parts, { version, icon, withheld }, resolved, at);
  return testing.recordSend({
    ...{ versionId: version.id, requester, at, dueAt: at + delaySeconds * 1_000 },
    recipients: messages,
  });
}

async function sendInBatches(
  parts: Services,
  { requester, testing }: Sender,
  { id }: VersionDetails,
  resolved: readonly Recipient[],
  delaySeconds: number,
): Promise<Sent> {
  const at = parts.clock.now();
  const batches = Array.from({ length: Math.ceil(resolved.length / batchSize) }, (_, piece) =>
    resolved.slice(piece * batchSize, (piece + 1) * batchSize),
  );
  const outcome = await testing.planSend({
    versionId: id,
    requester,
    at,
    dueAt: at + delaySeconds * 1_000,
    address: parts.address(),
    batches,
  });
  if (outcome !== 'planned') return outcome;
  try {
    await parts.plannedSends.finish();
  } catch (error) {
    // An error would make the client send again, although the mail queue completes this request later.
    parts.log.error('Could not complete a send; it continues later', { id, error });
  }
  return (await testing.version(id)) ?? 'missing';
}

function inactive(version: VersionDetails): CodedError {
  return serviceErrors.inactive({ name: version.applicationName, version: displayVersion(version) });
}
