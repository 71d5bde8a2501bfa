import type { Failure } from '../../base/failure.ts';

/**
 * `address`: not a distribution service. `sign-in`: rejected without a reason. `access`: signed in, but
 * access denied. `mode`: the service supports only the other mode.
 */
export type ConnectionPart =
  | 'name'
  | 'port'
  | 'network'
  | 'certificate'
  | 'proxy'
  | 'address'
  | 'client'
  | 'user'
  | 'scope'
  | 'sign-in'
  | 'access'
  | 'mode'
  | 'service';

export type ConnectionTarget = 'sign-in' | 'service';

/** `problem` is null if the test succeeded. */
export type ConnectionReport = {
  /** Address at which the service was found, if it differs from the account's address. */
  readonly address?: string;
  readonly problem: {
    readonly at: ConnectionTarget;
    readonly part: ConnectionPart;
    readonly failure: Failure;
  } | null;
};

const parts: ReadonlyMap<string, ConnectionPart> = new Map<string, ConnectionPart>(
  Object.entries({
    'api/unknownHost': 'name',
    'api/connectionRefused': 'port',
    'api/unreachable': 'network',
    'api/connectionLost': 'network',
    'api/timeout': 'network',
    'api/captivePortal': 'network',
    'api/foreignProxy': 'network',
    'api/undecodable': 'network',
    'api/uploadLimit': 'network',
    'api/largePackets': 'network',
    'api/certificate': 'certificate',
    'api/proxy': 'proxy',
    'api/proxyPassword': 'proxy',
    'api/proxyRefused': 'proxy',
    'api/proxyAddress': 'proxy',
    'settings/proxyPassword': 'proxy',
    'api/notHttp': 'address',
    'api/responseTooLarge': 'address',
    'api/wrongAddress': 'address',
    'api/missing': 'address',
    'api/redirected': 'address',
    'api/webPage': 'address',
    'api/unexpectedResponse': 'address',
    'api/clientRefused': 'client',
    'api/credentialsRefused': 'user',
    'api/scopeRefused': 'scope',
    'api/signInRefused': 'sign-in',
    'api/unauthorized': 'access',
    'api/forbidden': 'access',
    'api/tokenRefused': 'access',
    'api/tokenForbidden': 'access',
    'api/refused': 'access',
    'api/busy': 'service',
    'api/storageFull': 'service',
    'api/serverError': 'service',
  }),
);

export function connectionPart(code: string): ConnectionPart | null {
  return parts.get(code) ?? null;
}

/** Returns true if the service's unexpected response may mean that the account has the wrong mode. */
export function suggestsOtherMode({ code }: Failure): boolean {
  return [
    'api/refused',
    'api/unexpectedResponse',
    'api/wrongAddress',
    'api/webPage',
    'api/serverError',
  ].includes(code);
}
