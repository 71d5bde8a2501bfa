import { setImmediate as otherRequests } from 'node:timers/promises';
import type { SendBody } from '../../api/wire.ts';
import { messageOf } from '../../messages/message.ts';
import { sendRequest } from '../description/testing-shapes.ts';
import { badShape, serviceErrors } from '../errors.ts';
import { spelledAs } from '../field-names.ts';
import { emailAddress, emailKey } from '../people/email-address.ts';
import type { PeopleStorage, Recipient } from '../storage/storage.ts';

/** Batch size of address lookups; other requests are served between batches. */
const lookedUpTogether = 500;

/** Reads a send body. Missing lists are empty; field names are case-insensitive. Throws `service/badBody`. */
export function readRecipients(fields: Record<string, unknown>): SendBody {
  const read = sendRequest.safeParse(spelledAs(sendRequest.shape, fields));
  if (!read.success) throw badShape(read.error);
  const { teamIds = [], memberIds = [], emails = [] } = read.data;
  return { teamIds, memberIds, emails };
}

/**
 * Resolves recipients without duplicates: members of teams and ids first, then addresses in order. Throws
 * `service/badAddress`, `unknownPeople`, `nobody`.
 */
export async function resolveRecipients(
  people: PeopleStorage,
  { teamIds, memberIds, emails }: SendBody,
): Promise<readonly Recipient[]> {
  const addresses = emails.map((given) => ({ given, address: emailAddress(given) }));
  const bad = addresses.flatMap(({ given, address }) => (address === null ? [given] : []));
  if (bad.length > 0)
    throw serviceErrors.badAddress({
      addresses: bad.map((text) => messageOf('text/quoted', { text })),
      count: bad.length,
    });
  const { recipients, unknown } = await people.named(teamIds, memberIds);
  if (unknown.teamIds.length + unknown.memberIds.length > 0) {
    const teams = unknown.teamIds.map((id) => messageOf('service-people/team', { id }));
    const members = unknown.memberIds.map((id) => messageOf('service-people/member', { id }));
    throw serviceErrors.unknownPeople({ people: [...teams, ...members] });
  }
  const found = new Map(recipients.map((person) => [emailKey(person.email), person]));
  const written = addresses.map(({ given, address }) => address ?? given);
  for (let at = 0; at < written.length; at += lookedUpTogether) {
    const some = written.slice(at, at + lookedUpTogether).filter((email) => !found.has(emailKey(email)));
    const members = await people.withAddresses(some);
    const known = new Map(members.map((person) => [emailKey(person.email), person]));
    for (const email of some) {
      const key = emailKey(email);
      if (!found.has(key)) found.set(key, known.get(key) ?? { email, name: null });
    }
    await otherRequests();
  }
  if (found.size === 0) throw serviceErrors.nobody({});
  return [...found.values()];
}
