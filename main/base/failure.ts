/**
 * What went wrong, as plain data that may cross to a front end. Pure: no Node, no Electron.
 */

/** What the person (or the program) can do about a failure. Front ends map each to one action. */
export type Remedy =
  | 'retry'
  | 'sign-in'
  | 'check-address'
  | 'check-network'
  | 'check-input'
  | 'choose-file'
  | 'choose-folder'
  | 'free-space'
  | 'grant-permission'
  | 'wait'
  | 'report'
  | 'none';

export type Failure = {
  /** Stable, `module/kind`, for programs and support: `api/unauthorized`. */
  readonly code: string;
  /** One or two plain sentences: what happened, why if known, what to do. Never holds a secret. */
  readonly message: string;
  readonly remedy: Remedy;
  /** What the message speaks of, so that it can be said in another language; plain data without secrets. */
  readonly values?: FailureValues;
};

/** Names, numbers and texts of a message; a text may itself be a sentence of Slipway's. */
export type FailureValues = { readonly [name: string]: FailureValue };
export type FailureValue = string | number | boolean | null | readonly FailureValue[] | FailureValues;

/** An expected outcome that may be a failure; bugs throw instead. */
export type Outcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | ({ readonly ok: false } & Failure);
