import type { People, Recipients } from '../../../preload/page.ts';
import { t } from '../../messages.ts';
import { addressKey, isAddress, mergeAddresses, parseAddresses } from './addresses.ts';
import { domainsOf, nearMiss } from './near-miss.ts';

export type ResolvedRecipient = {
  readonly key: string;
  /** Null if only the address or id is known. */
  readonly name: string | null;
  /** Null for an unknown team or member. */
  readonly email: string | null;
  readonly teams: readonly string[];
  /** True if chosen directly, not only through a team. */
  readonly direct: boolean;
};

export type Audience = {
  /** Names of teams, members and addresses, in this order: `QA`, `Ada Lovelace`, `ada@example.org`. */
  readonly names: readonly string[];
  /** Number of distinct recipients; a member of two teams counts once. */
  readonly people: number;
  /** Number of chosen teams and members that no longer exist. */
  readonly unknown: number;
  /** Distinct recipients: first the members of the chosen teams, then chosen members, then addresses. */
  readonly addressed: readonly ResolvedRecipient[];
};

export const noRecipients: Recipients = { teamIds: [], memberIds: [], emails: [] };

export function hasNoRecipients(recipients: Recipients): boolean {
  return recipients.teamIds.length + recipients.memberIds.length + recipients.emails.length === 0;
}

/** Resolves teams and members to people. An unknown team or member counts as one person. */
export function audience(recipients: Recipients, people: People | null): Audience {
  const teams = new Map((people?.teams ?? []).map((team) => [team.id, team]));
  const members = new Map((people?.members ?? []).map((member) => [member.id, member]));
  const byEmail = new Map((people?.members ?? []).map((member) => [addressKey(member.email), member]));
  const resolved = new Map<string, ResolvedRecipient>();
  const names: string[] = [];
  let unknown = 0;
  const add = (key: string, who: Pick<ResolvedRecipient, 'name' | 'email'>, team: string | null): void => {
    const known = resolved.get(key) ?? { key, name: who.name, email: who.email, teams: [], direct: false };
    const added = team === null ? { direct: true } : { teams: [...new Set([...known.teams, team])] };
    resolved.set(key, { ...known, ...added });
  };
  const addMember = (id: number, team: string | null): void => {
    const member = members.get(id);
    if (member) add(addressKey(member.email), member, team);
    else add(`#${id}`, { name: null, email: null }, team);
  };
  for (const id of recipients.teamIds) {
    const team = teams.get(id);
    if (team) {
      names.push(team.name);
      for (const memberId of team.memberIds) addMember(memberId, team.name);
    } else {
      unknown += 1;
      add(`team#${id}`, { name: null, email: null }, null);
    }
  }
  for (const id of recipients.memberIds) {
    const member = members.get(id);
    if (member) names.push(member.name ?? member.email);
    else unknown += 1;
    addMember(id, null);
  }
  for (const email of recipients.emails) {
    names.push(email);
    const key = addressKey(email);
    add(key, byEmail.get(key) ?? { name: null, email }, null);
  }
  return { names, people: resolved.size, unknown, addressed: [...resolved.values()] };
}

export type RecipientsDraft = {
  readonly recipients: Recipients;
  readonly bad: readonly string[];
  readonly text: string;
};

export const draftOf = (recipients: Recipients): RecipientsDraft => ({ recipients, bad: [], text: '' });

/** Adds the addresses in a text. If an address belongs to a member, adds the member instead. */
export function addText(draft: RecipientsDraft, text: string, people: People | null): RecipientsDraft {
  const parsed = parseAddresses(text);
  const known = new Map((people?.members ?? []).map((member) => [addressKey(member.email), member.id]));
  const memberIds = parsed.addresses.flatMap((address) => known.get(addressKey(address)) ?? []);
  const emails = parsed.addresses.filter((address) => !known.has(addressKey(address)));
  return {
    recipients: {
      teamIds: draft.recipients.teamIds,
      memberIds: [...new Set([...draft.recipients.memberIds, ...memberIds])],
      emails: [...mergeAddresses(draft.recipients.emails, emails)],
    },
    bad: [...new Set([...draft.bad, ...parsed.bad])],
    text: '',
  };
}

/** Replaces a chosen or typed address. */
export function replaceAddress(
  draft: RecipientsDraft,
  change: { readonly from: string; readonly to: string },
  people: People | null,
): RecipientsDraft {
  const key = addressKey(change.from);
  const emails = draft.recipients.emails.filter((email) => addressKey(email) !== key);
  const text = addressKey(draft.text.trim()) === key ? '' : draft.text;
  return { ...addText({ ...draft, recipients: { ...draft.recipients, emails } }, change.to, people), text };
}

/** Returns the chosen and typed addresses that are probably misspelt, each with a suggestion. */
export function misspelt(
  { recipients, text }: RecipientsDraft,
  people: People | null,
): readonly { readonly from: string; readonly to: string }[] {
  const domains = domainsOf((people?.members ?? []).map(({ email }) => email));
  const typed = isAddress(text.trim()) ? [text.trim()] : [];
  return [...recipients.emails, ...typed].flatMap((from) => {
    const to = nearMiss(from, domains);
    return to === null ? [] : [{ from, to }];
  });
}

/** Moves an invalid word back into the text field for editing. */
export function editInvalid(draft: RecipientsDraft, word: string): RecipientsDraft {
  const text = [draft.text.trim(), word].filter((each) => each !== '').join(' ');
  return { ...draft, bad: draft.bad.filter((each) => each !== word), text };
}

export const draftProblem = (draft: RecipientsDraft): string | null =>
  draft.bad.length > 0
    ? t('apps.badAddresses', {
        count: draft.bad.length,
        addresses: draft.bad.map((text) => t('common.quoted', { text })).join(', '),
      })
    : null;
