import { expect, test } from 'vitest';
import { transportError } from '../../../main/api/transport/transport-error.ts';

const way = { url: new URL('https://service.example/'), proxy: null };

test.each([
  ['ERR_SSL_KEY_USAGE_BIT_INCORRECT', 'does not allow such connections (key usage)'],
  ['INVALID_PURPOSE', 'not meant for servers'],
  ['INVALID_CA', 'may not issue any'],
  ['ERR_SSL_UNSUPPORTED_PROTOCOL', 'TLS failed (ERR_SSL_UNSUPPORTED_PROTOCOL)'],
])('the error for a certificate rejected with %s contains the reason', (code, reason) => {
  const failure = transportError(Object.assign(new Error('refused'), { code }), way, {});
  expect(failure).toMatchObject({ code: 'api/certificate', message: expect.stringContaining(reason) });
});
