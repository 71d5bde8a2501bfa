import { expect, test } from 'vitest';
import { smtpFailure } from '../../../main/service/mail/smtp-failure.ts';

const failed = (facts: Readonly<Record<string, unknown>>, message = 'It failed.') =>
  smtpFailure(Object.assign(new Error(message), facts), 'mail.example:587');

test.each([
  ['a receiver who does not exist', { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550 }, 'Refused'],
  ['a message called spam', { code: 'EMESSAGE', command: 'DATA', responseCode: 554 }, 'Refused'],
  ['a message that is too large', { code: 'EMESSAGE', command: 'MAIL FROM' }, 'Refused'],
  ['an address that cannot be written', { code: 'EENVELOPE', command: 'API' }, 'Refused'],
  ['a full mailbox', { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 452 }, 'Delayed'],
  ['a sender who may not send', { code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 550 }, 'Delayed'],
  ['a server that is closing', { code: 'EPROTOCOL', command: 'CONN', responseCode: 421 }, 'Delayed'],
  ['a wrong password', { code: 'EAUTH', command: 'AUTH PLAIN', responseCode: 535 }, 'SignIn'],
  ['nobody there', { code: 'ESOCKET', originalCode: 'ECONNREFUSED', command: 'CONN' }, 'Unreachable'],
  ['no such name', { code: 'EDNS', originalCode: 'ENOTFOUND', command: 'CONN' }, 'Unreachable'],
  ['silence', { code: 'ETIMEDOUT', command: 'CONN' }, 'Unreachable'],
  ['an old certificate', { code: 'ESOCKET', originalCode: 'CERT_HAS_EXPIRED' }, 'Certificate'],
  ['STARTTLS refused', { code: 'ETLS', command: 'STARTTLS', responseCode: 454 }, 'Unencrypted'],
  ['no TLS on the port', { code: 'ESOCKET', originalCode: 'ERR_SSL_WRONG_VERSION_NUMBER' }, 'Unencrypted'],
])('%s', (_what, facts, kind) => {
  const error = failed(facts);
  expect(error.code).toBe(`service/mail${kind}`);
  expect(error.message).toContain('mail.example:587');
});

test('the reason is one line, without advice meant for programmers', () => {
  const reason = 'self-signed certificate; if the root CA is installed locally, try running Node.js with x';
  expect(failed({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, reason).message).toMatch(
    /is not trusted: self-signed certificate\. Use/,
  );
  expect(failed({ code: 'ESOCKET' }, 'one\r\ntwo.').message).toContain('reached: one two.');
  expect(smtpFailure('odd', 'mail.example:25').message).toContain('odd');
});
