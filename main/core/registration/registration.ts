/** Checks with Google whether the developer of an apk is registered (Android developer verification). */
import { join } from 'node:path';
import type { CallArguments } from '../../../preload/contract.ts';
import { createHttp } from '../../api/transport/http.ts';
import type { Network } from '../../api/transport/network.ts';
import { toFailure } from '../../base/errors.ts';
import type { Failure } from '../../base/failure.ts';
import { fieldOf, problemOf } from '../../base/issues.ts';
import { joinMessages } from '../../messages/message.ts';
import type { PackageInfo, RegistrationStatus } from '../../packages/package-info.ts';
import { type RegistrationQuery, registrationQuery, withRegistration } from '../../packages/registration.ts';
import { settingsErrors } from '../../settings/errors.ts';
import { registrationKey } from '../../settings/registration-key.ts';
import { registrationInputSchema } from '../../settings/settings-schema.ts';
import type { CoreDependencies } from '../core-dependencies.ts';
import type { RegistrationView } from '../views/registration.ts';
import { createAnswerCache } from './answer-cache.ts';
import { googleAddress, readStatus, registrationErrors, statusUrl } from './status-request.ts';

/** Limits how long an upload waits for Google. */
const maxMs = 2_000;
/** Time without requests after a failure, so that an outage delays only one upload. */
const pauseMs = 10 * 60_000;
const maxBytes = 64 * 1024;

/** Any registered package. The request only checks the key. */
const keyCheck: RegistrationQuery = { packageId: 'com.android.vending', certificate: null };

export type Registration = {
  get(): Promise<RegistrationView>;
  /** Replaces key and address, and sends a request to check the key. Throws `settings/invalid`. */
  set(input: CallArguments<'registration.set'>): Promise<RegistrationView>;
  /** Adds Google's answer about an apk. Returns `info` unchanged without a key or an answer. Never throws. */
  addStatus(info: PackageInfo): Promise<PackageInfo>;
  close(): Promise<void>;
};

type Deps = Pick<
  CoreDependencies,
  'dataDir' | 'settingsDir' | 'settings' | 'secrets' | 'clock' | 'log' | 'redactor'
> & { readonly network: Network };

export function createRegistration(deps: Deps): Registration {
  const { settings, secrets, clock, redactor } = deps;
  const log = deps.log.scope('registration');
  const http = createHttp({ ...deps, log });
  const path = join(deps.settingsDir ?? deps.dataDir, 'registrations.json');
  const cache = createAnswerCache({ path, clock, log });
  const running = new Map<string, Promise<RegistrationStatus | null>>();
  let failed: { readonly failure: Failure; readonly at: number } | null = null;

  const readKey = async (): Promise<string | null> => {
    const key = await secrets.get(registrationKey);
    if (key !== null) redactor.add(key);
    return key;
  };
  const request = async (key: string, query: RegistrationQuery): Promise<RegistrationStatus> => {
    const url = statusUrl(settings.get().androidRegistration.address ?? googleAddress, query);
    const timeout = AbortSignal.timeout(maxMs);
    try {
      const headers = { accept: 'application/json', 'x-goog-api-key': key };
      const options = { signal: timeout, idleTimeoutMs: maxMs, maxBytes };
      const { status, text, bytes } = await http.send({ method: 'GET', url, headers, ...options });
      return readStatus({ status, text: bytes?.toString('utf8') ?? text, url });
    } catch (error) {
      if (!timeout.aborted) throw error;
      throw registrationErrors.noAnswer({ host: url.host, seconds: maxMs / 1000 }, { cause: error });
    }
  };
  /** Runs `work`. On failure, returns null and stores the failure, which the settings show. */
  const attempt = async (
    work: () => Promise<RegistrationStatus | null>,
  ): Promise<RegistrationStatus | null> => {
    try {
      return await work();
    } catch (error) {
      const failure = toFailure(error);
      if (failure.code !== failed?.failure.code) log.warn('Could not check a registration', { error });
      failed = { failure, at: clock.monotonic() };
      return null;
    }
  };
  const ask = async (query: RegistrationQuery): Promise<RegistrationStatus | null> => {
    const key = await readKey();
    if (key === null) return null;
    const stored = await cache.find(query);
    if (stored !== null) return stored;
    if (failed !== null && clock.monotonic() - failed.at < pauseMs) return null;
    const status = await request(key, query);
    failed = null;
    await cache.add(query, status);
    return status;
  };
  /** Shares one request between concurrent checks of the same package. */
  const statusOf = (query: RegistrationQuery): Promise<RegistrationStatus | null> => {
    const name = statusUrl(googleAddress, query).href;
    const status = running.get(name) ?? attempt(() => ask(query)).finally(() => running.delete(name));
    running.set(name, status);
    return status;
  };
  const get = async (): Promise<RegistrationView> => {
    const { address } = settings.get().androidRegistration;
    try {
      return { address, hasKey: (await readKey()) !== null, failure: failed?.failure ?? null };
    } catch (error) {
      return { address, hasKey: false, failure: toFailure(error) };
    }
  };
  return {
    get,
    set: async (input) => {
      const { key, address } = checked(input);
      // The new address never receives the old key.
      await secrets.remove(registrationKey);
      settings.update((now) => ({ ...now, androidRegistration: { address } }));
      failed = null;
      if (key === '') return get();
      redactor.add(key);
      await secrets.set(registrationKey, key);
      await attempt(() => request(key, keyCheck));
      return get();
    },
    addStatus: async (info) => {
      const query = registrationQuery(info);
      const status = query && (await statusOf(query));
      return status === null ? info : withRegistration(info, status);
    },
    close: http.close,
  };
}

/** Throws `settings/invalid`. */
function checked(input: CallArguments<'registration.set'>) {
  const read = registrationInputSchema.safeParse(input, { reportInput: true });
  if (read.success) return read.data;
  const problem = joinMessages('text/sentences', read.error.issues.map(problemOf));
  throw settingsErrors.invalid({ problem, atField: problem }, { field: fieldOf(read.error) });
}
