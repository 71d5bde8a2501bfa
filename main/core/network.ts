import { createNetwork, type Network } from '../api/network.ts';
import { createBandwidth } from '../api/pace.ts';
import type { Clock } from '../base/clock.ts';
import { toFailure } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import type { Redactor } from '../base/redact.ts';
import { type CaFile, createCaFiles, type ReadCaFiles, readCaFile } from '../settings/ca-files.ts';
import { createNetworkOptions, type NetworkOptions } from '../settings/network-options.ts';
import type { SecretStore } from '../settings/secrets.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import { checkNetwork } from './network-check.ts';
import { createProxyChoice, type SystemProxy } from './proxy-choice.ts';
import type { CaFileView, NetworkInput, NetworkView } from './view.ts';

/** How services are reached: proxy, certificates, bandwidth; the same for all accounts. */
export type NetworkControl = {
  view(): Promise<NetworkView>;
  /**
   * Checks everything first and changes all or nothing. The bandwidth counts at once, the rest for every request that
   * begins from now on; what is under way goes on. Throws `settings/invalid`, `settings/badCaFile`, file errors and what
   * the stores throw.
   */
  set(input: NetworkInput): Promise<NetworkView>;
};

/** The settings of the network and the network that follows them. */
export function createNetworkControl(deps: {
  readonly settings: SettingsStore;
  readonly secrets: SecretStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly redactor: Redactor;
  readonly systemProxy: SystemProxy | undefined;
}): { readonly control: NetworkControl; readonly network: Network } {
  const { settings, systemProxy } = deps;
  const log = deps.log.scope('network');
  const options = createNetworkOptions(deps);
  const caFiles = createCaFiles(() => options.get().caFiles, log);
  const bandwidth = createBandwidth(deps.clock, options.get().bytesPerSecond);
  settings.onChange(({ now }) => bandwidth.limitTo(now.network.bytesPerSecond));

  const view = async (): Promise<NetworkView> => ({
    ...options.get(),
    proxy: { ...options.get().proxy, ...(await passwordState(options, log)) },
    asksSystem: systemProxy !== undefined,
    caFiles: (await caFiles()).map(caFileView),
  });
  const set = async ({ proxy: { password, ...proxy }, ...rest }: NetworkInput): Promise<NetworkView> => {
    const checked = checkNetwork({ ...rest, proxy });
    const known = options.get().caFiles;
    // One that was accepted before and is gone by now must not stand in the way of another change.
    await Promise.all(checked.caFiles.filter((path) => !known.includes(path)).map(readCaFile));
    await options.store(checked, password);
    log.info('The network settings were changed', { ...checked });
    return view();
  };
  const proxyFor = createProxyChoice({
    proxy: () => options.get().proxy,
    password: options.password,
    environment: process.env,
    systemProxy,
    log,
  });
  const certificates = trustedTexts(caFiles);
  const connectTimeoutMs = (): number => options.get().connectTimeoutSeconds * 1000;
  let turn: Promise<unknown> = Promise.resolve();
  return {
    control: {
      view,
      set: (input) => {
        const next = turn.then(() => set(input));
        turn = next.catch(() => null);
        return next;
      },
    },
    network: createNetwork({ proxyFor, certificates, connectTimeoutMs, pace: bandwidth.pace }),
  };
}

async function passwordState(
  options: NetworkOptions,
  log: Log,
): Promise<Pick<NetworkView['proxy'], 'hasPassword' | 'failure'>> {
  try {
    return { hasPassword: (await options.password()) !== null, failure: null };
  } catch (error) {
    log.warn('The password of the proxy cannot be read', { error });
    return { hasPassword: false, failure: toFailure(error) };
  }
}

function caFileView({ path, certificates, failure }: CaFile): CaFileView {
  return { path, failure, certificates: certificates.map(({ name, validUntil }) => ({ name, validUntil })) };
}

/** The texts of all certificates; the same array as long as the files are the same. */
function trustedTexts(read: ReadCaFiles): () => Promise<readonly string[]> {
  let files: readonly CaFile[] | null = null;
  let texts: readonly string[] = [];
  return async () => {
    const now = await read();
    if (files !== now) texts = now.flatMap(({ certificates }) => certificates.map(({ pem }) => pem));
    files = now;
    return texts;
  };
}
