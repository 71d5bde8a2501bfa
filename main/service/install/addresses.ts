/** Addresses of install pages. Whoever has one may open it, so every one carries an unguessable token. Pure. */

export const installPath = '/install';

/** Name of the query parameter that stands in for the password of a store profile. */
export const passParameter = 'pass';

export function pageLink(address: string, token: string): string {
  return `${address}${installPath}/${encodeURIComponent(token)}`;
}

/** The build itself: plain download, no bearer token, ranges answered. */
export function fileLink(address: string, token: string, pass: string | null = null): string {
  return `${pageLink(address, token)}/file${queryOf(pass)}`;
}

export function manifestLink(address: string, token: string, pass: string | null = null): string {
  return `${pageLink(address, token)}/manifest.plist${queryOf(pass)}`;
}

export function iconLink(address: string, token: string): string {
  return `${pageLink(address, token)}/icon.png`;
}

/** Makes iOS install what a manifest names; iOS follows it only when the manifest comes over https. */
export function iosInstallLink(manifest: string): string {
  return `itms-services://?action=download-manifest&url=${encodeURIComponent(manifest)}`;
}

function queryOf(pass: string | null): string {
  return pass === null ? '' : `?${passParameter}=${encodeURIComponent(pass)}`;
}
