import { type Message, messageOf } from '../messages/message.ts';
/** Reasons for failures to reach the host, by system error code. */
export const unreachableReasons: Readonly<Record<string, Message>> = {
  EHOSTUNREACH: messageOf('network/noRoute'),
  ENETUNREACH: messageOf('network/noNetwork'),
  ENETDOWN: messageOf('network/networkDown'),
  EADDRNOTAVAIL: messageOf('network/noAddress'),
  EACCES: messageOf('network/firewall'),
  EPERM: messageOf('network/firewall'),
};

/** Reasons for failures to open a connection, by system or undici error code. */
export const openingReasons: Readonly<Record<string, Message>> = {
  ...unreachableReasons,
  ENOTFOUND: messageOf('network/addressNotFound'),
  EAI_AGAIN: messageOf('network/addressNotFound'),
  EAI_FAIL: messageOf('network/addressNotFound'),
  EAI_NODATA: messageOf('network/addressNotFound'),
  ECONNREFUSED: messageOf('network/nothingAnswers'),
  UND_ERR_CONNECT_TIMEOUT: messageOf('network/noAnswer'),
  ETIMEDOUT: messageOf('network/noAnswer'),
};

/** Reasons for an untrusted certificate, by error code of OpenSSL, BoringSSL or Node.js. */
export const certificateReasons: Readonly<Record<string, Message>> = {
  CERT_HAS_EXPIRED: messageOf('network/certificateExpired'),
  CERT_NOT_YET_VALID: messageOf('network/certificateNotYet'),
  DEPTH_ZERO_SELF_SIGNED_CERT: messageOf('network/selfSigned'),
  SELF_SIGNED_CERT_IN_CHAIN: messageOf('network/unknownAuthority'),
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: messageOf('network/unknownAuthority'),
  UNABLE_TO_GET_ISSUER_CERT: messageOf('network/unknownAuthority'),
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: messageOf('network/unknownAuthority'),
  // BoringSSL (Electron) checks key usage; OpenSSL (command line) does not.
  ERR_SSL_KEY_USAGE_BIT_INCORRECT: messageOf('network/keyUsage'),
  INVALID_PURPOSE: messageOf('network/extendedKeyUsage'),
  INVALID_CA: messageOf('network/notAnAuthority'),
  ERR_TLS_CERT_ALTNAME_INVALID: messageOf('network/otherAddress'),
};
