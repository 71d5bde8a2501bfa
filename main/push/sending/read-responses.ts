import { z } from 'zod';
import type { ErrorDetails } from '../../base/failure.ts';
import { pushErrors } from '../errors.ts';

export type PushAnswer = {
  readonly status: number;
  /** Returns a header by its lower-case name; null if absent. */
  readonly header: (name: string) => string | null;
  readonly text: string;
};

export type Accepted = {
  readonly messageId: string;
  /** Current token of the device, if the provider returns one. */
  readonly newToken: string | null;
};

type Facts = { readonly answer: PushAnswer; readonly host: string; readonly now: number };

const serverKeySchema = z.object({
  message_id: z.union([z.string(), z.number()]).optional(),
  error: z.string().optional(),
  results: z
    .array(
      z.object({
        message_id: z.union([z.string(), z.number()]).optional(),
        registration_id: z.string().optional(),
        error: z.string().optional(),
      }),
    )
    .optional(),
});

/** Reads the response to a request with a server key. A 200 may contain an error. Throws `push/…`. */
export function readServerKeyAnswer(facts: Facts): Accepted {
  const { answer } = facts;
  if (answer.status === 404 || answer.status === 410)
    throw pushErrors.switchedOff(hostOf(facts), detailsOf(facts));
  if (answer.status === 401 || answer.status === 403)
    throw pushErrors.wrongKey(hostOf(facts), detailsOf(facts));
  const read = serverKeySchema.safeParse(jsonOf(answer.text));
  const result = read.success ? (read.data.results?.[0] ?? read.data) : null;
  if (result?.error !== undefined) throw refusal(result.error, facts);
  if (!isSuccess(answer)) throw byStatus(facts, answer.text);
  if (result?.message_id === undefined) throw pushErrors.unexpectedResponse(hostOf(facts), detailsOf(facts));
  const newToken = 'registration_id' in result ? (result.registration_id ?? null) : null;
  return { messageId: String(result.message_id), newToken };
}

const httpV1Schema = z.object({
  name: z.string().optional(),
  error: z
    .object({
      message: z.string().optional(),
      status: z.string().optional(),
      details: z.array(z.looseObject({ errorCode: z.string().optional() })).optional(),
    })
    .optional(),
});

/** Throws `push/…` unless the message was accepted. */
export function readHttpV1Answer(facts: Facts): Accepted {
  const { answer } = facts;
  const read = httpV1Schema.safeParse(jsonOf(answer.text));
  const error = read.success ? read.data.error : undefined;
  if (error || !isSuccess(answer)) {
    const code = error?.details?.find(({ errorCode }) => errorCode !== undefined)?.errorCode;
    const name = code ?? error?.status;
    throw name === undefined ? byStatus(facts, answer.text) : refusal(name, facts, error?.message);
  }
  const name = read.success ? read.data.name : undefined;
  if (name === undefined) throw pushErrors.unexpectedResponse(hostOf(facts), detailsOf(facts));
  return { messageId: name, newToken: null };
}

const tokenSchema = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });
const tokenErrorSchema = z.object({ error: z.string(), error_description: z.string().optional() });

/** Reads the response to a token request. Throws `push/…`. */
export function readTokenAnswer(facts: Facts): { readonly token: string; readonly seconds: number } {
  const { answer } = facts;
  const value = jsonOf(answer.text);
  const read = tokenSchema.safeParse(value);
  if (isSuccess(answer) && read.success)
    return { token: read.data.access_token, seconds: read.data.expires_in };
  const refused = tokenErrorSchema.safeParse(value);
  if (refused.success && answer.status < 500) {
    const reason = refused.data.error_description ?? refused.data.error;
    throw pushErrors.accountRefused({ ...hostOf(facts), reason: oneLine(reason) }, detailsOf(facts));
  }
  throw isSuccess(answer)
    ? pushErrors.unexpectedResponse(hostOf(facts), detailsOf(facts))
    : byStatus(facts, answer.text);
}

