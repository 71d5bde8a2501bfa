/** The signature of an update feed for Linux, where the system verifies none. */
import { createPublicKey, verify } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppUpdater, UpdateInfo } from 'electron-updater';
import { GenericProvider } from 'electron-updater/out/providers/GenericProvider.js';
import { type ProviderRuntimeOptions, parseUpdateInfo } from 'electron-updater/out/providers/Provider.js';
import { systemCode } from '../../base/errors.ts';
import { shellErrors } from '../errors.ts';

/** Address of a feed, and the Ed25519 public key (PEM) that its description has to be signed with. */
export type SignedFeed = { readonly url: string; readonly publicKey: string };

/** Returns the public key that a release for Linux carries; null if it was built without one. */
export async function builtFeedKey(resources: string): Promise<string | null> {
  try {
    return await readFile(join(resources, 'update-key.pem'), 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Has `updater` read the feed only where `latest-linux.yml.sig` signs it: base64 of an Ed25519 signature. The description
 * has the SHA-512 of each package, so the packages are covered, too. A check rejects with `shell/feedSignature` otherwise.
 */
export function requireSignedFeed(updater: AppUpdater, { url, publicKey }: SignedFeed): void {
  const key = createPublicKey(publicKey);
  class SignedProvider extends GenericProvider {
    constructor(_options: unknown, owner: AppUpdater, options: ProviderRuntimeOptions) {
      super({ provider: 'generic', url }, owner, { ...options, isUseMultipleRangeRequest: false });
    }

    override async getLatestVersion(): Promise<UpdateInfo> {
      const file = `${this.getDefaultChannelName()}.yml`;
      const address = new URL(file, `${url.replace(/\/$/, '')}/`);
      // Caches between must not pair one release's description with the signature of another.
      address.searchParams.set('noCache', Date.now().toString(32));
      const description = (await this.httpRequest(address)) ?? '';
      address.pathname += '.sig';
      const signature = Buffer.from(await this.#signatureAt(address), 'base64');
      if (!verify(null, Buffer.from(description), key, signature)) throw shellErrors.feedSignature({});
      return parseUpdateInfo(description, file, address);
    }

    async #signatureAt(address: URL): Promise<string> {
      try {
        return (await this.httpRequest(address)) ?? '';
      } catch (cause) {
        const isMissing = cause instanceof Error && 'statusCode' in cause && cause.statusCode === 404;
        throw isMissing ? shellErrors.feedSignature({}, { cause }) : cause;
      }
    }
  }
  updater.setFeedURL({ provider: 'custom', updateProvider: SignedProvider });
}
