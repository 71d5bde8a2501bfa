import { z } from 'zod';
import type { CodedError } from '../base/errors.ts';
import { apiErrors } from './errors.ts';
import { htmlTitle, parseJson, reasonIn } from './failed-answer.ts';
import { type HttpAnswer, serviceName } from './http.ts';
import { readAs } from './read.ts';

/** The resource a 2xx promises. Throws `api/notThePromise` when it is HTML, empty or something else. */
export function parsedAnswer<Schema extends z.ZodType>(
  schema: Schema,
  answer: HttpAnswer,
  url: string,
): z.output<Schema> {
  const parsed = jsonOf(answer, url);
  try {
    return readAs(schema, parsed);
  } catch (cause) {
    if (!(cause instanceof z.ZodError)) throw cause;
    const [issue] = cause.issues;
    const place = issue?.path.join('.') || 'the whole';
    throw promiseError(
      answer,
      url,
      `something else (${place}: ${issue?.message ?? 'not understood'})`,
      cause,
    );
  }
}

/** The JSON of an answer. Throws `api/notThePromise`. */
export function jsonOf(answer: HttpAnswer, url: string): unknown {
  const text = answer.text.trim();
  if (text === '') throw promiseError(answer, url, 'nothing');
  if (text.startsWith('<')) {
    const title = htmlTitle(text);
    throw promiseError(answer, url, title === '' ? 'a web page' : `the web page “${title.trim()}”`);
  }
  const parsed = parseJson(text);
  if (parsed === undefined)
    throw promiseError(answer, url, `text that is no JSON (${answer.contentType || 'no type'})`);
  return parsed;
}

function promiseError(answer: HttpAnswer, url: string, found: string, cause?: unknown): CodedError {
  return apiErrors.notThePromise({ service: serviceName(url), found }, { cause, details: answer.details });
}

/** The coded error a status of 300 or above stands for. `sentBytes` is named when the service says too large. */
export function errorOf(answer: HttpAnswer, url: string, sentBytes?: number): CodedError {
  const service = serviceName(url);
  const reason = reasonIn(answer.contentType, answer.text);
  const options = { details: answer.details };
  const { status } = answer;
  switch (status) {
    case 401:
      return apiErrors.tokenRefused({ service }, options);
    case 403:
      return apiErrors.forbidden({ service, reason: reason || 'Ask whoever manages the service.' }, options);
    case 404:
    case 410:
      return apiErrors.notFound({ service, reason: reason || 'It may have been deleted.' }, options);
    case 407:
      return apiErrors.proxy({ service, reason: reason || 'it wants a sign-in' }, options);
    case 413: {
      const size = sentBytes === undefined ? '' : ` (${sentBytes} bytes)`;
      return apiErrors.tooLarge(
        { service, size, reason: reason || 'Make it smaller or raise the limit there.' },
        options,
      );
    }
    case 408:
    case 425:
    case 429:
    case 503:
      return apiErrors.busy({ service, reason: reason || 'Slipway tries again.' }, options);
    default:
      if (status < 400) {
        return apiErrors.notThePromise({ service, found: `a redirection (${status})` }, options);
      }
      if (status >= 500)
        return apiErrors.broken({ service, status, reason: reason || 'Try again later.' }, options);
      return apiErrors.rejected({ service, status, reason: reason || 'It gave no reason.' }, options);
  }
}