function isSuccess({ status }: PushAnswer): boolean {
  return status >= 200 && status < 300;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Returns the error for a provider's error code, from the server key interface or HTTP v1. */
function refusal(name: string, facts: Facts, reason = name): Error {
  const details = detailsOf(facts);
  const values = { ...hostOf(facts), reason: oneLine(reason) };
  switch (name) {
    case 'NotRegistered':
    case 'UNREGISTERED':
      return pushErrors.tokenGone(values, details);
    case 'MismatchSenderId':
    case 'SENDER_ID_MISMATCH':
      return pushErrors.otherSender(values, details);
    case 'QUOTA_EXCEEDED':
    case 'RESOURCE_EXHAUSTED':
    case 'DeviceMessageRateExceeded':
    case 'TopicsMessageRateExceeded':
      return quota(facts);
    case 'UNAUTHENTICATED':
      return pushErrors.wrongKey(values, details);
    case 'PERMISSION_DENIED':
      return pushErrors.notAllowed(values, details);
    case 'THIRD_PARTY_AUTH_ERROR':
    case 'InvalidApnsCredential':
      return pushErrors.appleKey(values, details);
    case 'MessageTooBig':
      return pushErrors.tooLarge(values, details);
    case 'Unavailable':
    case 'UNAVAILABLE':
    case 'InternalServerError':
    case 'INTERNAL':
      return unavailable(facts);
    case 'NOT_FOUND':
      return pushErrors.noProject(values, details);
    case 'InvalidRegistration':
    case 'MissingRegistration':
      return pushErrors.badToken(values, details);
    default:
      return pushErrors.refused(values, details);
  }
}

/** Returns the error for a response that contains no error code. */
function byStatus(facts: Facts, text: string): Error {
  const { status } = facts.answer;
  if (status === 429) return quota(facts);
  if (status >= 500) return unavailable(facts);
  if (status === 401 || status === 403) return pushErrors.wrongKey(hostOf(facts), detailsOf(facts));
  if (status === 404) return pushErrors.noProject(hostOf(facts), detailsOf(facts));
  return pushErrors.refused(
    { ...hostOf(facts), reason: oneLine(text) || `status ${status}` },
    detailsOf(facts),
  );
}

function quota(facts: Facts): Error {
  return pushErrors.quota({ ...hostOf(facts), until: retryAt(facts) }, detailsOf(facts));
}

function unavailable(facts: Facts): Error {
  return pushErrors.unavailable({ ...hostOf(facts), until: retryAt(facts) }, detailsOf(facts));
}

/** Returns only the host: errors store all their values, and the response text may contain secrets. */
function hostOf({ host }: Facts): { readonly host: string } {
  return { host };
}

function detailsOf(facts: Facts): { readonly details: ErrorDetails } {
  const seconds = retryAfter(facts);
  return {
    details: { status: facts.answer.status, ...(seconds === null ? {} : { retryAfterSeconds: seconds }) },
  };
}

/** Limits what a faulty response can ask for. */
const maxRetrySeconds = 30 * 86_400;

/** Returns the end of `Retry-After`, in milliseconds since 1970 UTC; null without the header. */
function retryAt(facts: Facts): number | null {
  const seconds = retryAfter(facts);
  return seconds === null ? null : facts.now + Math.min(seconds, maxRetrySeconds) * 1000;
}

/** Returns `Retry-After` in seconds; accepts seconds or a date. */
function retryAfter({ answer, now }: Facts): number | null {
  const given = answer.header('retry-after')?.trim() ?? '';
  if (/^\d{1,7}$/.test(given)) return Number(given);
  const date = Date.parse(given);
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - now) / 1000));
}

/** Returns one printable line; empty for an HTML page. */
function oneLine(text: string): string {
  if (/^\s*</.test(text)) return '';
  return text
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, 200);
}
