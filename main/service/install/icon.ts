import type { Storage, StoredIcon } from '../storage/storage.ts';
import { drawnIcon } from './drawn-icon.ts';

/** `sha256` of the build; null when there is none. */
type Pictured = { readonly packageId: string; readonly sha256: string | null };

/** The icon of a build; where it brought none, a picture made from its package id, the same everywhere. */
export async function iconOf({ icons }: Pick<Storage, 'icons'>, build: Pictured): Promise<StoredIcon> {
  const brought = build.sha256 === null ? null : await icons.of(build.sha256);
  return brought ?? pictureOf(build);
}

/** Bytes: a picture goes out once with every message. */
const largestInMail = 20_000;

/** The same for a mail: mail programs do not show WebP, and large pictures give way to the drawn one. */
export async function mailIconOf(storage: Pick<Storage, 'icons'>, build: Pictured): Promise<StoredIcon> {
  const icon = await iconOf(storage, build);
  return icon.type === 'image/webp' || icon.bytes.byteLength > largestInMail ? pictureOf(build) : icon;
}

function pictureOf({ packageId }: Pictured): StoredIcon {
  return { type: 'image/png', bytes: drawnIcon(packageId) };
}
