/** What went wrong between us and a mail server. Pure. */
import { openingReasons } from '../../base/connection-reasons.ts';
import type { CodedError } from '../../base/errors.ts';
import { serviceErrors } from '../errors.ts';

/** What nodemailer says about a failure. */
type Facts = {
  readonly code: string;
  /** The system's or OpenSSL's own code. */
  readonly cause: string;
  /** The step of the conversation: `CONN`, `STARTTLS`, `AUTH PLAIN`, `MAIL FROM`, `RCPT TO`, `DATA`. */
  readonly command: string;
  /** SMTP reply code; 0 when there was none. */
  readonly reply: number;
  readonly reason: string;
};

const certificateProblem = /CERT|SELF_SIGNED|UNABLE_TO_GET_ISSUER|ALTNAME|CRL/;

/**
 * The failure in words. Only `service/mailRefused` is final: this receiver or message will never be taken. All else
 * passes, or is repaired by a person who changes a setting, so the message waits.
 */
export function smtpFailure(error: unknown, server: string): CodedError {
  const facts = factsOf(error);
  const { reason } = facts;
  return serviceErrors[kindOf(facts)]({ server, reason }, { cause: error });
}

function kindOf({ code, cause, command, reply }: Facts) {
  if (certificateProblem.test(cause)) return 'mailCertificate';
  if (code === 'EAUTH' || code === 'ENOAUTH') return 'mailSignIn';
  if (code === 'ETLS' || command === 'STARTTLS' || /^(EPROTO$|ERR_SSL)/.test(cause)) return 'mailUnencrypted';
  // A refused sender is a wrong setting, not a wrong message.
  const final = reply >= 500 && /^(RCPT TO|DATA)$/.test(command);
  // Without a reply it is nodemailer that cannot write such an address or message.
  if (final || (reply === 0 && /^(EENVELOPE|EMESSAGE)$/.test(code))) return 'mailRefused';
  return reply === 0 ? 'mailUnreachable' : 'mailDelayed';
}

function factsOf(error: unknown): Facts {
  const { code, originalCode, command, responseCode }: Readonly<Record<string, unknown>> =
    error instanceof Error ? { ...error } : {};
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  const cause = text(originalCode) || text(code);
  return {
    code: text(code),
    cause,
    command: text(command),
    reply: typeof responseCode === 'number' ? responseCode : 0,
    reason:
      cause === 'ERR_TLS_CERT_ALTNAME_INVALID'
        ? 'it was made for another name'
        : (openingReasons[cause] ?? reasonOf(error instanceof Error ? error.message : String(error))),
  };
}

/** In one line, without Node's advice to whoever starts it. */
function reasonOf(message: string): string {
  return message
    .replaceAll(/\s+/g, ' ')
    .replace(/; if the root CA is .*$/, '')
    .replace(/[ .]+$/, '');
}
