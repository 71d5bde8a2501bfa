import type { Group, Keys, MessageValue, MessageValues, ValuesOf } from '../messages/message.ts';
import { textOf } from '../messages/text.ts';
import type { ErrorDetails, Failure, Outcome, Remedy } from './failure.ts';
import { redactText } from './log/redact.ts';

/** An error with a stable code and a remedy. Every expected failure in Slipway is a `CodedError`. */
export class CodedError extends Error {
  readonly code: string;
  readonly remedy: Remedy;
  readonly values?: MessageValues;
  readonly field?: string;
  readonly details: ErrorDetails;
  readonly #text: string | undefined;

  constructor(failure: Failure, { cause, details, field = failure.field }: ErrorOptions = {}) {
    super(undefined, cause === undefined ? undefined : { cause });
    this.name = 'CodedError';
    this.code = failure.code;
    this.remedy = failure.remedy;
    if (failure.values !== undefined) this.values = failure.values;
    if (field !== undefined) this.field = field;
    this.#text = failure.message;
    this.details = details ?? {};
  }

  /** English text without secrets, for logs and the terminal. */
  override get message(): string {
    return redactText(textOf(this.toFailure()));
  }

  toFailure(): Failure {
    const { code, remedy, values, field } = this;
    return {
      code,
      remedy,
      ...(values === undefined ? {} : { values }),
      ...(field === undefined ? {} : { field }),
      ...(this.#text === undefined ? {} : { message: this.#text }),
    };
  }
}

type ErrorOptions = {
  readonly cause?: unknown;
  readonly details?: ErrorDetails;
  readonly field?: string | undefined;
};

type ErrorMakers<In extends Group> = {
  readonly [Key in Keys<In>]: (
    values: ValuesOf<In, Key> & MessageValues,
    options?: ErrorOptions,
  ) => CodedError;
};

/**
 * Creates the errors of a group, given the remedy of each. `errorTable('api', { refused: 'retry' })` returns
 * `refused({ host }, { cause, details })`, whose code is `api/refused`.
 */
export function errorTable<In extends Group>(
  group: In,
  remedies: Readonly<Record<Keys<In>, Remedy>>,
): ErrorMakers<In> {
  const makers = Object.entries<Remedy>(remedies).map(([key, remedy]) => [
    key,
    (values: MessageValues, options?: ErrorOptions) =>
      new CodedError({ code: `${group}/${key}`, remedy, ...withoutSecrets(values) }, options),
  ]);
  return Object.fromEntries(makers) as ErrorMakers<In>;
}

function withoutSecrets(values: MessageValues): { readonly values?: MessageValues } {
  return Object.keys(values).length === 0 ? {} : { values: redacted(values) as MessageValues };
}

function redacted(value: MessageValue): MessageValue {
  if (typeof value === 'string') return redactText(value);
  if (typeof value !== 'object' || value === null) return value ?? null;
  if (Array.isArray(value)) return value.map(redacted);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, redacted(each)]));
}

/** Returns the failure for any thrown value; errors without a code become `internal/unexpected`. */
export function toFailure(error: unknown): Failure {
  if (error instanceof CodedError) {
    return error.toFailure();
  }
  if (isAbort(error)) return toFailure(cancelled());
  return toFailure(internalErrors.unexpected({ text: toText(error) }));
}

/** Runs `work` and adds `field` to a coded error without a field. */
export async function forField<Result>(field: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CodedError) || error.field !== undefined) throw error;
    throw new CodedError(error.toFailure(), { cause: error, details: error.details, field });
  }
}

export function failedOutcome(error: unknown): Outcome<never> {
  const details = error instanceof CodedError ? { details: error.details } : {};
  return { ok: false, ...toFailure(error), ...details };
}

export const internalErrors = errorTable('internal', {
  unexpected: 'report',
  uncaught: 'report',
});

/** Returns the error reported for an uncaught exception; `hide` redacts its text. */
export function uncaughtError(cause: unknown, hide: (text: string) => string): CodedError {
  return internalErrors.uncaught({ text: hide(toText(cause)) }, { cause });
}

const toText = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export function cancelled(options: ErrorOptions = {}): CodedError {
  return baseErrors.cancelled({}, options);
}

export const baseErrors = errorTable('base', {
  cancelled: 'none',
});

/** Returns true for errors thrown by an aborted `AbortSignal`, and for `cancelled`. */
export function isAbort(error: unknown): boolean {
  if (error instanceof CodedError) return error.code === 'base/cancelled';
  return error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError');
}

/** Returns the system code (`ENOENT` …) of the error or of its nearest cause with a code; null if none. */
export function systemCode(error: unknown): string | null {
  for (let current = error, depth = 0; current instanceof Error && depth < 8; depth += 1) {
    const code = (current as { code?: unknown }).code;
    if (typeof code === 'string' && /^[A-Z][A-Z0-9_]+$/.test(code)) return code;
    current = current.cause;
  }
  return null;
}
