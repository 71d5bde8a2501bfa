import pLimit from 'p-limit';
import type { CallArguments } from '../../../preload/contract.ts';
import type { Throttle } from '../../api/transport/bandwidth.ts';
import { createNetwork, type Network, type PinnedTrust } from '../../api/transport/network.ts';
import { environmentProxy } from '../../api/transport/proxy/environment-proxy.ts';
import { isLoopbackUrl } from '../../api/transport/proxy/proxy-exceptions.ts';
import type { Clock } from '../../base/clock.ts';
import { toFailure } from '../../base/errors.ts';
import { Events } from '../../base/events.ts';
import type { Log } from '../../base/log/log.ts';
import type { Redactor } from '../../base/log/redact.ts';
import { type CaFile, createCaFiles, type ReadCaFiles, readCaFile } from '../../settings/ca-files.ts';
import { createNetworkOptions, type NetworkOptions } from '../../settings/network-options.ts';
import type { SecretStore } from '../../settings/secrets.ts';
import type { Settings } from '../../settings/settings-schema.ts';
import type { SettingsStore } from '../../settings/settings-store.ts';
import type { AddressCheck, CaFileView, Connection, NetworkView } from '../views/network.ts';
import { checkAddress } from './address-check.ts';
import { createBandwidthSchedule } from './bandwidth-schedule.ts';
import { checkNetwork } from './check-network.ts';
import { type ConnectionSource, type ConnectionWatch, createConnectionWatch } from './connection.ts';
import { createProxyChoice, type SystemProxy } from './proxy-choice.ts';

export type NetworkControl = {
  get(): Promise<NetworkView>;
  /**
   * Applies all changes or none; omitted fields keep their value. The bandwidth applies at once, the rest to
   * new requests. Throws `settings/invalid`, `settings/badCaFile`, and errors of files and stores.
   */
  set(input: CallArguments<'network.set'>): Promise<NetworkView>;
  readonly events: Events<{ changed: NetworkView }>;
  /** Requests an address with the current settings. Throws `settings/invalid`. */
  check(of: { readonly address: string }): Promise<AddressCheck>;
  /** Checks the network at once, for example after a wake-up. */
  checkNow(): Promise<void>;
};

export type NetworkParts = {
  readonly control: NetworkControl;
  readonly network: Network;
  readonly connection: ConnectionWatch;
  /** True if the account's service, or its proxy, is on another computer. */
  readonly needsNetwork: (accountId: string) => boolean;
  start(): void;
  stop(): void;
};

type Deps = {
  readonly settings: SettingsStore;
  readonly secrets: SecretStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly redactor: Redactor;
  readonly systemProxy: SystemProxy | undefined;
  readonly connection: ConnectionSource;
  readonly version: string;
  /** Certificate of the built-in service; null unless the service issues its own. */
  readonly serviceTrust: () => Promise<PinnedTrust | null>;
  readonly builtInUrl?: string | null;
};

