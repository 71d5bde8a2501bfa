import type { Redactor } from '../base/log/redact.ts';
import { messageOf } from '../messages/message.ts';
import { settingsErrors } from './errors.ts';
import type { SecretStore } from './secrets.ts';
import type { NetworkSettings } from './settings-schema.ts';
import type { SettingsStore } from './settings-store.ts';

const passwordName = 'network/proxy/password';

export type NetworkOptions = {
  get(): NetworkSettings;
  /** Returns null if the proxy needs no password. Throws `settings/proxyPassword`. */
  password(): Promise<string | null>;
  /**
   * Stores settings and password, or neither. Undefined keeps the stored password, empty deletes it. Throws
   * `settings/invalid` if the stored password would be kept for another proxy or user, and the errors of both
   * stores.
   */
  store(network: NetworkSettings, password: string | undefined): Promise<void>;
};

export function createNetworkOptions(deps: {
  readonly settings: SettingsStore;
  readonly secrets: SecretStore;
  readonly redactor: Redactor;
}): NetworkOptions {
  const { settings, secrets, redactor } = deps;
  const password = async (): Promise<string | null> => {
    if (settings.get().network.proxy.userName === null) return null;
    const stored = await secrets.get(passwordName).catch((cause: unknown) => {
      throw settingsErrors.proxyPassword({}, { cause });
    });
    if (stored !== null) redactor.add(stored);
    return stored;
  };
  const storePassword = async (value: string | null): Promise<void> => {
    if (value === null) return secrets.remove(passwordName);
    redactor.add(value);
    return secrets.set(passwordName, value);
  };
  /** Returns undefined if the stored password is unreadable, so that the user can still replace it. */
  const previousPassword = (): Promise<string | null | undefined> =>
    secrets.get(passwordName).catch(() => undefined);
  /** Returns undefined to keep the stored password. */
  const nextPassword = async (
    { proxy }: NetworkSettings,
    given: string | undefined,
  ): Promise<string | null | undefined> => {
    if (proxy.userName === null) return null;
    if (given !== undefined) return given === '' ? null : given;
    const before = settings.get().network.proxy;
    const moved = before.url !== proxy.url || before.userName !== proxy.userName;
    if (!moved || (await password()) === null) return undefined;
    const problem = messageOf('problem/passwordProxyAgain');
    throw settingsErrors.invalid({ problem, atField: problem }, { field: 'proxy.password' });
  };
  return {
    get: () => settings.get().network,
    password,
    store: async (network, given) => {
      const next = await nextPassword(network, given);
      const write = (): unknown => settings.update((now) => ({ ...now, network }));
      if (next === undefined) {
        write();
        return;
      }
      const former = await previousPassword();
      if (former !== next) await storePassword(next);
      try {
        write();
      } catch (error) {
        if (former !== undefined && former !== next) await storePassword(former);
        throw error;
      }
    },
  };
}
