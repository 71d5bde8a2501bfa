import { isLoopbackUrl } from '../../api/transport/proxy/proxy-exceptions.ts';
import type { Account } from '../../settings/settings-schema.ts';

/** Returns the hosts on other computers that receive the account's password unencrypted. */
export function unencryptedHosts({
  kind,
  authUrl,
  baseUrl,
}: Pick<Account, 'kind' | 'authUrl' | 'baseUrl'>): readonly string[] {
  return kind === 'built-in' ? [] : httpHosts([authUrl, baseUrl]);
}

export function httpHosts(addresses: readonly string[]): readonly string[] {
  const urls = addresses.map((address) => new URL(address));
  const open = urls.filter((url) => url.protocol === 'http:' && !isLoopbackUrl(url));
  return [...new Set(open.map(({ host }) => host))];
}
