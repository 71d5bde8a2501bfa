/** Why a connection could not be opened, in words that end a sentence. Pure. */

/** By the system's code: the way to the other computer is missing. */
export const unreachableReasons: Readonly<Record<string, string>> = {
  EHOSTUNREACH: 'no way to this computer',
  ENETUNREACH: 'no network',
  ENETDOWN: 'the network is down',
  EADDRNOTAVAIL: 'no network address',
  EACCES: 'a firewall on this computer forbids it',
  EPERM: 'a firewall on this computer forbids it',
};

/** By the system's or undici's code: everything that may go wrong before the first byte. */
export const openingReasons: Readonly<Record<string, string>> = {
  ...unreachableReasons,
  ENOTFOUND: 'its address was not found',
  EAI_AGAIN: 'its address was not found',
  EAI_FAIL: 'its address was not found',
  EAI_NODATA: 'its address was not found',
  ECONNREFUSED: 'nothing answers there',
  UND_ERR_CONNECT_TIMEOUT: 'it does not answer',
  ETIMEDOUT: 'it does not answer',
};
