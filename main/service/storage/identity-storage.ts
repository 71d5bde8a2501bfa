/** Users, clients and tokens in the storage; see `storage.ts`. Pure. */
import type { AccessToken, DailyQuota } from '../service-view.ts';
import type { ClientRecord, FailureRecord, UserRecord } from './records.ts';

/** The bearer token that authorises a request: of a sign-in by its hash, or an access token by its id. */
export type Credential =
  | { readonly kind: 'sign-in'; readonly tokenHash: string }
  | { readonly kind: 'access-token'; readonly id: number };

export type IdentityStorage = {
  /** By id. */
  users(): Promise<readonly UserRecord[]>;
  user(userName: string): Promise<UserRecord | null>;
  /** False when the name is taken. */
  addUser(user: NewUser, at: number): Promise<boolean>;
  /** Adds the very first user and puts the client. False, and neither is kept, when there is a user already. */
  addFirstUser(user: NewUser, client: ClientRecord, at: number): Promise<boolean>;
  /** Adds the user, or gives a known one this password, which ends every token of the user. */
  putUser(user: NewUser, at: number): Promise<void>;
  /** Also ends every token of the user. False when there is no such user. */
  setPassword(userName: string, passwordHash: string): Promise<boolean>;
  /** Also ends every token of the user. */
  removeUser(userName: string): Promise<boolean>;
  /** Oldest first. */
  clients(): Promise<readonly ClientRecord[]>;
  client(clientId: string): Promise<ClientRecord | null>;
  /** Adds the client or replaces its secret, which ends every token that was issued to it. */
  putClient(client: ClientRecord, at: number): Promise<void>;
  /** Also ends every token that was issued to the client. */
  removeClient(clientId: string): Promise<boolean>;
  /** False when the user or the client is gone, or no longer has the password or secret that was checked. */
  addToken(token: TokenRecord, checked: CheckedHashes): Promise<boolean>;
  /** The token's owner and end; also when it has ended. */
  token(tokenHash: string): Promise<(TokenRecord & { readonly userName: string }) | null>;
  /** Forgets the tokens that have ended at `at`. */
  removeTokensBefore(at: number): Promise<void>;
  /** Who is signed in at `at`, by user name. */
  signedIn(at: number): Promise<readonly SignedIn[]>;
  /** Ends every token of the user; gives how many there were, null when there is no such user. */
  removeTokensOf(userName: string): Promise<number | null>;
  /** Failed sign-ins counted under a key; null when there were none. */
  failures(key: string): Promise<FailureRecord | null>;
  /** Counts one more; gives what it is now. Counts untouched since `forgetBefore` begin anew. */
  addFailure(key: string, at: number, forgetBefore: number): Promise<FailureRecord>;
  clearFailures(key: string): Promise<void>;
};

export type NewUser = Omit<UserRecord, 'id'>;

export type TokenRecord = {
  readonly tokenHash: string;
  readonly userId: number;
  /** The client it was issued to. */
  readonly clientId: string;
  readonly expiresAt: number;
};

export type CheckedHashes = Pick<UserRecord, 'passwordHash'> & Pick<ClientRecord, 'secretHash'>;

/** How many tokens of a user count, and when the last of them ends. */
export type SignedIn = { readonly userName: string; readonly tokens: number; readonly until: number };

/** Of a token's last use, what is later than this is written. */
export const lastUseMs = 60_000;

/** What a user or an access token uses of its daily quota. */
export type QuotaUse = {
  /** The user or access token; see `requesterKey`. */
  readonly requester: string;
  readonly at: number;
  readonly amounts: Partial<DailyQuota>;
  readonly quota: DailyQuota;
};

export type AccessTokenStorage = {
  /** Oldest first, with those that have ended. */
  list(): Promise<readonly AccessToken[]>;
  /** Null when a token that is not revoked has the name. */
  add(token: NewAccessToken): Promise<AccessToken | null>;
  /** Also when it has ended. */
  find(tokenHash: string): Promise<AccessToken | null>;
  /** Writes its last use, unless one less than `lastUseMs` before is written. */
  used(id: number, at: number): Promise<void>;
  /** False when it is revoked already, or was never there. */
  revoke(id: number, at: number): Promise<boolean>;
};

export type NewAccessToken = Pick<
  AccessToken,
  'name' | 'apps' | 'acts' | 'quota' | 'createdAt' | 'expiresAt'
> & {
  readonly tokenHash: string;
};
