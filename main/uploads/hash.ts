import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { fileError } from '../base/files.ts';

/** The sha-256 of a file in hex. Throws coded file errors, and the signal's reason when aborted. */
export async function hashFile(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024, signal })) {
      hash.update(chunk as Buffer);
    }
  } catch (error) {
    signal.throwIfAborted();
    throw fileError(error, path);
  }
  return hash.digest('hex');
}
