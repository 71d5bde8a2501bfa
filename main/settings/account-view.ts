/** Accounts as front ends see them: everything but the secrets. Pure types. */
import type { Failure } from '../base/failure.ts';
import type { Account } from './settings-schema.ts';

export type AccountSessionState = 'signed-out' | 'signing-in' | 'signed-in' | 'sign-in-needed';

export type AccountView = Account & {
  readonly active: boolean;
  readonly session: AccountSessionState;
  /** Whether a password is kept; never the password. */
  readonly hasSecrets: boolean;
  /** Why sign-in is needed, when it is. */
  readonly failure: Failure | null;
};
