/** Chromium supports no custom schemes, so each `scheme://host/` is mapped to an https origin. */

const domain = 'electron-double.invalid';

/** Maps `app://slipway/a?b#c` to `https://slipway.app.electron-double.invalid/a?b#c`. */
export function toWeb(address: string): string {
  const url = new URL(address);
  if (/^(https?|about|data|blob|chrome-error):$/.test(url.protocol)) return address;
  return `https://${url.host}.${url.protocol.slice(0, -1)}.${domain}${url.pathname}${url.search}${url.hash}`;
}

/** Reverses `toWeb`. Returns other addresses unchanged. */
export function fromWeb(address: string): string {
  if (address.startsWith('blob:')) return `blob:${fromWeb(address.slice('blob:'.length))}`;
  const found = customScheme(address);
  if (!found) return address;
  const url = new URL(address);
  return `${found.scheme}://${found.host}${url.pathname}${url.search}${url.hash}`;
}

export function customScheme(address: string): { readonly scheme: string; readonly host: string } | null {
  if (!URL.canParse(address)) return null;
  const { hostname } = new URL(address);
  if (!hostname.endsWith(`.${domain}`)) return null;
  const labels = hostname.slice(0, -domain.length - 1).split('.');
  const scheme = labels.pop() ?? '';
  return { scheme, host: labels.join('.') };
}
