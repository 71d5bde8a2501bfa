/** The first bytes of a recipe. Numbers are little-endian. */

import type { BuildReader } from '../packages/zip/byte-source.ts';
import { deltaErrors } from './errors.ts';

const magic = Buffer.from('slip-dlt', 'latin1');
const version = 2;
export const headerBytes = 100;

/** Maximum size of the operations, which are in memory while a recipe is applied. */
export const maxControlBytes = 32 * 1024 * 1024;

export type RecipeHeader = {
  readonly baseSha256: string;
  readonly baseSize: number;
  readonly targetSha256: string;
  readonly targetSize: number;
  /** Size of the frame with the operations, at the end of the recipe. */
  readonly controlFrame: number;
  /** Decompressed size of the operations. */
  readonly controlSize: number;
};

export function encodeHeader(header: RecipeHeader): Buffer {
  const bytes = Buffer.alloc(headerBytes);
  magic.copy(bytes);
  bytes.writeUInt32LE(version, 8);
  bytes.writeUIntLE(header.baseSize, 12, 6);
  bytes.writeUIntLE(header.targetSize, 20, 6);
  bytes.write(header.baseSha256, 28, 'hex');
  bytes.write(header.targetSha256, 60, 'hex');
  bytes.writeUInt32LE(header.controlFrame, 92);
  bytes.writeUInt32LE(header.controlSize, 96);
  return bytes;
}

/** Reads the header. Throws `delta/damaged` for anything other than a recipe of this version. */
export async function readHeader(recipe: BuildReader): Promise<RecipeHeader> {
  const bytes = await recipe.read(0, headerBytes);
  if (
    bytes.length < headerBytes ||
    !bytes.subarray(0, 8).equals(magic) ||
    bytes.readUInt32LE(8) !== version
  ) {
    throw deltaErrors.damaged({});
  }
  const header: RecipeHeader = {
    baseSize: bytes.readUIntLE(12, 6),
    targetSize: bytes.readUIntLE(20, 6),
    baseSha256: bytes.toString('hex', 28, 60),
    targetSha256: bytes.toString('hex', 60, 92),
    controlFrame: bytes.readUInt32LE(92),
    controlSize: bytes.readUInt32LE(96),
  };
  const { controlFrame, controlSize } = header;
  const isValid =
    headerBytes + controlFrame <= recipe.size && Math.max(controlFrame, controlSize) <= maxControlBytes;
  if (!isValid) throw deltaErrors.damaged({});
  return header;
}
