/** Signs the update feed of a Linux release. Installed packages contain the public key. */
import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Returns the Ed25519 private key (PEM) of the feed; null if none is set. Throws for another type of key. */
export function feedKey(): KeyObject | null {
  const text = process.env['SLIPWAY_UPDATE_KEY'];
  if (!text) return null;
  const key = createPrivateKey(text);
  if (key.asymmetricKeyType !== 'ed25519')
    throw new Error('SLIPWAY_UPDATE_KEY must be an Ed25519 private key in PEM.');
  return key;
}

export async function packFeedKey(appOutDir: string, key: KeyObject): Promise<void> {
  const pem = createPublicKey(key).export({ type: 'spki', format: 'pem' });
  await writeFile(join(appOutDir, 'resources', 'update-key.pem'), pem);
}

/** Writes `latest-linux*.yml.sig` beside each Linux feed in `folder`. Returns the names of the feeds. */
export async function signFeeds(folder: string, key: KeyObject): Promise<readonly string[]> {
  const feeds = (await readdir(folder)).filter((name) => /^latest-linux[\w-]*\.yml$/.test(name));
  for (const name of feeds) {
    const signature = sign(null, await readFile(join(folder, name)), key);
    await writeFile(join(folder, `${name}.sig`), signature.toString('base64'));
  }
  return feeds;
}

/** Hook that electron-builder calls in a release after it has assembled the application folder. */
export async function afterPack({
  electronPlatformName,
  appOutDir,
}: {
  readonly electronPlatformName: string;
  readonly appOutDir: string;
}): Promise<void> {
  const key = feedKey();
  if (electronPlatformName === 'linux' && key !== null) await packFeedKey(appOutDir, key);
}
