/** Signature of the update feed for Linux, where the system does not verify packages. */
import { createPublicKey, verify } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppUpdater, UpdateInfo } from 'electron-updater';
import { GenericProvider } from 'electron-updater/out/providers/GenericProvider.js';
import { type ProviderRuntimeOptions, parseUpdateInfo } from 'electron-updater/out/providers/Provider.js';
import { systemCode } from '../../base/errors.ts';
import { shellErrors } from '../errors.ts';

/** Feed URL, and the Ed25519 public key (PEM) that verifies the signature of the feed. */
export type SignedFeed = { readonly url: string; readonly publicKey: string };

/** Returns the public key in a Linux release; null if it was built without a key. */
export async function builtFeedKey(resources: string): Promise<string | null> {
  try {
    return await readFile(join(resources, 'update-key.pem'), 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Requires a signature of the feed in `latest-linux.yml.sig` (Ed25519, base64), which covers the packages by
 * their SHA-512. Without one, a check rejects with `shell/feedSignature`.
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
      // Bypasses caches, which could pair the feed of one release with the signature of another.
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
