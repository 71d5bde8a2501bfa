import { randomBytes } from 'node:crypto';
import { setImmediate as otherRequests } from 'node:timers/promises';
import { isoTime } from '../../base/clock.ts';
import { translatorOf } from '../../messages/translator.ts';
import { randomLink } from '../identity/secrets.ts';
import { pageLink } from '../install/addresses.ts';
import { composeMail } from '../mail/compose.ts';
import type { ServiceParts } from '../parts.ts';
import type { VersionFacts } from '../storage/records.ts';
import type { NewMail, NewSend, Recipient, StoredIcon } from '../storage/storage.ts';

type Parts = Pick<ServiceParts, 'address' | 'mailLanguage' | 'sender'>;
type About = { readonly version: VersionFacts; readonly icon: StoredIcon };

/** Composes a message with a personal install link for each recipient. Other requests are served between messages. */
export async function writeLetters(
  parts: Parts,
  about: About,
  people: readonly Recipient[],
  at: number,
): Promise<NewSend['recipients']> {
  const letters: NewSend['recipients'][number][] = [];
  for (const person of people) {
    const linkToken = randomLink();
    const mail = await write(parts, { ...about, person }, linkToken, at);
    letters.push({ email: person.email, linkToken, mail });
    await otherRequests();
  }
  return letters;
}

async function write(
  parts: Parts,
  about: About & { readonly person: Recipient },
  linkToken: string,
  at: number,
): Promise<NewMail> {
  const installLink = pageLink(parts.address(), linkToken);
  const { subject, raw } = await composeMail({
    ...about,
    installLink,
    translator: translatorOf(parts.mailLanguage()),
    sender: parts.sender,
    at,
  });
  const id = `${isoTime(at).replaceAll(/[-:.]/g, '')}-${randomBytes(6).toString('hex')}`;
  return { id, to: about.person.email, subject, installLink, raw };
}
