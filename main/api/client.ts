import type { Clock } from '../base/clock.ts';
import { createHashing, type Hashing } from '../base/hashing/hashing.ts';
import type { Log } from '../base/log/log.ts';
import type { Redactor } from '../base/log/redact.ts';
import type { Account } from '../settings/settings-schema.ts';
import { type Calls, createCalls } from './calls.ts';
import { createLinks } from './links.ts';
import { type AppstoreApi, createAppstore } from './resources/appstore.ts';
import { createTestingdist, type TestingdistApi } from './resources/testingdist.ts';
import { type AnsweredAddresses, noAddresses } from './response-origin.ts';
import type { AccountSessionState } from './session.ts';
import { type Credentials, createTokenProvider } from './token.ts';
import { createHttp } from './transport/http.ts';
import { createNetwork, type Network } from './transport/network.ts';
import { publicNetwork } from './transport/public-network.ts';
import { createFileUploads, type FileUploads } from './upload/upload-file.ts';
import type { Root } from './wire.ts';

/**
 * Client of the distribution API for one account, in plain or link mode. Calls throw the coded errors of
 * `api`, and `base/cancelled`. Upload errors have `details.outcome`: whether the file may have arrived.
 */
export type Api = {
  /** Requests a token in any session state. Serves as the connection test. */
  signIn(signal?: AbortSignal): Promise<void>;
  root(signal?: AbortSignal): Promise<Root>;
  readonly appstore: AppstoreApi;
  readonly testingdist: TestingdistApi;
  readonly bytes: Calls['bytes'];
  /** Deletes an interrupted upload from the service, by its address. */
  readonly discardUpload: FileUploads['discard'];
  close(): Promise<void>;
};

export type ApiDependencies = {
  readonly account: Account;
  readonly credentials: () => Promise<Credentials>;
  readonly clock: Clock;
  readonly log: Log;
  readonly redactor: Redactor;
  /** Defaults to a network that uses the proxy of the environment variables. */
  readonly network?: Network;
  readonly hashing?: Hashing;
  /** Addresses at which the service has responded before. Defaults to none. */
  readonly answeredBefore?: AnsweredAddresses;
  readonly onSessionChange?: (state: AccountSessionState) => void;
};

export function createApi(deps: ApiDependencies): Api {
  const { account, clock, redactor } = deps;
  const log = deps.log.scope('api');
  const network = deps.network ?? createNetwork();
  const hashing = deps.hashing ?? createHashing();
  const http = createHttp({ network, clock, log, redactor });
  const publicHttp = createHttp({ network: publicNetwork(network), clock, log, redactor });
  const links = createLinks(account.baseUrl, log);
  const answeredBefore = deps.answeredBefore ?? noAddresses;
  const token = createTokenProvider({
    ...deps,
    http,
    log,
    answeredBefore,
    onState: deps.onSessionChange ?? (() => {}),
  });
  const calls = createCalls({ account, http, publicHttp, token, links, answeredBefore, redactor, log });
  const uploads = createFileUploads({
    ...{ calls, clock, hashing, throttle: network.throttle, log },
    base: new URL(account.baseUrl),
  });
  return {
    signIn: token.signIn,
    root: calls.root,
    bytes: calls.bytes,
    discardUpload: uploads.discard,
    appstore: createAppstore(calls, links, uploads),
    testingdist: createTestingdist(calls, links, uploads),
    close: async () => {
      await http.close();
      await publicHttp.close();
      if (!deps.hashing) await hashing.close();
    },
  };
}
