const mebibyte = 1024 * 1024;

/** Of the first 1,000 parts, 8 GB of a build: what an upload needs of memory. */
export const firstPartSize = 8 * mebibyte;

const partsOfOneSize = 1_000;

/**
 * The size in bytes of the part with this number, from 1. An object has 10,000 parts at most, each up to 5 GiB but none
 * except the last under 5 MiB: doubled every 1,000 parts, they are enough for 5 TiB, the most an object can have.
 */
export function partSize(number: number): number {
  return firstPartSize * 2 ** Math.floor((number - 1) / partsOfOneSize);
}
