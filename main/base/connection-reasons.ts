/** Why a connection could not be opened, in words that end a sentence. Pure. */

import { type Message, messageOf } from '../messages/message.ts';
/** By the system's code: the way to the other computer is missing. */
export const unreachableReasons: Readonly<Record<string, Message>> = {
  EHOSTUNREACH: messageOf('network/noRoute'),
  ENETUNREACH: messageOf('network/noNetwork'),
  ENETDOWN: messageOf('network/networkDown'),
  EADDRNOTAVAIL: messageOf('network/noAddress'),
  EACCES: messageOf('network/firewall'),
  EPERM: messageOf('network/firewall'),
};

/** By the system's or undici's code: everything that may go wrong before the first byte. */
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

/** By OpenSSL's, BoringSSL's or Node's code: why the certificate of a server is not trusted. */
export const certificateReasons: Readonly<Record<string, Message>> = {
  CERT_HAS_EXPIRED: messageOf('network/certificateExpired'),
  CERT_NOT_YET_VALID: messageOf('network/certificateNotYet'),
  DEPTH_ZERO_SELF_SIGNED_CERT: messageOf('network/selfSigned'),
  SELF_SIGNED_CERT_IN_CHAIN: messageOf('network/unknownAuthority'),
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: messageOf('network/unknownAuthority'),
  UNABLE_TO_GET_ISSUER_CERT: messageOf('network/unknownAuthority'),
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: messageOf('network/unknownAuthority'),
  // BoringSSL, in the window, refuses what OpenSSL, in the command line, lets pass.
  ERR_SSL_KEY_USAGE_BIT_INCORRECT: messageOf('network/keyUsage'),
  INVALID_PURPOSE: messageOf('network/extendedKeyUsage'),
  INVALID_CA: messageOf('network/notAnAuthority'),
  ERR_TLS_CERT_ALTNAME_INVALID: messageOf('network/otherAddress'),
};