export function createNetworkControl(deps: Deps): NetworkParts {
  const { settings, systemProxy } = deps;
  const log = deps.log.scope('network');
  const options = createNetworkOptions(deps);
  const caFiles = createCaFiles(() => options.get().caFiles, log);
  const events = new Events<{ changed: NetworkView }>(log);
  const changed = (): void => {
    view().then(
      (now) => events.emit('changed', now),
      (error: unknown) => log.warn('Could not read the network settings', { error }),
    );
  };
  const limits = createBandwidthSchedule({ clock: deps.clock, limits: options.get, onChange: changed });
  const connection = createConnectionWatch({
    ...{ clock: deps.clock, log: deps.log, source: deps.connection },
    pauseOnMetered: () => options.get().pauseOnMetered,
  });
  connection.events.on('changed', changed);
  const needsNetwork = createNeedsNetwork(settings);
  const shownConnection = (): Connection => {
    const now = connection.now();
    const concerned = settings.get().accounts.some(({ id }) => needsNetwork(id));
    return concerned ? now : { ...now, waiting: null };
  };
  const partsOf = ({ network, accounts }: Settings): string => JSON.stringify([network, accounts]);
  const stopListening = settings.onChange(({ now, before }) => {
    if (partsOf(now) === partsOf(before)) return;
    limits.update();
    changed();
    connection.checkNow().catch((error: unknown) => log.warn('Could not check the network', { error }));
  });

  const view = async (): Promise<NetworkView> => ({
    ...options.get(),
    proxy: { ...options.get().proxy, ...(await passwordState(options, log)) },
    hasSystemProxy: systemProxy !== undefined,
    caFiles: (await caFiles()).map(caFileView),
    currentLimit: limits.now(),
    connection: shownConnection(),
  });
  const set: NetworkControl['set'] = async ({ proxy = {}, ...given }) => {
    const before = options.get();
    const { password, ...changes } = proxy;
    const checked = checkNetwork({ ...before, ...given, proxy: { ...before.proxy, ...changes } });
    const existing = before.caFiles;
    // A file that was accepted before but is missing now does not block other changes.
    await Promise.all(checked.caFiles.filter((path) => !existing.includes(path)).map(readCaFile));
    await options.store(checked, password);
    log.info('Network settings changed', { ...checked });
    return view();
  };
  const network = openNetwork(deps, options, limits.throttle, trustedPems(caFiles));
  const serially = pLimit(1);
  return {
    connection,
    needsNetwork,
    start: () => {
      limits.start();
      connection.start();
    },
    stop: () => {
      stopListening();
      limits.stop();
      connection.stop();
    },
    control: {
      events,
      get: view,
      checkNow: connection.checkNow,
      check: async ({ address }) => {
        // Waits until pending changes are stored.
        await serially(() => undefined);
        return checkAddress(address, { network, clock: deps.clock, log, redactor: deps.redactor });
      },
      set: (input) => serially(set, input),
    },
    network,
  };
}

/** Reads the settings at each request. Connects to the built-in service without a proxy. */
function openNetwork(
  { settings, serviceTrust, builtInUrl, systemProxy, version, log }: Deps,
  options: NetworkOptions,
  throttle: Throttle,
  certificates: () => Promise<readonly string[]>,
): Network {
  const chosenProxy = createProxyChoice({
    ...{ systemProxy, log: log.scope('network'), password: options.password, environment: process.env },
    proxy: () => options.get().proxy,
  });
  // Compares with the account's URL, because the service may listen on a network address.
  const isOwnService = ({ origin }: URL): boolean => {
    const account = settings.get().accounts.find(({ kind }) => kind === 'built-in');
    return URL.parse(account?.baseUrl ?? builtInUrl ?? '')?.origin === origin;
  };
  return createNetwork({
    proxyFor: async (url) => (isOwnService(url) ? null : chosenProxy(url)),
    pinnedTrust: async (url) => (isOwnService(url) ? serviceTrust() : null),
    certificates,
    connectTimeoutMs: () => options.get().connectTimeoutSeconds * 1000,
    userAgent: `Slipway/${version}`,
    throttle,
  });
}

async function passwordState(
  options: NetworkOptions,
  log: Log,
): Promise<Pick<NetworkView['proxy'], 'hasPassword' | 'failure'>> {
  try {
    return { hasPassword: (await options.password()) !== null, failure: null };
  } catch (error) {
    log.warn('Could not read the password of the proxy', { error });
    return { hasPassword: false, failure: toFailure(error) };
  }
}

function caFileView({ path, certificates, failure }: CaFile): CaFileView {
  return { path, failure, certificates: certificates.map(({ name, validUntil }) => ({ name, validUntil })) };
}

/** Returns all certificates in PEM, as the same array until a file changes. */
function trustedPems(read: ReadCaFiles): () => Promise<readonly string[]> {
  let files: readonly CaFile[] | null = null;
  let texts: readonly string[] = [];
  return async () => {
    const now = await read();
    if (files !== now) texts = now.flatMap(({ certificates }) => certificates.map(({ pem }) => pem));
    files = now;
    return texts;
  };
}

function createNeedsNetwork(settings: SettingsStore): (accountId: string) => boolean {
  const ofEnvironment = environmentProxy(process.env);
  return (accountId) => {
    const { accounts, network } = settings.get();
    const account = accounts.find(({ id }) => id === accountId);
    if (!account || account.kind === 'built-in' || !URL.canParse(account.baseUrl)) return false;
    const service = new URL(account.baseUrl);
    if (isLoopbackUrl(service)) return false;
    const { mode, url } = network.proxy;
    const named = mode === 'manual' ? url : null;
    const proxy = named ?? (mode === 'none' ? null : ofEnvironment(service));
    return proxy === null || !URL.canParse(proxy) || !isLoopbackUrl(new URL(proxy));
  };
}
