import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { SendBody, SendRequest } from '../../api/wire.ts';
import { messageOf } from '../../messages/message.ts';
import { sendRequest } from '../description/testing-schemas.ts';
import { invalidBody, serviceErrors } from '../errors.ts';
import { normaliseFieldNames } from '../field-names.ts';
import { emailAddress, emailKey } from '../people/email-address.ts';
import type { PeopleStorage, Recipient } from '../storage/storage.ts';

/** Batch size of address lookups; other requests are served between batches. */
const batchSize = 500;

/** Reads a send request. Missing lists are empty; names are case-insensitive. Throws `service/badBody`. */
export function readSendRequest(fields: Record<string, unknown>): SendRequest {
  const read = sendRequest.safeParse(normaliseFieldNames(sendRequest.shape, fields));
  if (!read.success) throw invalidBody(read.error);
  const { teamIds = [], memberIds = [], emails = [], delaySeconds, silent } = read.data;
  return { teamIds, memberIds, emails, delaySeconds, silent };
}

/**
 * Resolves teams and members by id, then addresses, without duplicates. Throws `service/badAddress`,
 * `unknownPeople`, `noRecipients`.
 */
export async function resolveRecipients(
  directory: PeopleStorage,
  { teamIds, memberIds, emails }: SendBody,
): Promise<readonly Recipient[]> {
  const addresses = emails.map((email) => ({ given: email, address: emailAddress(email) }));
  const bad = addresses.flatMap(({ given: email, address }) => (address === null ? [email] : []));
  if (bad.length > 0)
    throw serviceErrors.badAddress({
      addresses: bad.map((text) => messageOf('text/quoted', { text })),
      count: bad.length,
    });
  const { recipients, unknown } = await directory.resolve(teamIds, memberIds);
  if (unknown.teamIds.length + unknown.memberIds.length > 0) {
    const teams = unknown.teamIds.map((id) => messageOf('service-people/team', { id }));
    const members = unknown.memberIds.map((id) => messageOf('service-people/member', { id }));
    throw serviceErrors.unknownPeople({ people: [...teams, ...members] });
  }
  const found = new Map(recipients.map((person) => [emailKey(person.email), person]));
  const normalised = addresses.map(({ given: email, address }) => address ?? email);
  for (let at = 0; at < normalised.length; at += batchSize) {
    const batch = normalised.slice(at, at + batchSize).filter((email) => !found.has(emailKey(email)));
    const members = await directory.findByEmail(batch);
    const existing = new Map(members.map((person) => [emailKey(person.email), person]));
    for (const email of batch) {
      const key = emailKey(email);
      if (!found.has(key)) found.set(key, existing.get(key) ?? { email, name: null });
    }
    await yieldToOthers();
  }
  if (found.size === 0) throw serviceErrors.noRecipients({});
  return [...found.values()];
}
