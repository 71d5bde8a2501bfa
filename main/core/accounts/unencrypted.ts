import { isThisComputer } from '../../api/transport/proxy/proxy-exceptions.ts';
import type { Account } from '../../settings/settings-schema.ts';

/**
 * Hosts on other computers that an account reaches over http, each once: others on the network can read its password. The
 * built-in service is on this computer, however others reach it.
 */
export function unencryptedHosts({
  kind,
  authUrl,
  baseUrl,
}: Pick<Account, 'kind' | 'authUrl' | 'baseUrl'>): readonly string[] {
  return kind === 'built-in' ? [] : openHosts([authUrl, baseUrl]);
}

/** Hosts on other computers among addresses that are reached over http, each once. */
export function openHosts(addresses: readonly string[]): readonly string[] {
  const urls = addresses.map((address) => new URL(address));
  const open = urls.filter((url) => url.protocol === 'http:' && !isThisComputer(url));
  return [...new Set(open.map(({ host }) => host))];
}
