import { expect, test } from 'vitest';
import type { HttpResponse } from '../../../main/api/transport/http-types.ts';
import { errorMessage, isWebPage } from '../../../main/api/transport/response/error-message.ts';
import {
  responseError,
  retryAfter,
  signInError,
} from '../../../main/api/transport/response/response-error.ts';
import { transportError } from '../../../main/api/transport/transport-error.ts';

const receivedAt = Date.UTC(2026, 10, 21, 8, 30);
const url = new URL('https://user:word@service.example/api/v3/root?key=1');

function answer(status: number, text = '', headers: Record<string, string> = {}): HttpResponse {
  const header = (name: string): string | null => headers[name] ?? null;
  return { method: 'POST', url, proxy: null, status, text, header, requestId: 'r1', receivedAt };
}

const context = { about: 'item', fileSize: null, redact: (text: string) => text } as const;

test.each([
  ['problem JSON', '{"title":"Bad Request","detail":"The file is empty","status":400}', 'The file is empty.'],
  ['OAuth', '{"error":"invalid_grant","error_description":"Wrong password"}', 'Wrong password.'],
  ['OAuth without a description', '{"error":"invalid_grant"}', 'invalid_grant.'],
  ['a message', '{"Message":"Not allowed!"}', 'Not allowed!'],
  [
    'errors by field',
    '{"title":"One or more","errors":{"Name":["is required"],"Size":["is too big"]}}',
    'Name: is required. Size: is too big.',
  ],
  ['errors in a list', '{"errors":[{"message":"One"},{"message":"Two."}]}', 'One. Two.'],
  ['a nested error', '{"error":{"message":"Deep"}}', 'Deep.'],
  ['a JSON string', '"Just words"', 'Just words.'],
  ['plain text', 'Something\n  broke', 'Something broke.'],
  ['a page', '<!DOCTYPE html><html><title>502 Bad &amp; Gateway</title><body>x', '502 Bad & Gateway.'],
  ['an empty body', '', null],
  ['an empty object', '{}', null],
  ['values of the wrong type', '{"message":{"a":[null,7]}}', null],
])('errorMessage explains %s', (_, text, expected) => {
  expect(errorMessage(answer(400, text))).toBe(expected);
});

test.each([
  ['/api/v3/testingdist/profiles', ''],
  ['/portal/api/v3/testingdist/profiles', ', and remove the path /portal unless the service uses it'],
  ['/a/b/identity/connect/token', ', and remove the path /a/b unless the service uses it'],
])('a 404 at %s reports the address with its path', (pathname, text) => {
  const given = { ...answer(404), url: new URL(pathname, 'https://service.example') };
  expect(responseError(given, { ...context, about: 'endpoint' }).message).toBe(
    `There is no distribution service at service.example (it answered 404): check the addresses of the account${text}.`,
  );
});

test.each([
  ['http:', 'api/proxyPassword'],
  ['https:', 'api/foreignProxy'],
])('a 407 over %s through a proxy is reported as %s', (protocol, code) => {
  const url = new URL(`${protocol}//service.example/api/v3/root`);
  const given = { ...answer(407), url, proxy: { host: 'proxy.example:3128', hasCredentials: false } };
  expect(responseError(given, context)).toMatchObject({ code });
});

test('errorMessage returns null for truncated JSON', () => {
  expect(errorMessage(answer(413, '{"detail":"At mo'))).toBe(null);
  expect(errorMessage(answer(413, '[{"messa'))).toBe(null);
  expect(errorMessage(answer(413, '[proxy] refused'))).toBe('[proxy] refused.');
});

test('errorMessage shortens long text', () => {
  expect(errorMessage(answer(500, 'long '.repeat(10_000)))?.length).toBeLessThanOrEqual(301);
});

test.each([
  [302, 'api/redirected', 'check-address'],
  [400, 'api/refused', 'check-input'],
  [401, 'api/unauthorized', 'sign-in'],
  [403, 'api/forbidden', 'sign-in'],
  [404, 'api/missing', 'none'],
  [407, 'api/foreignProxy', 'check-network'],
  [409, 'api/refused', 'check-input'],
  [413, 'api/tooLarge', 'choose-file'],
  [429, 'api/busy', 'wait'],
  [500, 'api/serverError', 'retry'],
  [502, 'api/serverError', 'retry'],
  [503, 'api/busy', 'wait'],
  [507, 'api/storageFull', 'free-space'],
])('status %i is reported as %s', (status, code, remedy) => {
  const error = responseError(answer(status), context);
  expect(error).toMatchObject({ code, remedy });
  expect(error.details).toMatchObject({
    status,
    requestId: 'r1',
    url: 'https://service.example/api/v3/root',
  });
});

