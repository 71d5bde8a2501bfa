/** Copies of the last build sent of each app, which are the bases of recipes for later builds. */
import { createHash, randomUUID } from 'node:crypto';
import { constants, copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from '../../base/errors.ts';
import { type FileStamp, fileStamp, freeBytes, sameStamp } from '../../base/files/files.ts';
import { privateFolderMode } from '../../base/files/private-folder.ts';
import type { Log } from '../../base/log/log.ts';
import { isInQueue, type UploadView } from '../upload-view.ts';

export type SentApp = {
  /** Base address of the service. */
  readonly service: string;
  readonly platform: string;
  readonly packageId: string;
};

export type SentBuilds = {
  /** Returns true if uploads may be sent as a recipe. */
  isUsed(): boolean;
  /** Disables recipes until the process exits. */
  disable(): void;
  /** Returns the path of the last build that was sent; null if none is stored. */
  find(app: SentApp): Promise<string | null>;
  /**
   * Replaces the stored build of the app with a copy, cloned (copy-on-write) if the file system supports it.
   * Stores nothing if the build is too large, free space is low, or the file no longer has this stamp.
   */
  keep(
    app: SentApp,
    file: { readonly path: string; readonly stamp: FileStamp; readonly sha256: string },
  ): Promise<void>;
  /** Removes a stored build that cannot be used. */
  remove(app: SentApp, sha256: string): Promise<void>;
  /** Path of the recipe of an upload. */
  recipePath(uploadId: string): string;
  /** Removes leftovers, recipes of finished uploads, and, if the setting is off, all builds. */
  prune(uploads: readonly UploadView[]): Promise<void>;
};

const gibibyte = 1024 ** 3;
const maxTotalBytes = 4 * gibibyte;
const defaultMinFreeBytes = 5 * gibibyte;

export function createSentBuilds({
  folder,
  isEnabled,
  log,
  minFreeBytes = defaultMinFreeBytes,
}: {
  readonly folder: string;
  readonly isEnabled: () => boolean;
  readonly log: Log;
  /** Minimum free disk space after a copy. */
  readonly minFreeBytes?: number;
}): SentBuilds {
  const prefixOf = ({ service, platform, packageId }: SentApp): string =>
    createHash('sha256').update(`${service}\n${platform}\n${packageId}`).digest('hex').slice(0, 32);
  const nameOf = (app: SentApp, sha256: string): string => `${prefixOf(app)}-${sha256}.build`;
  const stored = async (): Promise<readonly string[]> => {
    await mkdir(folder, { recursive: true, mode: privateFolderMode });
    return readdir(folder);
  };
  const builds = async () => {
    const names = (await stored()).filter((name) => name.endsWith('.build'));
    const found = await Promise.all(
      names.map(async (name) => ({ name, ...(await stampOf(join(folder, name))) })),
    );
    return found.toSorted((a, b) => b.mtimeMs - a.mtimeMs);
  };
  const remove = (name: string): Promise<void> => rm(join(folder, name), { force: true });
  const removeOld = async (): Promise<void> => {
    let total = 0;
    for (const { name, size } of await builds()) {
      total += size;
      if (total > maxTotalBytes) await remove(name);
    }
  };
  let isDisabled = false;
  return {
    isUsed: () => isEnabled() && !isDisabled,
    disable: () => {
      isDisabled = true;
    },
    find: async (app) => {
      const newest = (await builds()).find(({ name }) => name.startsWith(prefixOf(app)));
      return newest ? join(folder, newest.name) : null;
    },
    keep: async (app, { path, stamp, sha256 }) => {
      const names = await stored();
      if (!isEnabled() || stamp.size > maxTotalBytes) return;
      if ((await freeBytes(folder)) < stamp.size + minFreeBytes) return;
      const part = join(folder, `${randomUUID()}.part`);
      const name = nameOf(app, sha256);
      try {
        await copyFile(path, part, constants.COPYFILE_FICLONE);
        if (!sameStamp(await fileStamp(path), stamp)) return;
        // A clone may have the modification time of the original.
        await utimes(part, new Date(), new Date());
        await rename(part, join(folder, name));
      } finally {
        await rm(part, { force: true });
      }
      for (const old of names) if (old !== name && old.startsWith(prefixOf(app))) await remove(old);
      await removeOld();
    },
    remove: (app, sha256) => remove(nameOf(app, sha256)),
    recipePath: (id) => join(folder, `${id}.recipe`),
    prune: async (uploads) => {
      const recipes = new Set(uploads.filter(isInQueue).map(({ id }) => `${id}.recipe`));
      try {
        for (const name of await readdir(folder)) {
          const isKept = name.endsWith('.build') ? isEnabled() : recipes.has(name);
          if (!isKept) await remove(name);
        }
      } catch (error) {
        if (systemCode(error) !== 'ENOENT') log.warn('Could not remove sent builds', { error });
      }
    },
  };
}

async function stampOf(path: string): Promise<FileStamp> {
  const { size, mtimeMs } = await stat(path);
  return { size, mtimeMs };
}
