import type { AccountView } from '../../preload/page.ts';

type Addresses = Pick<AccountView, 'authUrl' | 'baseUrl'> & { readonly kind?: AccountView['kind'] };

/** Returns the hosts of an account that use http, except on this computer. */
export function unencryptedHosts({ kind, authUrl, baseUrl }: Addresses): readonly string[] {
  return kind === 'built-in' ? [] : openHosts([authUrl, baseUrl]);
}

/** Returns the distinct hosts with http on other computers. Ignores invalid addresses. */
export function openHosts(addresses: readonly string[]): readonly string[] {
  const urls = addresses
    .map((address) => address.trim())
    .filter((address) => URL.canParse(address))
    .map((address) => new URL(address));
  const open = urls.filter((url) => url.protocol === 'http:' && !isThisComputer(url));
  return [...new Set(open.map(({ host }) => host))];
}

/** `URL` normalises every IPv4 notation to four decimal numbers. */
function isThisComputer({ hostname }: URL): boolean {
  const host = hostname.replace(/\.$/, '').toLowerCase();
  return /^(.+\.)?localhost$/.test(host) || /^127(\.\d+){3}$/.test(host) || host === '[::1]';
}
