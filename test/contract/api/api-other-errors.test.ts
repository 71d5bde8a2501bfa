import { describe, expect, test } from 'vitest';
import type { CodedError } from '../../../main/base/errors.ts';
import { clientAt } from '../../unit/api/api-world.ts';
import { changingCalls, everyCall, readingCalls, silentCalls, uploadingCalls } from './other-calls.ts';
import { referenceFormat } from './other-formats.ts';
import { startOther } from './other-service.ts';

type Answer = { readonly status: number; readonly type: string; readonly body: string };

async function answering(answer: Answer) {
  const other = await startOther(referenceFormat);
  const { api } = clientAt(other.url);
  other.fail(answer);
  return { other, api };
}

const page = (title: string): string =>
  `\uFEFF<!DOCTYPE html>\n<html><head><title>${title}</title></head></html>`;
const html = 'text/html; charset=utf-8';
const json = 'application/json';

const failures: readonly (readonly [string, Answer, Partial<CodedError>, string])[] = [
  [
    'a page',
    { status: 500, type: html, body: page('Runtime Error') },
    { code: 'api/serverError', remedy: 'retry' },
    'Runtime Error.',
  ],
  [
    'a gateway error page',
    { status: 502, type: html, body: page('502 Bad Gateway') },
    { code: 'api/serverError', remedy: 'retry' },
    '502 Bad Gateway.',
  ],
  [
    'a page of another server',
    { status: 404, type: html, body: page('Not Found') },
    { code: 'api/wrongAddress', remedy: 'check-address' },
    '404',
  ],
  [
    'an ASP.NET error',
    { status: 500, type: json, body: '{"Message":"An error has occurred.","ExceptionMessage":"No disk."}' },
    { code: 'api/serverError', remedy: 'retry' },
    'No disk.',
  ],
  [
    'ASP.NET field errors',
    { status: 400, type: json, body: '{"title":"Invalid","errors":{"File":["is no build"]}}' },
    { code: 'api/refused', remedy: 'check-input' },
    'File: is no build.',
  ],
  [
    'a message',
    { status: 409, type: json, body: '{"message":"It is inactive"}' },
    { code: 'api/refused', remedy: 'check-input' },
    'It is inactive.',
  ],
  [
    'a problem',
    { status: 403, type: 'application/problem+json', body: '{"title":"Forbidden","detail":"Readers only"}' },
    { code: 'api/forbidden', remedy: 'sign-in' },
    'Readers only.',
  ],
  [
    'plain text',
    { status: 422, type: 'text/plain', body: ' Too\n short ' },
    { code: 'api/refused', remedy: 'check-input' },
    'Too short.',
  ],
  [
    'an empty body',
    { status: 503, type: '', body: '' },
    { code: 'api/busy', remedy: 'wait' },
    '503 Service Unavailable.',
  ],
  [
    'a sign-in page',
    { status: 401, type: html, body: page('Who are you?') },
    { code: 'api/unauthorized', remedy: 'sign-in' },
    'Who are you?',
  ],
];

describe.each(everyCall)('%s', (_, call) => {
  test.each(failures)(
    'reports a failure sent as %s in a one-line message',
    async (_form, answer, expected, text) => {
      const { other, api } = await answering(answer);
      const error = await call(api).then(
        () => null,
        (reason: unknown) => reason as CodedError,
      );
      const [method, path] = (other.requests.at(-1) ?? '').split(' ');
      expect(error).toMatchObject({
        ...expected,
        message: expect.stringContaining(text),
        details: {
          method,
          url: other.url + path,
          status: answer.status,
          requestId: expect.stringMatching(/^[\w-]{36}$/),
        },
      });
      expect(error?.message).toMatch(/^[^<>\n]+$/);
    },
  );
});

const elsewhere: readonly (readonly [string, Answer])[] = [
  ['a page', { status: 200, type: html, body: page('Hotel Wi-Fi') }],
  ['a page with a JSON content type', { status: 200, type: 'application/json', body: page('Hotel Wi-Fi') }],
  ['text with an HTML content type', { status: 200, type: html, body: 'Please sign in' }],
  ['a page and status 201', { status: 201, type: html, body: page('Hotel Wi-Fi') }],
];

describe.each(elsewhere)('a 2xx response with %s', (_, answer) => {
  test.each(everyCall)('is rejected by %s as a web page', async (_name, call) => {
    const { api } = await answering(answer);
    await expect(call(api)).rejects.toMatchObject({ code: 'api/webPage', remedy: 'check-address' });
  });
});

const unexpectedBodies = [
  '{"ok":true}',
  '{"error":"no"}',
  '7',
  '"OK"',
  'true',
  '[7]',
  '[[]]',
  '[{}]',
  '{"id":7',
  'OK',
  '{"_value":{}}',
];

describe.each(unexpectedBodies)('a 200 response with the body %s', (body) => {
  const answer = { status: 200, type: json, body };
  test.each([...readingCalls, ...changingCalls])('is not a valid result of %s', async (_, call) => {
    const { api } = await answering(answer);
    await expect(call(api)).rejects.toMatchObject({
      code: 'api/unexpectedResponse',
      remedy: 'check-address',
    });
  });
  test.each(uploadingCalls)('leaves the outcome of %s unknown', async (_, call) => {
    const { other, api } = await answering(answer);
    await expect(call(api)).rejects.toMatchObject({
      code: 'api/unexpectedResponse',
      details: { outcome: 'unknown' },
    });
    expect(other.requests).toHaveLength(1);
  });
  test.each(silentCalls)('is accepted by %s', async (_, call) => {
    const { api } = await answering(answer);
    await expect(call(api)).resolves.toBeUndefined();
  });
});

test.each<[string, string]>([
  ['testingdist.list', '{"id":3,"name":"Shop","profiles":[]}'],
  ['appstore.list', '{"_value":{"id":3}}'],
  ['appstore.list', '[{"name":"Shop","enabled":true,"createDateTimeUtc":"2026-11-21","items":[]}]'],
  ['testingdist.get', '[{"id":3,"name":"Shop","profiles":[]}]'],
  ['testingdist.get', '{"id":3,"name":"Shop"}'],
  ['testingdist.get', '{"_value":[]}'],
  ['testingdist.getVersion', '[]'],
  ['appstore.get', '[]'],
  ['root', '{}'],
  ['root', '{"appStore":{}}'],
  ['root', '[]'],
])('%s rejects the response %s', async (name, body) => {
  const [, call] = readingCalls.find(([key]) => key === name) ?? [];
  const { api } = await answering({ status: 200, type: json, body });
  await expect(call?.(api)).rejects.toMatchObject({ code: 'api/unexpectedResponse' });
});

describe.each([204, 202, 200])('an empty %i response', (status) => {
  const answer = { status, type: '', body: '' };
  test.each([...readingCalls, ...changingCalls])('is rejected by %s as unexpected', async (_, call) => {
    const { api } = await answering(answer);
    await expect(call(api)).rejects.toMatchObject({ code: 'api/unexpectedResponse' });
  });
  test.each(uploadingCalls)('leaves the outcome of %s unknown', async (_, call) => {
    const { other, api } = await answering(answer);
    await expect(call(api)).rejects.toMatchObject({
      code: 'api/unconfirmed',
      remedy: 'none',
      details: { outcome: 'unknown', status },
    });
    expect(other.requests).toHaveLength(1);
  });
});
