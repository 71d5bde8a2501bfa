/** URLs of install pages. The pages require no sign-in, so each URL contains an unguessable token. */

export const installPath = '/install';

/** Query parameter with a pass, which is accepted instead of the password of a store profile. */
export const passParameter = 'pass';

export function pageLink(address: string, token: string): string {
  return `${address}${installPath}/${encodeURIComponent(token)}`;
}

export function fileLink(address: string, token: string, pass: string | null = null): string {
  return `${pageLink(address, token)}/file${queryOf(pass)}`;
}

export function manifestLink(address: string, token: string, pass: string | null = null): string {
  return `${pageLink(address, token)}/manifest.plist${queryOf(pass)}`;
}

export function iconLink(address: string, token: string): string {
  return `${pageLink(address, token)}/icon.png`;
}

/** Returns the URL of the page on which a recipient declines mail. A POST request declines it at once. */
export function unsubscribePageLink(address: string, token: string): string {
  return `${pageLink(address, token)}/unsubscribe`;
}

/** Returns the URL to which a device sends its identifier. */
export function deviceLink(address: string, token: string): string {
  return `${pageLink(address, token)}/device`;
}

export function deviceProfileLink(address: string, token: string): string {
  return `${deviceLink(address, token)}.mobileconfig`;
}

/** iOS accepts only manifests served over https. */
export function iosInstallLink(manifest: string): string {
  return `itms-services://?action=download-manifest&url=${encodeURIComponent(manifest)}`;
}

function queryOf(pass: string | null): string {
  return pass === null ? '' : `?${passParameter}=${encodeURIComponent(pass)}`;
}
