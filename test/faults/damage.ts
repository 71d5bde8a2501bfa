import { mkdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const megabyte = 1024 * 1024;

/** Ways in which a file is found damaged. What SQLite keeps beside a database is left as it is. */
export const damages = {
  garbage: async (path: string) => {
    const bytes = await readFile(path);
    for (let at = 0; at < bytes.length; at += 1) bytes[at] = (at * 2_654_435_761) >>> 24;
    await writeFile(path, bytes);
  },
  'cut off': async (path: string) => truncate(path, Math.floor((await readFile(path)).length / 2)),
  'zeros in the middle': async (path: string) => {
    const bytes = await readFile(path);
    const third = Math.floor(bytes.length / 3);
    await writeFile(path, bytes.fill(0, third, Math.min(third + megabyte, bytes.length - third)));
  },
  'wrong beginning': async (path: string) => {
    const bytes = await readFile(path);
    bytes.write('not what it was', 0, 'latin1');
    await writeFile(path, bytes);
  },
  empty: (path: string) => truncate(path, 0),
  'a folder in its place': async (path: string) => {
    await rm(path);
    await mkdir(path);
    await writeFile(join(path, 'somebody.txt'), 'put this here');
  },
} as const satisfies Record<string, (path: string) => Promise<void>>;

export type Damage = keyof typeof damages;

export const damageNames = Object.keys(damages) as readonly Damage[];
