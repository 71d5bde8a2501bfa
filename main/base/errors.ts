import type { Failure, FailureValue, FailureValues, Remedy } from './failure.ts';
import { redactText } from './log/redact.ts';
import { type Given, said, withSentencesOf, withTexts } from './sentences.ts';

/** Facts about a failed HTTP exchange that help support; never headers, bodies or secrets. */
export type ErrorDetails = {
  readonly method?: string;
  readonly url?: string;
  readonly status?: number;
  readonly requestId?: string;
  readonly path?: string;
  /** Seconds the other side asked us to wait. */
  readonly retryAfterSeconds?: number;
  /** Of an upload: `not-sent` and `refused` mean that nothing was stored; `unknown` that it may have been. */
  readonly outcome?: 'not-sent' | 'unknown' | 'refused';
};

/** An error with a stable code and a remedy. Every expected failure in Slipway is one of these. */
export class CodedError extends Error {
  readonly code: string;
  readonly remedy: Remedy;
  /** Of the message; absent when it has none. */
  readonly values?: FailureValues;
  readonly details: ErrorDetails;

  constructor(failure: Failure, options: { readonly cause?: unknown; readonly details?: ErrorDetails } = {}) {
    super(redactText(failure.message), options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'CodedError';
    this.code = failure.code;
    this.remedy = failure.remedy;
    if (failure.values !== undefined) this.values = failure.values;
    this.details = options.details ?? {};
  }
}

type ErrorEntry<Arguments extends readonly never[]> = {
  readonly message: (...values: Arguments) => string;
  readonly remedy: Remedy;
};

type ErrorOptions = { readonly cause?: unknown; readonly details?: ErrorDetails };

type ErrorMakers<Table> = {
  readonly [Kind in keyof Table]: Table[Kind] extends { message: (...values: infer Arguments) => string }
    ? (
        values: Arguments extends readonly [] ? Record<never, never> : Given<Arguments[0]>,
        options?: ErrorOptions,
      ) => CodedError
    : never;
};

/**
 * One table of a module's errors. `errorTable('api', { refused: { remedy, message: (p: {host: string}) => … } })`
 * gives `refused({ host }, { cause, details })`, whose code is `api/refused`. A text among the values may be a sentence.
 */
export function errorTable<const Table extends Record<string, ErrorEntry<never>>>(
  module: string,
  table: Table,
): ErrorMakers<Table> {
  const makers: Record<string, unknown> = {};
  for (const [kind, entry] of Object.entries(table)) {
    const message = entry.message as unknown as (values: unknown) => string;
    makers[kind] = (values: Readonly<Record<string, unknown>>, options?: ErrorOptions) =>
      new CodedError(
        {
          code: `${module}/${kind}`,
          message: message(withTexts(values)),
          remedy: entry.remedy,
          ...kept(values),
        },
        options,
      );
  }
  return makers as ErrorMakers<Table>;
}

/** The values of a message as data that can be kept and handed on, without secrets; nothing when there are none. */
function kept(values: unknown): { readonly values?: FailureValues } {
  const texts = typeof values === 'object' && values !== null ? said(values) : {};
  const plain = plainValue(texts) as FailureValues;
  return Object.keys(plain).length === 0 ? {} : { values: withSentencesOf(texts, plain) };
}

function plainValue(value: unknown): FailureValue {
  if (typeof value === 'string') return redactText(value);
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map(plainValue);
  if (typeof value !== 'object' || value === null) return null;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plainValue(each)]));
}

/** The failure any thrown value stands for; unknown ones become `internal/unexpected`. */
export function toFailure(error: unknown): Failure {
  if (error instanceof CodedError) {
    const { code, message, remedy, values } = error;
    return { code, message, remedy, ...(values === undefined ? {} : { values }) };
  }
  if (isAbort(error)) return toFailure(cancelled());
  return toFailure(internalErrors.unexpected({ text: toText(error) }));
}

export const internalErrors = errorTable('internal', {
  unexpected: {
    remedy: 'report',
    message: (p: { text: string }) =>
      `Something unexpected happened: ${p.text}. Please report it with the log.`,
  },
  uncaught: {
    remedy: 'report',
    message: (p: { text: string }) =>
      `Something unexpected happened: ${p.text}. Uploads continue at the next start. Please report it with the log.`,
  },
});

/** What the end of a process is told with after an error nothing caught; `hide` takes secrets out of its text. */
export function uncaughtError(cause: unknown, hide: (text: string) => string): CodedError {
  return internalErrors.uncaught({ text: hide(toText(cause)) }, { cause });
}

const toText = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Work that was stopped because somebody asked for it. */
export function cancelled(options: ErrorOptions = {}): CodedError {
  return baseErrors.cancelled({}, options);
}

export const baseErrors = errorTable('base', {
  cancelled: { remedy: 'none', message: () => 'Cancelled.' },
});

/** True for what an aborted `AbortSignal` throws, and for `cancelled`. */
export function isAbort(error: unknown): boolean {
  if (error instanceof CodedError) return error.code === 'base/cancelled';
  return error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError');
}

/** The system's code of an error (`ENOENT`, `ECONNREFUSED` …), looked for along its causes; null when none. */
export function systemCode(error: unknown): string | null {
  for (let current = error, depth = 0; current instanceof Error && depth < 8; depth += 1) {
    const code = (current as { code?: unknown }).code;
    if (typeof code === 'string' && /^[A-Z][A-Z0-9_]+$/.test(code)) return code;
    current = current.cause;
  }
  return null;
}
