import type { AccountView } from '../../preload/page.ts';

type Addresses = Pick<AccountView, 'authUrl' | 'baseUrl'> & { readonly kind?: AccountView['kind'] };

/**
 * Hosts on other computers that an account reaches over http. The built-in service is on this computer, however others
 * reach it.
 */
export function unencryptedHosts({ kind, authUrl, baseUrl }: Addresses): readonly string[] {
  return kind === 'built-in' ? [] : openHosts([authUrl, baseUrl]);
}

/** Hosts on other computers among addresses that are reached over http, each once; passes over what is no address yet. */
export function openHosts(addresses: readonly string[]): readonly string[] {
  const urls = addresses
    .map((address) => address.trim())
    .filter((address) => URL.canParse(address))
    .map((address) => new URL(address));
  const open = urls.filter((url) => url.protocol === 'http:' && !isThisComputer(url));
  return [...new Set(open.map(({ host }) => host))];
}

/** The browser writes every IPv4 address, however it was typed, with four numbers. */
function isThisComputer({ hostname }: URL): boolean {
  const host = hostname.replace(/\.$/, '').toLowerCase();
  return /^(.+\.)?localhost$/.test(host) || /^127(\.\d+){3}$/.test(host) || host === '[::1]';
}
