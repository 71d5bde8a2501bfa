import { expect, test } from 'vitest';
import { toFailure } from '../../../main/base/errors.ts';
import { languages } from '../../../main/messages/locale.ts';
import { textOf } from '../../../main/messages/text.ts';
import { smtpFailure } from '../../../main/service/mail/smtp-failure.ts';

const failed = (facts: Readonly<Record<string, unknown>>, message = 'It failed.') =>
  smtpFailure(Object.assign(new Error(message), facts), 'mail.example:587', 'a@b.example');

/** Returns the fields that nodemailer adds to the error for a rejected command. */
const refused = (command: string, response: string) => ({
  ...{ code: 'EENVELOPE', command, response },
  responseCode: Number(response.slice(0, 3)),
});

test.each([
  ['an unknown recipient', refused('RCPT TO', '550 5.1.1 No such user'), 'Refused'],
  ['a mailbox that is disabled', refused('DATA', '550 5.2.1 Disabled'), 'Refused'],
  [
    'an unknown recipient without an enhanced code',
    refused('RCPT TO', '550 <ann@b.example>: User unknown'),
    'Refused',
  ],
  ['a recipient who has moved', refused('RCPT TO', '551 User not local'), 'Refused'],
  ['a message rejected as spam', refused('DATA', '554 Spam'), 'NotAccepted'],
  ['a recipient rejected without a reason', refused('RCPT TO', '550 No'), 'NotAccepted'],
  [
    'a message beyond the size limit of the server',
    refused('DATA', '552 5.3.4 Message size exceeds fixed limit'),
    'NotAccepted',
  ],
  ['an unknown sender described as a user', refused('RCPT TO', '550 Sender unknown user'), 'Sender'],
  ['a sender without permission', refused('MAIL FROM', '550 No'), 'Sender'],
  ['a bad sender', refused('DATA', '550 5.1.8 Access denied, bad outbound sender'), 'Sender'],
  ['a denied relay', refused('RCPT TO', '550 5.7.64 TenantAttribution'), 'Relay'],
  [
    'a denied relay without an enhanced code',
    refused('RCPT TO', '554 Relaying denied for this user unknown'),
    'Relay',
  ],
  ['a sending limit', refused('DATA', '550 5.4.5 No'), 'Quota'],
  ['a daily limit of recipients', refused('RCPT TO', '550 5.1.90 No'), 'Quota'],
  ['a required sign-in', refused('MAIL FROM', '530 5.7.0 Authentication required'), 'SignIn'],
  [
    'required encryption',
    refused('MAIL FROM', '530 5.7.0 Must issue a STARTTLS command first'),
    'Unencrypted',
  ],
  ['a message too large to send', { code: 'EMESSAGE', command: 'MAIL FROM' }, 'Refused'],
  ['an invalid address', { code: 'EENVELOPE', command: 'API' }, 'Refused'],
  ['a full mailbox', refused('RCPT TO', '452 4.2.2 Full'), 'Delayed'],
  ['a full mailbox with a permanent code', refused('RCPT TO', '552 5.2.2 Mailbox full'), 'Delayed'],
  [
    'a full mailbox at Gmail',
    refused('DATA', "552-5.2.2 The recipient's inbox is out of storage space"),
    'Delayed',
  ],
  [
    'a full mailbox at Dovecot',
    refused('RCPT TO', '552 5.2.2 <a@b.example> Quota exceeded (mailbox for user is full)'),
    'Delayed',
  ],
  ['a mailbox over quota without an enhanced code', refused('RCPT TO', '552 User over quota'), 'Delayed'],
  [
    'an exhausted quota of the sender in DATA',
    refused('DATA', '550 5.2.2 Submission quota exceeded'),
    'Quota',
  ],
  [
    'an exhausted quota of the sending account',
    refused('DATA', '550 5.2.2 Account sending quota exceeded'),
    'Quota',
  ],
  ['greylisting', refused('DATA', '451 Later'), 'Delayed'],
  ['a full disk of the server', refused('DATA', '452 4.3.1 Insufficient system storage'), 'Busy'],
  ['a sender without permission yet', refused('MAIL FROM', '451 4.7.1 Later'), 'Busy'],
  ['a server that is closing', refused('CONN', '421 Closing'), 'Busy'],
  ['a server that closes during the session', refused('RCPT TO', '421 4.7.0 Closing'), 'Busy'],
  ['a wrong password', { code: 'EAUTH', command: 'AUTH PLAIN', responseCode: 535 }, 'SignIn'],
  ['a refused connection', { code: 'ESOCKET', originalCode: 'ECONNREFUSED', command: 'CONN' }, 'Unreachable'],
  ['an unknown host', { code: 'EDNS', originalCode: 'ENOTFOUND', command: 'CONN' }, 'Unreachable'],
  ['a timeout', { code: 'ETIMEDOUT', command: 'CONN' }, 'Unreachable'],
  [
    'a mailbox over quota with a permanent code',
    refused('RCPT TO', '552 5.2.2 Mailbox is over quota'),
    'Delayed',
  ],
  ['a mailbox beyond its storage allocation', refused('DATA', '552 Exceeded storage allocation'), 'Delayed'],
  [
    'an exhausted quota of the sender in RCPT TO',
    refused('RCPT TO', '550 5.2.2 Submission quota exceeded'),
    'Quota',
  ],
  ['a certificate not for servers', { code: 'ESOCKET', originalCode: 'INVALID_PURPOSE' }, 'Certificate'],
  ['an expired certificate', { code: 'ESOCKET', originalCode: 'CERT_HAS_EXPIRED' }, 'Certificate'],
  [
    'a missing intermediate',
    { code: 'ESOCKET', originalCode: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' },
    'Certificate',
  ],
  ['a rejected STARTTLS', { code: 'ETLS', command: 'STARTTLS', responseCode: 454 }, 'Unencrypted'],
  ['no TLS on the port', { code: 'ESOCKET', originalCode: 'ERR_SSL_WRONG_VERSION_NUMBER' }, 'Unencrypted'],
])('smtpFailure classifies %s', (_what, facts, kind) => {
  const error = failed(facts, 'response' in facts ? String(facts.response) : undefined);
  expect(error.code).toBe(`service/mail${kind}`);
  expect(error.message).toContain('mail.example:587');
});

test('smtpFailure shortens the reason to one line without Node.js advice', () => {
  const reason = 'self-signed certificate; if the root CA is installed locally, try running Node.js with x';
  expect(failed({ code: 'CERT_UNTRUSTED' }, reason).message).toMatch(
    /is not trusted: self-signed certificate; use/,
  );
  expect(failed({ code: 'ESOCKET' }, 'one\r\ntwo.').message).toContain('reached: one two.');
  expect(smtpFailure('odd', 'mail.example:25', 'a@b.example').message).toContain('odd');
});

test.each([
  ['CERT_HAS_EXPIRED', /expired/, /abgelaufen/, /expiré/, /süresi dolmuş/],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', /self-signed/, /selbst signiert/, /autosigné/, /kendinden imzalı/],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /an authority/, /einer Stelle/, /une autorité/, /yetkili/],
  ['ERR_TLS_CERT_ALTNAME_INVALID', /different/, /anderen Adresse/, /autre adresse/, /başka bir adrese/],
])('smtpFailure explains %s in every language', (originalCode, ...patterns) => {
  const { code, values } = toFailure(failed({ code: 'ESOCKET', originalCode }, 'OpenSSL’s own words'));
  for (const [at, language] of languages.entries()) {
    const text = textOf({ code, values }, language);
    expect(text).toMatch(patterns[at] ?? /$^/);
    expect(text).not.toContain('OpenSSL');
  }
});
