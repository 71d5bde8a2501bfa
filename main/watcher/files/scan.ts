import { opendir, stat } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { systemCode } from '../../base/errors.ts';
import type { Selection } from './names.ts';
import { buildKind } from './names.ts';

export type ScanResult = {
  /** Matching files, and symlinks to folders, which are not followed. */
  readonly files: readonly string[];
  readonly unreadable: readonly { readonly path: string; readonly error: unknown }[];
};

export type ScanOptions = {
  readonly root: string;
  readonly selection: Selection;
  readonly signal: AbortSignal;
  readonly enter?: (folder: string) => void;
};

const vanishedCodes: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR']);
/** Number of entries per read. A balance between few system calls and short delays in huge folders. */
const directoryBufferSize = 256;

/**
 * Lists the selected files of a folder tree without following links, and without a `stat` per file. Throws
 * file system errors of `root` and the abort reason. Skips vanished entries.
 */
export async function scanFolder(options: ScanOptions): Promise<ScanResult> {
  const { root, signal } = options;
  const files: string[] = [];
  const unreadable: { path: string; error: unknown }[] = [];
  const pending = [root];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    try {
      await readFolder(options, folder, { files, pending });
    } catch (error) {
      if (folder === root || signal.aborted) throw error;
      if (!vanishedCodes.has(systemCode(error) ?? '')) unreadable.push({ path: folder, error });
    }
  }
  return { files, unreadable };
}

/** Returns false for a broken or inaccessible link. */
async function isFolder(link: string): Promise<boolean> {
  return stat(link).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

async function readFolder(
  { root, selection, signal, enter }: ScanOptions,
  folder: string,
  found: { readonly files: string[]; readonly pending: string[] },
): Promise<void> {
  enter?.(folder);
  const above = folder === root ? '' : `${relative(root, folder).split(sep).join('/')}/`;
  const prefix = folder.endsWith(sep) ? folder : folder + sep;
  for await (const entry of await opendir(folder, { bufferSize: directoryBufferSize })) {
    signal.throwIfAborted();
    const { name } = entry;
    if (entry.isDirectory()) {
      if (selection.entersFolder(above + name)) found.pending.push(prefix + name);
    } else if (entry.isSymbolicLink() && buildKind(name) === null) {
      if (selection.entersFolder(above + name) && (await isFolder(prefix + name)))
        found.files.push(prefix + name);
    } else if (buildKind(name) !== null && selection.selectsFile(above + name)) {
      found.files.push(prefix + name);
    }
  }
}
