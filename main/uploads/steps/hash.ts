import { open } from 'node:fs/promises';
import { fileError, fileErrors } from '../../base/files/files.ts';
import { hashContent } from '../../base/hashing/hashed-chunks.ts';
import type { ContentCheck, Hashing } from '../../base/hashing/hashing.ts';

/** Returns the sha-256 in hex. Throws file errors, `hash/broken`, the abort reason, and errors of `check`. */
export async function hashFile(
  path: string,
  hashing: Hashing,
  signal: AbortSignal,
  check: ContentCheck | null = null,
): Promise<string> {
  try {
    const handle = await open(path, 'r');
    try {
      const found = await handle.stat();
      // On Windows, `open` succeeds for a folder.
      if (found.isDirectory()) throw fileErrors.failed({ path, reason: 'EISDIR' }, { details: { path } });
      return await hashContent(handle, found.size, hashing, { signal, check });
    } finally {
      await handle.close();
    }
  } catch (error) {
    signal.throwIfAborted();
    throw fileError(error, path);
  }
}
