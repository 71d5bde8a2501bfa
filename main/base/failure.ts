import type { Message } from '../messages/message.ts';

/** Next action for the user or a calling program. Front ends map each remedy to one action. */
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

/** Message with a remedy and a stable code, such as `api/unauthorized`. Contains no secrets. */
export type Failure = Message & {
  readonly remedy: Remedy;
  /** Path of the invalid argument, such as `path` or `schedule.0.from`. */
  readonly field?: string;
  /** Text from another process or an earlier version, whose code may be unknown here. */
  readonly message?: string;
};

/** Details of a failed HTTP exchange for support; never headers, bodies or secrets. */
export type ErrorDetails = {
  readonly method?: string;
  readonly url?: string;
  readonly status?: number;
  readonly requestId?: string;
  readonly path?: string;
  readonly retryAfterSeconds?: number;
  /** Kind of response body: a known error format, an HTML page, or anything else. */
  readonly bodyKind?: 'service' | 'page' | 'other';
  /** Outcome of an upload: `not-sent` and `refused` mean not stored; `unknown` means possibly stored. */
  readonly outcome?: 'not-sent' | 'unknown' | 'refused';
};

/** Result of a call that is expected to fail at times. Bugs throw instead. */
export type Outcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | ({ readonly ok: false; readonly details?: ErrorDetails } & Failure);
