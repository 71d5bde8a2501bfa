import type { AccountDraft } from './account-draft.ts';

/** Fields of an account from an external source. Not trusted: the user sees them before signing in. */
export type Invitation = Partial<
  Pick<AccountDraft, 'name' | 'baseUrl' | 'userName' | 'password' | 'clientId' | 'clientSecret'>
>;

const maxLength = 4_000;

/** Labels in the text that `slipway serve` prints. */
const lineFields: Readonly<Record<string, keyof Invitation>> = {
  service: 'baseUrl',
  'user name': 'userName',
  password: 'password',
  'client id': 'clientId',
  'client secret': 'clientSecret',
};

/** Parameters of an invitation link. Links end up in histories, so they contain no secrets. */
const linkFields: Readonly<Record<string, keyof Invitation>> = {
  name: 'name',
  url: 'baseUrl',
  user: 'userName',
  client: 'clientId',
};

const line = /^[ \t]*(service|user name|password|client id|client secret)(?::|[ \t])[ \t]*(\S.{0,499})$/i;

/** Reads an invitation link or the text that `slipway serve` prints; null for other text. */
export function parseInvitation(text: string): Invitation | null {
  if (text.length > maxLength) return null;
  const [, query] = /^\s*(?:slipway:\/|#)\/account\/?\?(\S*)\s*$/i.exec(text) ?? [];
  const entries =
    query === undefined
      ? text.split(/\r?\n/).flatMap((each): readonly Entry[] => {
          const [, label = '', value = ''] = line.exec(each) ?? [];
          const field = lineFields[label.toLowerCase()];
          return field ? [[field, value.trim()]] : [];
        })
      : [...new URLSearchParams(query)].flatMap(([name, value]): readonly Entry[] => {
          const field = Object.hasOwn(linkFields, name) ? linkFields[name] : undefined;
          return field ? [[field, value.slice(0, 500)]] : [];
        });
  const isComplete =
    query === undefined ? entries.length > 1 : entries.some(([field]) => field === 'baseUrl');
  return isComplete ? Object.fromEntries(entries) : null;
}

type Entry = readonly [keyof Invitation, string];

/** Returns the link that invites a user of a service. */
export function invitationLink(url: string, userName: string): string {
  return `slipway://account?${new URLSearchParams({ url, user: userName })}`;
}
