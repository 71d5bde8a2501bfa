import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CodedError, isAbort, systemCode } from '../../base/errors.ts';
import { writeWhole } from '../../base/files/files.ts';
import type { Log } from '../../base/log/log.ts';
import { readIcon } from '../../packages/icon.ts';
import type { PackageIcon } from '../../packages/images/image.ts';

/** Icons of builds, stored by hash, so that they remain available without the builds. */
export type Icons = {
  /** Stores the icon of a build and returns its file name; null if it has none or storing fails. */
  keep(path: string, signal?: AbortSignal): Promise<string | null>;
  /** Returns the icon of a build as a `data:` URL without storing it; null if it has none. */
  ofFile(path: string): Promise<string | null>;
  /** Returns a stored icon as a `data:` URL; null if unknown. */
  kept(name: string): Promise<string | null>;
  sweep(used: ReadonlySet<string>): Promise<void>;
};

const endings = { 'image/png': 'png', 'image/webp': 'webp', 'image/jpeg': 'jpg' } as const;
const types: Readonly<Record<string, string>> = { png: 'image/png', webp: 'image/webp', jpg: 'image/jpeg' };
const keptName = /^[0-9a-f]{64}\.(png|webp|jpg)$/;

/** Bytes. Icons are drawn at 36 pixels. */
export const largestIcon = 1024 * 1024;

export function createIcons(deps: { readonly folder: string; readonly log: Log }): Icons {
  const { folder, log } = deps;
  const read = async (path: string, signal?: AbortSignal): Promise<PackageIcon | null> => {
    try {
      const icon = await readIcon(path, signal ? { signal } : {});
      return icon && icon.bytes.length <= largestIcon ? icon : null;
    } catch (error) {
      if (isAbort(error) || !(error instanceof CodedError)) throw error;
      log.info('No icon could be read', { path, error });
      return null;
    }
  };
  return {
    keep: async (path, signal) => {
      const icon = await read(path, signal);
      if (!icon) return null;
      const name = `${createHash('sha256').update(icon.bytes).digest('hex')}.${endings[icon.type]}`;
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeWhole(join(folder, name), icon.bytes);
        return name;
      } catch (error) {
        log.warn('An icon could not be kept', { path, error });
        return null;
      }
    },
    ofFile: async (path) => {
      const icon = await read(path);
      return icon && dataAddress(icon.type, icon.bytes);
    },
    kept: async (name) => {
      const type = types[keptName.exec(name)?.[1] ?? ''];
      const bytes = type === undefined ? null : await readFileOrNull(join(folder, name));
      return type !== undefined && bytes ? dataAddress(type, bytes) : null;
    },
    sweep: async (used) => {
      const names = await readdir(folder).catch((error: unknown) => {
        if (systemCode(error) === 'ENOENT') return [];
        throw error;
      });
      for (const name of names) if (!used.has(name)) await rm(join(folder, name), { force: true });
    },
  };
}

export function dataAddress(type: string, bytes: Buffer): string {
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
