/** Run by electron-builder for a release, before it packs anything. */

import { feedKey } from './feed-key.ts';

/** One way to be known to Apple's notary is enough; electron-builder itself only warns when there is none. */
const ways = [
  ['APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD', 'APPLE_TEAM_ID'],
  ['APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'],
  ['APPLE_KEYCHAIN_PROFILE'],
];

/**
 * Throws for a release for macOS that nobody would notarise: macOS starts no such download. And for one for Linux without the
 * key of its feed, which could not be updated.
 */
export function beforePack({ electronPlatformName }: { readonly electronPlatformName: string }): void {
  if (electronPlatformName === 'linux' && feedKey() === null)
    throw new Error('A release for Linux needs the private key of its update feed in SLIPWAY_UPDATE_KEY.');
  if (electronPlatformName !== 'darwin') return;
  if (ways.some((way) => way.every((name) => process.env[name]))) return;
  const names = ways.map((way) => way.join(', ')).join('; or ');
  throw new Error(`A release for macOS has to be notarised, but none of these is set: ${names}.`);
}
