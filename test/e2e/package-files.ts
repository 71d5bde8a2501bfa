/** Reads the fuses and the asar of a package without using code of the packager. */
import { createHash } from 'node:crypto';
import { z } from 'zod';

/** Byte sequence that precedes the fuses in Electron's executable. */
export const fuseSentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

const fuseNames = [
  'runAsNode',
  'enableCookieEncryption',
  'enableNodeOptionsEnvironmentVariable',
  'enableNodeCliInspectArguments',
  'enableEmbeddedAsarIntegrityValidation',
  'onlyLoadAppFromAsar',
  'loadBrowserProcessSpecificV8Snapshot',
  'grantFileProtocolExtraPrivileges',
] as const;

export type Fuses = { readonly [Name in (typeof fuseNames)[number]]: boolean };

/** Returns the offset of the fuses in an executable; throws unless it has them exactly once. */
export function fusesAt(program: Buffer): number {
  const sentinel = program.indexOf(fuseSentinel);
  if (sentinel < 0 || program.indexOf(fuseSentinel, sentinel + 1) >= 0) {
    throw new Error('The executable does not carry the fuses once');
  }
  const start = sentinel + fuseSentinel.length;
  if (program[start] !== 1) throw new Error('The fuses are of another version');
  if ((program[start + 1] ?? 0) < fuseNames.length) throw new Error('There are fewer fuses than are known');
  return start + 2;
}

export function readFuses(program: Buffer): Fuses {
  const start = fusesAt(program);
  const states = fuseNames.map((name, index) => [name, program[start + index] === '1'.charCodeAt(0)]);
  return Object.fromEntries(states) as Fuses;
}

const file = z.object({
  size: z.int(),
  offset: z.string().optional(),
  unpacked: z.boolean().optional(),
  integrity: z.object({ algorithm: z.literal('SHA256'), hash: z.string() }).optional(),
});
type Folder = { readonly files: Readonly<Record<string, Folder | z.infer<typeof file>>> };
const folder: z.ZodType<Folder> = z.object({
  files: z.record(
    z.string(),
    z.lazy(() => z.union([folder, file])),
  ),
});

export type PackedFile = {
  readonly path: string;
  readonly bytes: Buffer;
  /** True if the archive contains the correct hash of the file. Electron verifies it before use. */
  readonly sealed: boolean;
};

/** Returns all files of an asar; throws if a file is stored outside of the archive. */
export function readAsar(archive: Buffer): readonly PackedFile[] {
  const headerBytes = archive.readUInt32LE(4);
  const textBytes = archive.readUInt32LE(12);
  const header = folder.parse(JSON.parse(archive.toString('utf8', 16, 16 + textBytes)));
  const body = 8 + headerBytes;
  const files: PackedFile[] = [];
  const walk = ({ files: entries }: Folder, path: string): void => {
    for (const [name, entry] of Object.entries(entries)) {
      const inside = path === '' ? name : `${path}/${name}`;
      if ('files' in entry) walk(entry, inside);
      else {
        if (entry.unpacked || entry.offset === undefined) throw new Error(`${inside} is outside the archive`);
        const start = body + Number(entry.offset);
        const bytes = archive.subarray(start, start + entry.size);
        const hash = createHash('sha256').update(bytes).digest('hex');
        files.push({ path: inside, bytes, sealed: entry.integrity?.hash === hash });
      }
    }
  };
  walk(header, '');
  return files;
}
