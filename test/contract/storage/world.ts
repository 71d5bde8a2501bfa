import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { BuildRecord, VersionRecord, VersionSummary } from '../../../main/service/storage/records.ts';
import type {
  NewBuild,
  NewItem,
  NewSend,
  NewVersion,
  Storage,
} from '../../../main/service/storage/storage.ts';
import type { BlobUpload } from '../../../main/service/storage/upload-storage.ts';

/** A storage implementation under test, initially empty. */
export type StorageWorld = {
  /** Opens the storage. Can be called again before the storage is closed only if `shared` is true. */
  open(): Promise<Storage>;
  /** True if several instances may be open at the same time. */
  readonly shared: boolean;
};

export type MakeWorld = () => Promise<StorageWorld>;

export type Opened = {
  readonly storage: Storage;
  /** Another instance on the same data, or the same instance if `shared` is false. */
  readonly other: Storage;
  reopen(): Promise<Opened>;
};

/** Opens a storage and closes it when the test ends. */
export async function openStorage(makeWorld: MakeWorld): Promise<Opened> {
  const world = await makeWorld();
  let opened: readonly Storage[] = [];
  const close = async (): Promise<void> => {
    for (const storage of opened) await storage.close();
    opened = [];
  };
  onTestFinished(close);
  const open = async (): Promise<Opened> => {
    const storage = await world.open();
    opened = [storage];
    const other = world.shared ? await world.open() : storage;
    if (world.shared) opened = [storage, other];
    return {
      storage,
      other,
      reopen: async () => {
        await close();
        return open();
      },
    };
  };
  return open();
}

export const now = Date.UTC(2026, 10, 21, 8, 30);
export const second = 1_000;

let counter = 0;

/** Returns a token, name or id that no other call returns. */
export function unique(prefix: string): string {
  counter += 1;
  return `${prefix}-${counter}`;
}

export function bytesOf(text: string, size = 1_000): Buffer {
  return Buffer.alloc(size, `${text} `);
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Starts an upload and discards it after the test, as the service does with every upload. */
export async function beginUpload(storage: Storage): Promise<BlobUpload> {
  const received = await storage.blobs.startUpload();
  onTestFinished(() => received.discard());
  return received;
}

/** Returns a completely received upload. */
export async function receive(storage: Storage, bytes: Uint8Array): Promise<BlobUpload> {
  const received = await beginUpload(storage);
  await received.append([bytes]);
  await received.finish();
  return received;
}

export const buildFacts: Omit<BuildRecord, 'fileSize' | 'sha256'> = {
  kind: 'apk',
  platform: 'android',
  packageId: 'com.example.shop',
  versionName: '2.4.1',
  build: '1187',
  minOs: '24',
  fileName: 'Söhne & Töchter 🎉.apk',
};

export async function newBuild(
  storage: Storage,
  bytes: Uint8Array,
  facts: Partial<BuildRecord> = {},
): Promise<NewBuild> {
  const upload = await receive(storage, bytes);
  return { ...buildFacts, fileSize: bytes.length, sha256: sha256(bytes), ...facts, upload };
}

export async function newVersion(
  storage: Storage,
  bytes: Uint8Array,
  given: Partial<Omit<NewVersion, 'build'>> = {},
): Promise<NewVersion> {
  const build = await newBuild(storage, bytes);
  return { build, linkToken: unique('link'), releaseNote: null, at: now, ...given };
}

export async function newItem(
  storage: Storage,
  bytes: Uint8Array,
  given: Partial<Omit<NewItem, 'build'>> = {},
): Promise<NewItem> {
  const build = await newBuild(storage, bytes);
  const keys = { uniqueId: unique('guid'), linkToken: unique('link'), iconToken: unique('icon') };
  return { build, ...keys, name: 'Shop', enabled: true, at: now, ...given };
}

/** Adds an application with one version. */
export async function addShop(
  storage: Storage,
  bytes: Uint8Array = bytesOf('shop'),
  given: Partial<Omit<NewVersion, 'build'>> = {},
): Promise<{ readonly id: number; readonly version: VersionSummary }> {
  const made = await storage.testing.addApplication('Shop', await newVersion(storage, bytes, given));
  const [version] = made.versions;
  if (!version) throw new Error('the application came without its version');
  return { id: made.id, version };
}

/** Adds an application with an active version, which can be sent. */
export async function addActiveShop(storage: Storage): Promise<VersionRecord> {
  const { version } = await addShop(storage, bytesOf(unique('shop')));
  const active = await storage.testing.setActive(version.id, true, now);
  if (!active) throw new Error('the version vanished');
  return active;
}

export type SendRecipient = NewSend['recipients'][number];

export function recipientOf(
  email: string,
  given: { readonly raw?: Uint8Array; readonly token?: string } = {},
): SendRecipient {
  const linkToken = given.token ?? unique('personal');
  return {
    email,
    linkToken,
    mail: {
      id: unique('mail'),
      to: email,
      subject: 'Shop 2.4.1',
      installLink: `http://127.0.0.1/install/${linkToken}`,
      raw: given.raw ?? Buffer.from(`To: ${email}\r\n\r\nHello`),
    },
  };
}

/** Records a send and throws if it is refused. */
export async function sendTo(
  storage: Storage,
  versionId: number,
  recipients: readonly SendRecipient[],
  at = now,
): Promise<VersionRecord> {
  const sent = await storage.testing.recordSend({ versionId, at, recipients });
  if (typeof sent === 'string') throw new Error(`the send was refused: ${sent}`);
  return sent;
}

/** Returns the bytes of a blob, or null if it does not exist. */
export async function readBlob(
  storage: Storage,
  hash: string,
  range?: { readonly start: number; readonly end: number },
): Promise<Buffer | null> {
  const stream = await storage.blobs.read(hash, range);
  return stream && buffer(stream);
}
