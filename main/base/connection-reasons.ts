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
