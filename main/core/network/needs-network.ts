import { environmentProxy } from '../../api/transport/proxy/environment-proxy.ts';
import { isThisComputer } from '../../api/transport/proxy/proxy-exceptions.ts';
import type { NetworkSettings } from '../../settings/settings-schema.ts';
import type { SettingsStore } from '../../settings/settings-store.ts';

/** Whether an account's service, or the proxy that stands before it, is on another computer. */
export function createNeedsNetwork(settings: SettingsStore): (accountId: string) => boolean {
  const ofEnvironment = environmentProxy(process.env);
  return (accountId) => {
    const { accounts, network } = settings.get();
    const account = accounts.find(({ id }) => id === accountId);
    if (!account || !URL.canParse(account.baseUrl)) return false;
    const service = new URL(account.baseUrl);
    if (isThisComputer(service)) return false;
    const proxy =
      namedProxy(network.proxy) ?? (network.proxy.mode === 'none' ? null : ofEnvironment(service));
    return proxy === null || !URL.canParse(proxy) || !isThisComputer(new URL(proxy));
  };
}

function namedProxy({ mode, url }: NetworkSettings['proxy']): string | null {
  return mode === 'manual' ? url : null;
}
