/** Helpers to upload files with the API client and to measure these uploads. */
import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Api, createApi } from '../../main/api/client.ts';
import type { Throttle } from '../../main/api/transport/bandwidth.ts';
import { createNetwork } from '../../main/api/transport/network.ts';
import { systemClock } from '../../main/base/clock.ts';
import type { Hashing } from '../../main/base/hashing/hashing.ts';
import { createLog } from '../../main/base/log/log.ts';
import { Redactor } from '../../main/base/log/redact.ts';
import { accountSchema } from '../../main/settings/settings-schema.ts';

export const megabyte = 1024 * 1024;

/** Returns the upload URL for curl, which `upload` also uses. */
export const itemsOf = (url: string): string => `${url}/api/v3/testingdist/profiles/1/items`;

export function openClient(
  url: string,
  parts: { readonly hashing?: Hashing; readonly throttle?: Throttle } = {},
): Api {
  const redactor = new Redactor();
  const account = accountSchema.parse({
    ...{ id: 'bench', name: 'Bench', kind: 'remote', authUrl: url, baseUrl: url, userName: 'bench' },
    ...{ clientId: 'bench', scope: 'bench', mode: 'plain', vendor: 'bench', installLinkTemplate: null },
  });
  return createApi({
    account,
    credentials: async () => ({ password: 'bench-password', clientSecret: 'bench-secret' }),
    clock: systemClock,
    log: createLog({ clock: systemClock, redactor, sinks: [] }),
    redactor,
    network: createNetwork({ proxyFor: () => null, ...(parts.throttle ? { throttle: parts.throttle } : {}) }),
    ...(parts.hashing ? { hashing: parts.hashing } : {}),
  });
}

/** Uploads a file and returns the SHA-256 of the sent bytes. */
export async function upload(api: Api, path: string): Promise<string> {
  const { size } = statSync(path);
  const file = { path, fileName: basename(path), size };
  return (await api.testingdist.createVersion(1, file, {})).sha256;
}

/** Uses the buffers of real hashing, but computes no hash. Reads small files on this thread, as curl does. */
export function noHashing(): Hashing {
  const spare: Buffer[][] = [];
  return {
    prepare: () => undefined,
    begin: (count, length) => {
      const fits = spare.findIndex((buffers) => buffers.length === count && buffers[0]?.length === length);
      const buffers =
        spare.splice(fits === -1 ? spare.length : fits, 1)[0] ??
        Array.from({ length: count }, () => Buffer.allocUnsafeSlow(length));
      return {
        buffers,
        update: async () => {},
        readFile: async (path, size) => readWhole(path, buffers[0]?.subarray(0, size)),
        digest: async () => '',
        end: (isSpare) => {
          if (isSpare) spare.push(buffers);
        },
      };
    },
    close: async () => {},
  };
}

function readWhole(path: string, bytes: Buffer | undefined): Buffer | null {
  const file = openSync(path, 'r');
  try {
    const fits = bytes !== undefined && fstatSync(file).size === bytes.length;
    return fits && readSync(file, bytes) === bytes.length ? bytes : null;
  } finally {
    closeSync(file);
  }
}

export async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

/** Writes a file of `megabytes` MiB that is unique to `seed`. The file stays in the file system cache. */
export async function writeBuild(path: string, megabytes: number, seed = 0): Promise<void> {
  const block = Buffer.alloc(megabyte);
  for (let at = 0; at < block.length; at += 4) {
    block.writeUInt32LE(Math.imul(at + seed, 2_654_435_761) >>> 0, at);
  }
  const file = await open(path, 'w');
  for (let count = 0; count < megabytes; count += 1) {
    block.writeUInt32LE(count, 0);
    await file.write(block);
  }
  await file.close();
}
