import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { Redactor } from '../base/redact.ts';
import type { Account } from '../settings/settings-schema.ts';
import { type Appstore, createAppstore } from './appstore.ts';
import { createCalls } from './calls.ts';
import { createHttp } from './http.ts';
import { createLinkBook } from './links.ts';
import { createResources } from './resources.ts';
import type { Session } from './session.ts';
import { createTestingdist, type Testingdist } from './testingdist.ts';
import { type Credentials, createTokenKeeper } from './token.ts';
import type { Root } from './wire.ts';

export type { UploadOptions } from './calls.ts';
export type { Credentials } from './token.ts';
export type { FileToUpload } from './upload-body.ts';

/**
 * The distribution API of one account, one function per call of the reference; plain and link mode give the same
 * objects. Every call throws coded errors (`api/…`), `api/signInFailed` and `api/tokenRefused` ask for a sign-in. Upload
 * errors say in `details.outcome` whether anything may have been stored.
 */
export type Api = {
  readonly session: Session;
  /** Asks for a token now: the connection test. */
  signIn(): Promise<void>;
  root(signal?: AbortSignal): Promise<Root>;
  readonly appstore: Appstore;
  readonly testingdist: Testingdist;
  close(): Promise<void>;
};

export function createApi(deps: {
  readonly account: Account;
  readonly credentials: () => Promise<Credentials>;
  readonly clock: Clock;
  readonly log: Log;
  readonly redactor: Redactor;
  readonly onSession?: (session: Session) => void;
}): Api {
  const { account, clock } = deps;
  const log = deps.log.scope('api');
  const service = createHttp({ origin: account.baseUrl, clock, log });
  const identity = createHttp({ origin: account.authUrl, clock, log });
  const tokens = createTokenKeeper({ ...deps, log, http: identity, onChange: deps.onSession ?? (() => {}) });
  const calls = createCalls({ account, http: service, tokens, clock });
  const book = createLinkBook(account.baseUrl, log);
  const resources = createResources(account, calls, book);
  return {
    get session() {
      return tokens.session;
    },
    signIn: () => tokens.signIn(),
    root: (signal) => resources.root(signal),
    appstore: createAppstore(resources, calls, book),
    testingdist: createTestingdist(resources, calls),
    close: async () => {
      await Promise.all([service.close(), identity.close()]);
    },
  };
}
