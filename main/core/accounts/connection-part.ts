import type { Failure } from '../../base/failure.ts';

/**
 * `address`: not a distribution service. `sign-in`: rejected without a reason. `entrance`: signed in, but
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
  | 'entrance'
  | 'mode'
  | 'service';

export type ConnectionPlace = 'sign-in' | 'service';

/** `wrong` is null if the test succeeded. */
export type ConnectionReport = {
  readonly wrong: {
    readonly at: ConnectionPlace;
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
    'api/garbled': 'network',
    'api/cutShort': 'network',
    'api/largePackets': 'network',
    'api/certificate': 'certificate',
    'api/proxy': 'proxy',
    'api/proxyPassword': 'proxy',
    'api/proxyRefused': 'proxy',
    'api/proxyAddress': 'proxy',
    'settings/proxyPassword': 'proxy',
    'api/notHttp': 'address',
    'api/tooMuch': 'address',
    'api/wrongAddress': 'address',
    'api/missing': 'address',
    'api/redirected': 'address',
    'api/webPage': 'address',
    'api/notPromised': 'address',
    'api/clientRefused': 'client',
    'api/credentialsRefused': 'user',
    'api/scopeRefused': 'scope',
    'api/signInRefused': 'sign-in',
    'api/unauthorized': 'entrance',
    'api/forbidden': 'entrance',
    'api/tokenRefused': 'entrance',
    'api/tokenForbidden': 'entrance',
    'api/refused': 'entrance',
    'api/busy': 'service',
    'api/full': 'service',
    'api/broken': 'service',
  }),
);

export function connectionPart(code: string): ConnectionPart | null {
  return parts.get(code) ?? null;
}

/** True if the service responded, but not as expected, so that the other mode may work. */
export function mayBeMode({ code }: Failure): boolean {
  return ['api/refused', 'api/notPromised', 'api/wrongAddress', 'api/webPage', 'api/broken'].includes(code);
}
