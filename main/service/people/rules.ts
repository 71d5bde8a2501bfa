/** What names and addresses of people may be. Pure. */
import { messageOf } from '../../messages/message.ts';
import { serviceErrors } from '../errors.ts';
import { emailAddress } from './email-address.ts';

/** A name of 1 to 200 characters without line breaks and the like, spaces around it dropped. Throws `service/badName`. */
export function checkedTeamName(given: string): string {
  return checkedName('team', given);
}

/** Null for no name. Throws `service/badName`. */
export function checkedMemberName(given: string | null): string | null {
  return given === null || given.trim() === '' ? null : checkedName('member', given);
}

/** Throws `service/badMember`. */
export function checkedAddress(given: string): string {
  const address = emailAddress(given);
  if (address === null) throw serviceErrors.badMember({ email: shortened(given.trim()) });
  return address;
}

/** Two names of teams with the same key are the same: letter case does not tell them apart. */
export function teamKey(name: string): string {
  return name.trim().normalize('NFC').toLowerCase();
}

/** Text of any length as it can be shown in a sentence. */
export function shortened(text: string): string {
  const most = 100;
  return text.length <= most ? text : `${text.slice(0, most).toWellFormed()}…`;
}

function checkedName(kind: 'team' | 'member', given: string): string {
  const name = given.trim();
  if (!/^[^\p{Cc}]{1,200}$/u.test(name)) throw serviceErrors.badName({ what: messageOf(`record/${kind}`) });
  return name;
}
