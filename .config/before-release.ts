/** Hook that electron-builder calls in a release before it packs anything. */

import { feedKey } from './feed-key.ts';

/** Sets of credentials for Apple's notary service. Without one, electron-builder only prints a warning. */
const credentials = [
  ['APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD', 'APPLE_TEAM_ID'],
  ['APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'],
  ['APPLE_KEYCHAIN_PROFILE'],
];

/**
 * Throws for a macOS release without notary credentials, because macOS blocks it, and for a Linux release
 * without a feed key, because it could not be updated.
 */
export function beforePack({ electronPlatformName }: { readonly electronPlatformName: string }): void {
  if (electronPlatformName === 'linux' && feedKey() === null)
    throw new Error('A release for Linux needs the private key of its update feed in SLIPWAY_UPDATE_KEY.');
  if (electronPlatformName !== 'darwin') return;
  if (credentials.some((set) => set.every((name) => process.env[name]))) return;
  const names = credentials.map((set) => set.join(', ')).join('; or ');
  throw new Error(`A release for macOS has to be notarised, but none of these is set: ${names}.`);
}
