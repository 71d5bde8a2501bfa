import { isAbsolute } from 'node:path';
import { createNetwork, type Network } from '../api/network.ts';
import { createBandwidth } from '../api/pace.ts';
import { isException } from '../api/proxy-exceptions.ts';
import type { Clock } from '../base/clock.ts';
import { toFailure } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import type { Redactor } from '../base/redact.ts';
import { createCaFiles, readCaFile } from '../settings/ca-files.ts';
import { settingsErrors } from '../settings/errors.ts';
import { createNetworkOptions, type NetworkOptions } from '../settings/network-options.ts';
import type { SecretStore } from '../settings/secrets.ts';
import { type NetworkSettings, networkSchema } from '../settings/settings-schema.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import { createProxyChoice, type SystemProxy } from './proxy-choice.ts';
import type { NetworkInput, NetworkView } from './view.ts';

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

  const view = async (): Promise<NetworkView> => {
    const { proxy, bytesPerSecond, connectTimeoutSeconds } = options.get();
    const files = await caFiles();
    return {
      proxy: { ...proxy, ...(await passwordState(options, log)) },
      asksSystem: systemProxy !== undefined,
      caFiles: files.map(({ path, certificates, failure }) => ({
        path,
        certificates: certificates.map(({ name, validUntil }) => ({ name, validUntil })),
        failure,
      })),
      bytesPerSecond,
      connectTimeoutSeconds,
    };
  };
  const set = async ({ proxy: { password, ...proxy }, ...rest }: NetworkInput): Promise<NetworkView> => {
    const checked = checkNetwork({ ...rest, proxy });
    const known = options.get().caFiles;
    // One that was accepted before and is gone by now must not stand in the way of another change.
    await Promise.all(checked.caFiles.filter((path) => !known.includes(path)).map(readCaFile));
    await options.store(checked, password);
    log.info('The network settings were changed', { ...checked });
    return view();
  };
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
    network: createNetwork({
      proxyFor: createProxyChoice({
        proxy: () => options.get().proxy,
        password: options.password,
        environment: process.env,
        systemProxy,
        log,
      }),
      certificates: trustedTexts(caFiles),
      connectTimeoutMs: () => options.get().connectTimeoutSeconds * 1000,
      pace: bandwidth.pace,
    }),
  };
}

/** Throws `settings/invalid` with every problem in words. */
function checkNetwork(given: unknown): NetworkSettings {
  const read = networkSchema.safeParse(given);
  if (!read.success) throw settingsErrors.invalid({ problem: problemsOf(read.error.issues) });
  const { proxy, caFiles, ...rest } = read.data;
  const invalid = (problem: string): Error => settingsErrors.invalid({ problem });
  if (proxy.mode === 'manual' && proxy.url === null) throw invalid('Proxy: enter its address.');
  const entry = proxy.bypass.find((one) => !isException(one));
  if (entry !== undefined) {
    throw invalid(
      `Exceptions: “${entry}” is no host. Enter hosts such as intranet.example.org, addresses, or networks such as 10.0.0.0/8.`,
    );
  }
  const relative = caFiles.find((path) => !isAbsolute(path));
  if (relative !== undefined) {
    throw invalid(`Certificates: “${relative}” is not a full path. Enter it from the root of the disk.`);
  }
  return { ...rest, proxy, caFiles: [...new Set(caFiles)] };
}

const fieldNames: Readonly<Record<string, string>> = {
  proxy: 'Proxy',
  caFiles: 'Certificates',
  bytesPerSecond: 'Limit',
  connectTimeoutSeconds: 'Connect timeout',
};

function problemsOf(
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
): string {
  return issues
    .map(({ path, message }) => `${fieldNames[String(path[0])] ?? path.join('.')}: ${message}`)
    .join(' ');
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

/** The texts of all certificates; the same array as long as the files are the same. */
function trustedTexts(files: ReturnType<typeof createCaFiles>): () => Promise<readonly string[]> {
  let known: { readonly files: Awaited<ReturnType<typeof files>>; readonly texts: readonly string[] } | null =
    null;
  return async () => {
    const now = await files();
    if (known?.files !== now) {
      known = { files: now, texts: now.flatMap(({ certificates }) => certificates.map(({ pem }) => pem)) };
    }
    return known.texts;
  };
}
