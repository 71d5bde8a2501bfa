import type { SendRequest } from '../../api/wire.ts';
import type { CodedError } from '../../base/errors.ts';
import { displayVersion } from '../../packages/package-info.ts';
import { serviceErrors } from '../errors.ts';
import { mailIconOf } from '../install/icon.ts';
import type { PlannedSends, ServiceContext } from '../service-context.ts';
import type { VersionDetails, VersionRecord } from '../storage/records.ts';
import type { Recipient, TestingStorage } from '../storage/storage.ts';
import { composeMessages } from './messages.ts';
import { resolveRecipients } from './recipients.ts';

/** Maximum number of recipients recorded at once. More recipients are recorded in batches of this size. */
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
  const sender = changedBy(resolved.length);
  const sent = await (resolved.length > batchSize ? sendInBatches : sendAtOnce)(
    parts,
    sender,
    version,
    resolved,
    request,
  );
  if (sent === 'missing') return null;
  if (sent === 'inactive') throw inactive(version);
  parts.mailQueued(version.id);
  const { silent = false } = request;
  parts.log.info('Messages queued', { version: version.id, people: resolved.length, silent });
  return sent;
}

type Sent = VersionRecord | 'missing' | 'inactive';

async function sendAtOnce(
  parts: Services,
  { requester, testing }: Sender,
  version: VersionDetails,
  resolved: readonly Recipient[],
  { silent = false, delaySeconds = 0 }: SendRequest,
): Promise<Sent> {
  const at = parts.clock.now();
  const icon = await mailIconOf(parts.storage, version);
  const messages = await composeMessages(parts, { version, icon, silent }, resolved, at);
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
  { silent = false, delaySeconds = 0 }: SendRequest,
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
    silent,
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
