import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

export type ImageDouble = {
  /** File name, or an empty string for an empty image. */
  readonly name: string;
  isEmpty(): boolean;
};

const png = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const jpeg = Buffer.from('\xff\xd8\xff', 'latin1');

/** `createFromPath` returns an empty image if the file is missing or invalid. */
export const nativeImage = {
  createFromPath: (path: string): ImageDouble => {
    const empty = !containsImage(path);
    return { name: empty ? '' : basename(path), isEmpty: () => empty };
  },
};

function containsImage(path: string): boolean {
  try {
    const start = readFileSync(path).subarray(0, png.length);
    return start.equals(png) || start.subarray(0, jpeg.length).equals(jpeg);
  } catch (error) {
    if (['ENOENT', 'EISDIR', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}
