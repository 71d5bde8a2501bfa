/** Classifies SMTP delivery errors. Pure. */

import { certificateReasons, openingReasons } from '../../base/connection-reasons.ts';
import type { CodedError } from '../../base/errors.ts';
import { trimEndOf } from '../../base/trim-end.ts';
import type { Message } from '../../messages/message.ts';
import { serviceErrors } from '../errors.ts';

type Facts = {
  readonly code: string;
  /** Error code of the system or OpenSSL. */
  readonly cause: string;
  /** SMTP step: `CONN`, `STARTTLS`, `AUTH PLAIN`, `MAIL FROM`, `RCPT TO`, `DATA`. */
  readonly command: string;
  /** SMTP reply code; 0 without a reply. */
  readonly reply: number;
  /** Enhanced status code (RFC 3463), such as `5.1.1`; empty if absent. */
  readonly status: string;
  /** Reply of the server, or the error message of Node or nodemailer. */
  readonly text: string;
  readonly reason: Message | string;
};

const certificateProblem = /CERT|SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY_LEAF)|ALTNAME|CRL/;

/**
 * Returns the coded error of a failed delivery. `service/mailRefused` is final. `service/mailDelayed` delays
 * only this message; so do `mailNotAccepted` and `mailRelay`, unless several messages in a row fail with
 * them. All other errors block the queue.
 */
export function smtpFailure(error: unknown, server: string, sender: string): CodedError {
  const facts = factsOf(error);
  const { reason } = facts;
  return serviceErrors[errorKind(facts)]({ server, sender, reason }, { cause: error });
}

function errorKind(facts: Facts) {
  const { code, cause, command, reply } = facts;
  if (cause in certificateReasons || certificateProblem.test(cause)) return 'mailCertificate';
  if (code === 'EAUTH' || code === 'ENOAUTH') return 'mailSignIn';
  if (code === 'ETLS' || command === 'STARTTLS' || /^(EPROTO$|ERR_SSL)/.test(cause)) return 'mailUnencrypted';
  // Without a reply, these codes mean that nodemailer itself rejected the address or message.
  if (reply === 0) return /^(EENVELOPE|EMESSAGE)$/.test(code) ? 'mailRefused' : 'mailUnreachable';
  const isMessageStep = /^(RCPT TO|DATA)$/.test(command);
  if (reply < 500) return isMessageStep && !isServerError(facts) ? 'mailDelayed' : 'mailBusy';
  if (reply === 530) return /STARTTLS/i.test(facts.text) ? 'mailUnencrypted' : 'mailSignIn';
  if (isMessageStep && isFullMailbox(facts)) return 'mailDelayed';
  return isMessageStep && isRecipientError(facts) ? 'mailRefused' : refusalKind(facts);
}

/** Returns true if the server is unavailable: 421 (RFC 5321, 4.2.1) or 4.3.x (RFC 3463, mail system). */
function isServerError({ reply, status }: Facts): boolean {
  return reply === 421 || status.startsWith('4.3.');
}

/**
 * Status codes that refuse a recipient (RFC 3463, RFC 7505). Excludes 5.1.0 and 5.2.0 (unspecific), 5.1.7 and
 * 5.1.8 (sender), and 5.1.90 and 5.2.2 (quotas in Exchange Online).
 */
const recipientStatuses: ReadonlySet<string> = new Set([
  '5.1.1',
  '5.1.2',
  '5.1.3',
  '5.1.4',
  '5.1.6',
  '5.1.10',
  '5.2.1',
]);

/** A full mailbox is transient. Exchange Online uses the same status for the sender's quota. */
function isFullMailbox({ status, text }: Facts): boolean {
  if (status === '5.2.2') return !/submission|sending|sender|(message|rate|daily) limit/i.test(text);
  return status === '' && /mailbox (is )?full|over quota|storage allocation/i.test(text);
}

const unknownRecipient =
  /(no such|unknown|invalid|non-?existent) (local )?(user|person|mailbox|recipient|account)|(user|mailbox|recipient|account) .{0,60}(unknown|unavailable|not found|does( no|n')t exist|disabled)/i;

/** Returns true if the server refused the recipient: by status code or, without one, by the reply text. */
function isRecipientError({ command, reply, status, text }: Facts): boolean {
  if (status !== '') return recipientStatuses.has(status);
  if (command !== 'RCPT TO' || /sender|policy|relay/i.test(text)) return false;
  return reply === 551 || unknownRecipient.test(text);
}

/**
 * Classifies a refusal by the setting to check. Sources: RFC 3463; Microsoft, “Email non-delivery reports in
 * Exchange Online”; Google, “Gmail SMTP errors and codes”.
 */
function refusalKind({ command, status, text }: Facts) {
  if (
    /^5\.(4\.5|1\.90|2\.2|7\.70[58])$/.test(status) ||
    /quota|(sending|message|rate|daily) limit/i.test(text)
  )
    return 'mailQuota';
  if (/^5\.(1\.[78]|7\.60|2\.252)$/.test(status) || command === 'MAIL FROM' || /sender/i.test(text)) {
    return 'mailSender';
  }
  return /^5\.7\.(54|64)$/.test(status) || /relay/i.test(text) ? 'mailRelay' : 'mailNotAccepted';
}

function factsOf(error: unknown): Facts {
  const { code, originalCode, command, response, responseCode }: Readonly<Record<string, unknown>> =
    error instanceof Error ? { ...error } : {};
  const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '');
  const cause = stringOf(originalCode) || stringOf(code);
  const text = cleanReason(stringOf(response) || (error instanceof Error ? error.message : String(error)));
  return {
    code: stringOf(code),
    cause,
    command: stringOf(command),
    reply: typeof responseCode === 'number' ? responseCode : 0,
    status: /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(stringOf(response))?.[1] ?? '',
    text,
    reason: certificateReasons[cause] ?? openingReasons[cause] ?? text,
  };
}

/** Returns the message on one line, without the advice about root CAs that Node appends. */
function cleanReason(message: string): string {
  const [reason = ''] = message.replaceAll(/\s+/g, ' ').split('; if the root CA is ', 1);
  return trimEndOf(reason, ' .');
}
