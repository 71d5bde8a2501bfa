import type { Failure, Remedy } from './failure.ts';
import { redactText } from './redact.ts';

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
  readonly details: ErrorDetails;

  constructor(failure: Failure, options: { readonly cause?: unknown; readonly details?: ErrorDetails } = {}) {
    super(redactText(failure.message), options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'CodedError';
    this.code = failure.code;
    this.remedy = failure.remedy;
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
        values: Arguments extends readonly [] ? Record<never, never> : Arguments[0],
        options?: ErrorOptions,
      ) => CodedError
    : never;
};

/**
 * One table of a module's errors. `errorTable('api', { refused: { remedy, message: (p: {host: string}) => … } })`
 * gives `refused({ host }, { cause, details })`, whose code is `api/refused`.
 */
export function errorTable<const Table extends Record<string, ErrorEntry<never>>>(
  module: string,
  table: Table,
): ErrorMakers<Table> {
  const makers: Record<string, unknown> = {};
  for (const [kind, entry] of Object.entries(table)) {
    const message = entry.message as unknown as (values: unknown) => string;
    makers[kind] = (values: unknown, options?: ErrorOptions) =>
      new CodedError({ code: `${module}/${kind}`, message: message(values), remedy: entry.remedy }, options);
  }
  return makers as ErrorMakers<Table>;
}

/** The failure any thrown value stands for; unknown ones become `internal/unexpected`. */
export function toFailure(error: unknown): Failure {
  if (error instanceof CodedError) {
    return { code: error.code, message: error.message, remedy: error.remedy };
  }
  if (isAbort(error)) return toFailure(cancelled());
  const text = error instanceof Error ? error.message : String(error);
  return {
    code: 'internal/unexpected',
    message: `Something unexpected happened: ${redactText(text)}. Please report it with the log.`,
    remedy: 'report',
  };
}

/** Work that was stopped because somebody asked for it. */
export function cancelled(options: ErrorOptions = {}): CodedError {
  return new CodedError({ code: 'base/cancelled', message: 'Cancelled.', remedy: 'none' }, options);
}

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
