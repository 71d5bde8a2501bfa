/**
 * What went wrong, as plain data that may cross to a front end. Pure: no Node, no Electron.
 */
import type { Message } from '../messages/message.ts';

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

/** A message with what can be done; its code is stable, for programs and support: `api/unauthorized`. Holds no secret. */
export type Failure = Message & {
  readonly remedy: Remedy;
  /** Argument of the call that it is about, such as `path` or `schedule.0.from`. */
  readonly field?: string;
  /** As another process or an earlier Slipway said it, where its code and values do not tell enough. */
  readonly message?: string;
};

/** Facts about a failed HTTP exchange that help support; never headers, bodies or secrets. */
export type ErrorDetails = {
  readonly method?: string;
  readonly url?: string;
  readonly status?: number;
  readonly requestId?: string;
  readonly path?: string;
  /** Seconds the other side asked us to wait. */
  readonly retryAfterSeconds?: number;
  /** Form of an answer: one that services use, a web page, or anything else. */
  readonly form?: 'service' | 'page' | 'other';
  /** Of an upload: `not-sent` and `refused` mean that nothing was stored; `unknown` that it may have been. */
  readonly outcome?: 'not-sent' | 'unknown' | 'refused';
};

/** An expected outcome that may be a failure; bugs throw instead. */
export type Outcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | ({ readonly ok: false; readonly details?: ErrorDetails } & Failure);
