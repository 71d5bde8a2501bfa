/** Addresses of install pages. Whoever has one may open it, so every one carries an unguessable token. Pure. */

export const installPath = '/install';

export function pageLink(address: string, token: string): string {
  return `${address}${installPath}/${encodeURIComponent(token)}`;
}

/** The build itself: plain download, no bearer token, ranges answered. */
export function fileLink(address: string, token: string): string {
  return `${pageLink(address, token)}/file`;
}

export function manifestLink(address: string, token: string): string {
  return `${pageLink(address, token)}/manifest.plist`;
}

export function iconLink(address: string, token: string): string {
  return `${pageLink(address, token)}/icon.png`;
}

/** Makes iOS install what a manifest names; iOS follows it only when the manifest comes over https. */
export function iosInstallLink(manifest: string): string {
  return `itms-services://?action=download-manifest&url=${encodeURIComponent(manifest)}`;
}
