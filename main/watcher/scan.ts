import { opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from '../base/errors.ts';
import { buildKind, isIgnoredFolder } from './names.ts';

export type ScanResult = {
  /** Paths of everything named like a build. */
  readonly files: readonly string[];
  /** Folders below the root that could not be read, with the error. */
  readonly unreadable: readonly { readonly path: string; readonly error: unknown }[];
};

const vanishedCodes: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR']);

/**
 * Lists what is named like a build in a folder (`from`, by default all of `root`) and below, without following links.
 * Throws the file system's error when `root` is to be read and cannot be, and the signal's reason when aborted; what
 * vanishes meanwhile is left out.
 */
export async function scanFolder(
  root: string,
  signal: AbortSignal,
  from: string = root,
): Promise<ScanResult> {
  const files: string[] = [];
  const unreadable: { path: string; error: unknown }[] = [];
  const pending = [from];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    try {
      for await (const entry of await opendir(folder, { bufferSize: 512 })) {
        signal.throwIfAborted();
        const path = join(folder, entry.name);
        if (entry.isDirectory() && !isIgnoredFolder(entry.name)) pending.push(path);
        else if (!entry.isDirectory() && buildKind(entry.name) !== null) files.push(path);
      }
    } catch (error) {
      if (folder === root || signal.aborted) throw error;
      if (!vanishedCodes.has(systemCode(error) ?? '')) unreadable.push({ path: folder, error });
    }
  }
  return { files, unreadable };
}
