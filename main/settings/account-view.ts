import type { Failure } from '../base/failure.ts';
import type { Account } from './settings-schema.ts';

export type AccountSessionState = 'signed-out' | 'signing-in' | 'signed-in' | 'sign-in-needed';

export type AccountView = Account & {
  readonly active: boolean;
  readonly session: AccountSessionState;
  readonly hasSecrets: boolean;
  /** Reason why a sign-in is needed; null in all other states. */
  readonly failure: Failure | null;
};
