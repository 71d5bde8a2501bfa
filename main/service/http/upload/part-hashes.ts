import { createHash } from 'node:crypto';
import type { PartHashes } from '../../storage/records.ts';

/** 10 MiB, the size of Apple's example: 410 parts for a build of 4 GiB. */
export const partBytes = 10 * 1024 ** 2;

export type RunningPartHashes = {
  update(chunk: Uint8Array): void;
  end(): PartHashes;
};

/** Hashes a stream in parts of `partBytes`. The last part may be shorter. */
export function createPartHashes(): RunningPartHashes {
  const sha256s: string[] = [];
  const md5s: string[] = [];
  const start = () => ({ sha256: createHash('sha256'), md5: createHash('md5'), size: 0 });
  let part = start();
  const endPart = (): void => {
    sha256s.push(part.sha256.digest('hex'));
    md5s.push(part.md5.digest('hex'));
    part = start();
  };
  return {
    update: (chunk) => {
      for (let offset = 0; offset < chunk.length; ) {
        const piece = chunk.subarray(offset, offset + partBytes - part.size);
        part.sha256.update(piece);
        part.md5.update(piece);
        part.size += piece.length;
        offset += piece.length;
        if (part.size === partBytes) endPart();
      }
    },
    end: () => {
      if (part.size > 0) endPart();
      return { size: partBytes, sha256s, md5s };
    },
  };
}
