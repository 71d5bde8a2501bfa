import type { Failure } from '../base/failure.ts';
import type { Account } from './settings-schema.ts';

export type AccountSessionState = 'signed-out' | 'signing-in' | 'signed-in' | 'sign-in-needed';

export type AccountView = Account & {
  readonly active: boolean;
  readonly session: AccountSessionState;
  readonly hasSecrets: boolean;
  /** Reason for `sign-in-needed`; null otherwise. */
  readonly failure: Failure | null;
};
