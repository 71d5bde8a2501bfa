import type { SendBody } from '../../api/wire.ts';
import type { CodedError } from '../../base/errors.ts';
import { displayVersion } from '../../packages/package-info.ts';
import { serviceErrors } from '../errors.ts';
import { mailIconOf } from '../install/icon.ts';
import type { PlannedSends, ServiceParts } from '../parts.ts';
import type { VersionFacts, VersionRecord } from '../storage/records.ts';
import type { Recipient, TestingStorage } from '../storage/storage.ts';
import { writeLetters } from './letters.ts';
import { resolveRecipients } from './recipients.ts';

/** Maximum number of recipients recorded at once; larger sends are recorded in pieces of this size. */
const pieceSize = 50;

type Sender = { readonly requester: string; readonly testing: TestingStorage };

type Parts = ServiceParts & { readonly plannedSends: PlannedSends };

/**
 * Queues one message with a personal install link for each recipient, without duplicates. Returns the updated
 * version, or null if it was removed. `changedBy` returns the storage that charges the number of messages to
 * the quota.
 * Throws `service/inactive`, `unknownPeople`, `badAddress`, `nobody` and `dailyMessages` before any message
 * is queued.
 */
export async function sendVersion(
  parts: Parts,
  changedBy: (messages: number) => Sender,
  version: VersionFacts,
  recipients: SendBody,
): Promise<VersionRecord | null> {
  if (!version.isActive) throw inactive(version);
  const people = await resolveRecipients(parts.storage.people, recipients);
  const sender = changedBy(people.length);
  const sent = await (people.length > pieceSize ? sendInPieces : sendAtOnce)(parts, sender, version, people);
  if (sent === 'missing') return null;
  if (sent === 'inactive') throw inactive(version);
  parts.mailQueued();
  parts.log.info('Messages queued', { version: version.id, people: people.length });
  return sent;
}

type Sent = VersionRecord | 'missing' | 'inactive';

async function sendAtOnce(
  parts: Parts,
  { requester, testing }: Sender,
  version: VersionFacts,
  people: readonly Recipient[],
): Promise<Sent> {
  const at = parts.clock.now();
  const icon = await mailIconOf(parts.storage, version);
  const letters = await writeLetters(parts, { version, icon }, people, at);
  return testing.recordSend({ versionId: version.id, requester, at, recipients: letters });
}

async function sendInPieces(
  parts: Parts,
  { requester, testing }: Sender,
  { id }: VersionFacts,
  people: readonly Recipient[],
): Promise<Sent> {
  const pieces = Array.from({ length: Math.ceil(people.length / pieceSize) }, (_, piece) =>
    people.slice(piece * pieceSize, (piece + 1) * pieceSize),
  );
  const planned = await testing.planSend({
    versionId: id,
    requester,
    at: parts.clock.now(),
    address: parts.address(),
    pieces,
  });
  if (planned !== 'planned') return planned;
  try {
    await parts.plannedSends.finish();
  } catch (error) {
    // The send is accepted and continues with the mail queue; after an error the client would repeat it.
    parts.log.error('A send goes on later', { id, error });
  }
  return (await testing.version(id)) ?? 'missing';
}

function inactive(version: VersionFacts): CodedError {
  return serviceErrors.inactive({ name: version.applicationName, version: displayVersion(version) });
}
