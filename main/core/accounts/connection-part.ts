/** Which part of an account a failure of the connection test speaks of. Pure. */
import type { Failure } from '../../base/failure.ts';

/**
 * `name`: no such host. `port`: nobody listens. `network`: no way there, or it broke. `address`: what answers is no
 * distribution service. `sign-in`: refused without saying which part. `entrance`: signed in, but not let in. `mode`: the
 * service answers in the other mode only. `service`: it is busy or broken.
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

/** The two addresses of an account, in the order they are tried. */
export type ConnectionPlace = 'sign-in' | 'service';

/** What a connection test found. Null: everything works. The service is tried only once the sign-in works. */
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

/** Null for a code that says nothing about a connection. */
export function connectionPart(code: string): ConnectionPart | null {
  return parts.get(code) ?? null;
}

/** Whether asking in the other mode may tell more: the service was reached, but did not answer as promised. */
export function mayBeMode({ code }: Failure): boolean {
  return ['api/refused', 'api/notPromised', 'api/wrongAddress', 'api/webPage', 'api/broken'].includes(code);
}
