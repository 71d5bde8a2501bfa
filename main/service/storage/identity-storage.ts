import type { AccessToken, DailyQuota } from '../service-view.ts';
import type { ClientRecord, FailureRecord, UserRecord } from './records.ts';

/** Bearer token of a request: a sign-in token by its hash, or an access token by its id. */
export type Credential =
  | { readonly kind: 'sign-in'; readonly tokenHash: string }
  | { readonly kind: 'access-token'; readonly id: number };

export type IdentityStorage = {
  /** Ordered by id. */
  users(): Promise<readonly UserRecord[]>;
  user(userName: string): Promise<UserRecord | null>;
  /** Returns false if the user name is taken. */
  addUser(user: NewUser, at: number): Promise<boolean>;
  /** Adds the first user and the client. Returns false and changes nothing if a user exists. */
  addFirstUser(user: NewUser, client: ClientRecord, at: number): Promise<boolean>;
  /** Creates the user or resets the password, and revokes the user's tokens. */
  upsertUser(user: NewUser, at: number): Promise<void>;
  /** Also revokes the user's tokens. Returns false if unknown. */
  setPassword(userName: string, passwordHash: string): Promise<boolean>;
  /** Also revokes the user's tokens. */
  removeUser(userName: string): Promise<boolean>;
  /** Oldest first. */
  clients(): Promise<readonly ClientRecord[]>;
  client(clientId: string): Promise<ClientRecord | null>;
  /** Creates the client or replaces its secret, and revokes the tokens issued to it. */
  upsertClient(client: ClientRecord, at: number): Promise<void>;
  /** Also revokes the tokens issued to the client. */
  removeClient(clientId: string): Promise<boolean>;
  /** Returns false if the user or client was removed or changed since the check. */
  addToken(token: TokenRecord, checked: CheckedHashes): Promise<boolean>;
  /** Returns expired tokens too. */
  token(tokenHash: string): Promise<(TokenRecord & { readonly userName: string }) | null>;
  removeExpiredTokens(at: number): Promise<void>;
  /** Returns the users with valid tokens at `at`, ordered by user name. */
  activeSessions(at: number): Promise<readonly ActiveSession[]>;
  /** Revokes the user's tokens. Returns their number, or null if the user is unknown. */
  revokeTokens(userName: string): Promise<number | null>;
  failures(key: string): Promise<FailureRecord | null>;
  /** Increments and returns the counter. Restarts it if it was last incremented before `resetBefore`. */
  addFailure(key: string, at: number, resetBefore: number): Promise<FailureRecord>;
  clearFailures(key: string): Promise<void>;
};

export type NewUser = Omit<UserRecord, 'id'>;

export type TokenRecord = {
  readonly tokenHash: string;
  readonly userId: number;
  readonly clientId: string;
  readonly expiresAt: number;
};

export type CheckedHashes = Pick<UserRecord, 'passwordHash'> & Pick<ClientRecord, 'secretHash'>;

/** Number of valid tokens, and the latest time at which one expires. */
export type ActiveSession = { readonly userName: string; readonly tokens: number; readonly until: number };

/** Resolution of the recorded last use of an access token. */
export const lastUseResolutionMs = 60_000;

/** Amounts to charge to the daily quota of a user or access token. */
export type QuotaCharge = {
  /** From `requesterKey`. */
  readonly requester: string;
  readonly at: number;
  readonly amounts: Partial<DailyQuota>;
  readonly quota: DailyQuota;
};

export type AccessTokenStorage = {
  /** Oldest first, including expired and revoked tokens. */
  list(): Promise<readonly AccessToken[]>;
  /** Returns null if an unrevoked token has this name. */
  add(token: NewAccessToken): Promise<AccessToken | null>;
  /** Returns expired and revoked tokens too. */
  find(tokenHash: string): Promise<AccessToken | null>;
  /** Records the last use, at most once per `lastUseResolutionMs`. */
  recordUse(id: number, at: number): Promise<void>;
  /** Returns false if unknown or already revoked. */
  revoke(id: number, at: number): Promise<boolean>;
};

export type NewAccessToken = Pick<
  AccessToken,
  'name' | 'apps' | 'scopes' | 'quota' | 'createdAt' | 'expiresAt'
> & {
  readonly tokenHash: string;
};
