import { randomBytes } from 'node:crypto';
import type { SendBody } from '../../api/wire.ts';
import { isoTime } from '../../base/clock.ts';
import type { CodedError } from '../../base/errors.ts';
import { displayVersion } from '../../packages/package-info.ts';
import { badShape, serviceErrors } from '../errors.ts';
import { spelledAs } from '../field-names.ts';
import { randomLink } from '../identity/secrets.ts';
import { pageLink } from '../install/addresses.ts';
import { mailIconOf } from '../install/icon.ts';
import { composeMail } from '../mail/compose.ts';
import type { ServiceParts } from '../parts.ts';
import { emailAddress, emailKey } from '../people/email-address.ts';
import type { MemberRecord, VersionRecord } from '../storage/records.ts';
import type { NewMail, NewSend, StoredIcon } from '../storage/storage.ts';
import { tongueOf } from '../words/words.ts';
import { sendRequest } from './testing-shapes.ts';

type Recipient = { readonly email: string; readonly name: string | null };

/** The recipients of a send body; a list that is left out is empty, names in any case. Throws `service/badBody`. */
export function readRecipients(fields: Record<string, unknown>): SendBody {
  const read = sendRequest.safeParse(spelledAs(sendRequest.shape, fields));
  if (!read.success) throw badShape(read.error);
  const { teamIds = [], memberIds = [], emails = [] } = read.data;
  return { teamIds, memberIds, emails };
}

/**
 * Queues one message with a personal install link for each person named, however often named. Gives the version as it
 * is afterwards; null when it was deleted meanwhile. Throws `service/inactive`, `unknownPeople`, `badAddress`, `nobody`
 * before anybody is mailed.
 */
export async function sendVersion(
  parts: ServiceParts,
  version: VersionRecord,
  recipients: SendBody,
): Promise<VersionRecord | null> {
  if (!version.isActive) throw inactive(version);
  const people = await resolveRecipients(parts, recipients);
  const at = parts.clock.now();
  const letters: NewSend['recipients'][number][] = [];
  const icon = await mailIconOf(parts.storage, version);
  for (const person of people) {
    const linkToken = randomLink();
    letters.push({
      email: person.email,
      linkToken,
      mail: await write(parts, { version, icon, person }, linkToken, at),
    });
  }
  const sent = await parts.storage.testing.recordSend({ versionId: version.id, at, recipients: letters });
  if (sent === 'missing') return null;
  if (sent === 'inactive') throw inactive(version);
  parts.mailQueued();
  parts.log.info('Version sent', { id: version.id, people: letters.length });
  return sent;
}

function inactive(version: VersionRecord): CodedError {
  return serviceErrors.inactive({ name: version.applicationName, version: displayVersion(version) });
}

async function resolveRecipients(parts: ServiceParts, recipients: SendBody): Promise<readonly Recipient[]> {
  const badAddresses = recipients.emails.filter((email) => emailAddress(email) === null);
  if (badAddresses.length > 0) throw serviceErrors.badAddress({ addresses: badAddresses });
  const [teams, members] = await Promise.all([parts.storage.people.teams(), parts.storage.people.members()]);
  const unknown = {
    teamIds: without(recipients.teamIds, new Set(teams.map((team) => team.id))),
    memberIds: without(recipients.memberIds, new Set(members.map((member) => member.id))),
  };
  if (unknown.teamIds.length + unknown.memberIds.length > 0) throw serviceErrors.unknownPeople(unknown);
  const people = new Map<string, Recipient>();
  const named = namedMembers(members, recipients);
  for (const { email, name } of named) people.set(emailKey(email), { email, name });
  for (const text of recipients.emails) {
    const email = emailAddress(text) ?? text;
    if (people.has(emailKey(email))) continue;
    const known = members.find((member) => emailKey(member.email) === emailKey(email));
    people.set(emailKey(email), { email: known?.email ?? email, name: known?.name ?? null });
  }
  if (people.size === 0) throw serviceErrors.nobody({});
  return [...people.values()];
}

function namedMembers(members: readonly MemberRecord[], recipients: SendBody): readonly MemberRecord[] {
  const teamIds = new Set(recipients.teamIds);
  const memberIds = new Set(recipients.memberIds);
  return members.filter(
    (member) => memberIds.has(member.id) || member.teams.some((team) => teamIds.has(team.id)),
  );
}

function without(ids: readonly number[], known: ReadonlySet<number>): readonly number[] {
  return [...new Set(ids)].filter((id) => !known.has(id));
}

async function write(
  parts: ServiceParts,
  about: { readonly version: VersionRecord; readonly icon: StoredIcon; readonly person: Recipient },
  linkToken: string,
  at: number,
): Promise<NewMail> {
  const installLink = pageLink(parts.address(), linkToken);
  const { subject, raw } = await composeMail({
    ...about,
    installLink,
    tongue: tongueOf(parts.mailLanguage()),
    sender: parts.sender,
    at,
  });
  const id = `${isoTime(at).replaceAll(/[-:.]/g, '')}-${randomBytes(6).toString('hex')}`;
  return { id, to: about.person.email, subject, installLink, raw };
}