test('a 403 caused by exhausted storage is reported as api/storageFull', () => {
  const body = JSON.stringify({ detail: 'The storage of this organisation is used up.' });
  expect(responseError(answer(403, body), context)).toMatchObject({ code: 'api/storageFull' });
  const other = JSON.stringify({ detail: 'The storage of this organisation is not yours.' });
  expect(responseError(answer(403, other), context)).toMatchObject({ code: 'api/forbidden' });
});

test('a 404 for an endpoint or with a web page reports api/wrongAddress', () => {
  expect(responseError(answer(404), { ...context, about: 'endpoint' }).code).toBe('api/wrongAddress');
  expect(responseError(answer(404, '<html></html>'), context).code).toBe('api/wrongAddress');
});

test('the error for a 413 contains the file size', () => {
  expect(responseError(answer(413), { ...context, fileSize: 3 * 1024 * 1024 }).message).toContain(
    '3.1\u00A0MB',
  );
});

test.each([
  [{ 'retry-after': '7' }, 7],
  [{ 'retry-after': 'Sat, 21 Nov 2026 08:31:00 GMT', date: 'Sat, 21 Nov 2026 08:30:00 GMT' }, 60],
  [{ 'retry-after': 'Sat, 21 Nov 2026 08:29:00 GMT', date: 'Sat, 21 Nov 2026 08:30:00 GMT' }, 0],
  [{ 'retry-after': 'Sat, 21 Nov 2026 08:30:30 GMT' }, 30],
  [{ 'retry-after': 'Saturday, 21-Nov-26 08:30:30 GMT' }, 30],
  [{ 'retry-after': 'Sat Nov 21 08:30:30 2026' }, 30],
  [{ 'retry-after': '1.5' }, 2],
  [{ 'retry-after': '9'.repeat(30) }, 86_400],
  [{ 'retry-after': 'Sat, 21 Nov 2099 08:30:30 GMT' }, 86_400],
  [{ 'retry-after': 'soon' }, null],
  [{ 'retry-after': '-5' }, null],
  [{ 'retry-after': '' }, null],
  [{}, null],
])(
  'retryAfter reads %j by the server clock or the local clock',
  (headers: Record<string, string>, seconds) => {
    expect(retryAfter(answer(503, '', headers))).toBe(seconds);
  },
);

test.each([
  ['{"error":"invalid_grant"}', 400, 'api/credentialsRefused'],
  ['{"error":"invalid_client"}', 401, 'api/clientRefused'],
  ['{"error":"invalid_scope"}', 400, 'api/scopeRefused'],
  ['no', 401, 'api/credentialsRefused'],
  ['<html>', 404, 'api/wrongAddress'],
  ['', 500, 'api/serverError'],
])('a token request answered with %s (%i) is reported as %s', (text, status, code) => {
  expect(signInError(answer(status, text), (value) => value).code).toBe(code);
});

test.each([
  ['ENOTFOUND', 'api/unknownHost', 'check-network'],
  ['ECONNREFUSED', 'api/connectionRefused', 'check-network'],
  ['ECONNRESET', 'api/connectionLost', 'check-network'],
  ['UND_ERR_SOCKET', 'api/connectionLost', 'check-network'],
  ['UND_ERR_CONNECT_TIMEOUT', 'api/unreachable', 'check-network'],
  ['CERT_HAS_EXPIRED', 'api/certificate', 'check-address'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'api/certificate', 'check-address'],
  ['HPE_INVALID_CONSTANT', 'api/notHttp', 'check-address'],
])('the transport error %s is reported as %s', (systemCode, code, remedy) => {
  const cause = Object.assign(new Error('x'), { code: systemCode });
  expect(transportError(cause, { url, proxy: null }, {})).toMatchObject({ code, remedy });
});

test('isWebPage detects a page by its type or its first characters', () => {
  const html = { 'content-type': 'text/html; charset=utf-8' };
  expect(isWebPage(answer(200, 'Please sign in', html))).toBe(true);
  expect(isWebPage(answer(200, '{ not json', html))).toBe(true);
  expect(isWebPage(answer(200, '{"id": 7}', html))).toBe(false);
  expect(isWebPage(answer(200, ' <!-- x --> <!doctype HTML>'))).toBe(true);
  expect(isWebPage(answer(200, '{"html":"<html>"}'))).toBe(false);
});
