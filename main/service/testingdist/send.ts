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

/** A send to more people than this is recorded in pieces of so many. */
const pieceSize = 50;

type Parts = ServiceParts & { readonly plannedSends: PlannedSends };

/**
 * Queues one message with a personal install link for each person named, however often named. Gives the version as it
 * is afterwards; null when it was deleted meanwhile. Throws `service/inactive`, `unknownPeople`, `badAddress`, `nobody`
 * before anybody is mailed. `changed` is the storage that records it.
 */
export async function sendVersion(
  parts: Parts,
  changed: TestingStorage,
  version: VersionFacts,
  recipients: SendBody,
): Promise<VersionRecord | null> {
  if (!version.isActive) throw inactive(version);
  const people = await resolveRecipients(parts.storage.people, recipients);
  const sent = await (people.length > pieceSize ? sendInPieces : sendAtOnce)(parts, changed, version, people);
  if (sent === 'missing') return null;
  if (sent === 'inactive') throw inactive(version);
  parts.mailQueued();
  parts.log.info('Messages queued', { version: version.id, people: people.length });
  return sent;
}

type Sent = VersionRecord | 'missing' | 'inactive';

async function sendAtOnce(
  parts: Parts,
  changed: TestingStorage,
  version: VersionFacts,
  people: readonly Recipient[],
): Promise<Sent> {
  const at = parts.clock.now();
  const icon = await mailIconOf(parts.storage, version);
  const letters = await writeLetters(parts, { version, icon }, people, at);
  return changed.recordSend({ versionId: version.id, at, recipients: letters });
}

async function sendInPieces(
  parts: Parts,
  changed: TestingStorage,
  { id }: VersionFacts,
  people: readonly Recipient[],
): Promise<Sent> {
  const pieces = Array.from({ length: Math.ceil(people.length / pieceSize) }, (_, piece) =>
    people.slice(piece * pieceSize, (piece + 1) * pieceSize),
  );
  const planned = await changed.planSend({
    versionId: id,
    at: parts.clock.now(),
    address: parts.address(),
    pieces,
  });
  if (planned !== 'planned') return planned;
  try {
    await parts.plannedSends.finish();
  } catch (error) {
    // It is accepted, and goes on with the mail queue: whoever were told that it failed would send it again.
    parts.log.error('A send goes on later', { id, error });
  }
  return (await changed.version(id)) ?? 'missing';
}

function inactive(version: VersionFacts): CodedError {
  return serviceErrors.inactive({ name: version.applicationName, version: displayVersion(version) });
}
