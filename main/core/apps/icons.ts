import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CodedError, isAbort, systemCode } from '../../base/errors.ts';
import { writeAtomically } from '../../base/files/files.ts';
import type { Log } from '../../base/log/log.ts';
import { readIcon } from '../../packages/icon.ts';
import type { PackageIcon } from '../../packages/images/image.ts';

/** Build icons, stored by hash, so that they remain available without the builds. */
export type Icons = {
  /** Stores a build's icon and returns its file name; null if the build has no icon or storing fails. */
  store(path: string, signal?: AbortSignal): Promise<string | null>;
  /** Returns a build's icon as a `data:` URL without storing it; null if the build has no icon. */
  fromFile(path: string): Promise<string | null>;
  /** Returns a stored icon as a `data:` URL; null if unknown. */
  get(name: string): Promise<string | null>;
  prune(used: ReadonlySet<string>): Promise<void>;
};

const extensions = { 'image/png': 'png', 'image/webp': 'webp', 'image/jpeg': 'jpg' } as const;
const types: Readonly<Record<string, string>> = { png: 'image/png', webp: 'image/webp', jpg: 'image/jpeg' };
const storedName = /^[0-9a-f]{64}\.(png|webp|jpg)$/;

/** Maximum size of an icon in bytes. Icons are drawn at 36 pixels. */
export const maxIconBytes = 1024 * 1024;

export function createIcons(deps: { readonly folder: string; readonly log: Log }): Icons {
  const { folder, log } = deps;
  const read = async (path: string, signal?: AbortSignal): Promise<PackageIcon | null> => {
    try {
      const icon = await readIcon(path, signal ? { signal } : {});
      return icon && icon.bytes.length <= maxIconBytes ? icon : null;
    } catch (error) {
      if (isAbort(error) || !(error instanceof CodedError)) throw error;
      log.info('Could not read an icon', { path, error });
      return null;
    }
  };
  return {
    store: async (path, signal) => {
      const icon = await read(path, signal);
      if (!icon) return null;
      const name = `${createHash('sha256').update(icon.bytes).digest('hex')}.${extensions[icon.type]}`;
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeAtomically(join(folder, name), icon.bytes);
        return name;
      } catch (error) {
        log.warn('Could not store an icon', { path, error });
        return null;
      }
    },
    fromFile: async (path) => {
      const icon = await read(path);
      return icon && dataUrl(icon.type, icon.bytes);
    },
    get: async (name) => {
      const type = types[storedName.exec(name)?.[1] ?? ''];
      const bytes = type === undefined ? null : await readFileOrNull(join(folder, name));
      return type !== undefined && bytes ? dataUrl(type, bytes) : null;
    },
    prune: async (used) => {
      const names = await readdir(folder).catch((error: unknown) => {
        if (systemCode(error) === 'ENOENT') return [];
        throw error;
      });
      for (const name of names) if (!used.has(name)) await rm(join(folder, name), { force: true });
    },
  };
}

export function dataUrl(type: string, bytes: Buffer): string {
  return `data:${type};base64,${bytes.toString('base64')}`;
}

async function readFileOrNull(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  }
}
