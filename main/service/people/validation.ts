import { messageOf } from '../../messages/message.ts';
import { serviceErrors } from '../errors.ts';
import { emailAddress } from './email-address.ts';

/** Trims a name of 1 to 200 characters. Throws `service/badName`. */
export function checkedTeamName(given: string): string {
  return checkedName('team', given);
}

/** Returns null for an empty name. Throws `service/badName`. */
export function checkedMemberName(given: string | null): string | null {
  return given === null || given.trim() === '' ? null : checkedName('member', given);
}

/** Throws `service/badMember`. */
export function checkedAddress(given: string): string {
  const address = emailAddress(given);
  if (address === null) throw serviceErrors.badMember({ email: truncate(given.trim()) });
  return address;
}

/** Teams with the same key are the same: names are case-insensitive. */
export function teamKey(name: string): string {
  return name.trim().normalize('NFC').toLowerCase();
}

export function truncate(text: string): string {
  const max = 100;
  return text.length <= max ? text : `${text.slice(0, max).toWellFormed()}…`;
}

function checkedName(kind: 'team' | 'member', given: string): string {
  const name = given.trim();
  if (!/^[^\p{Cc}]{1,200}$/u.test(name)) throw serviceErrors.badName({ what: messageOf(`record/${kind}`) });
  return name;
}
