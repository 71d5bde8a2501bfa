/** Writes a zip like a large app's to PATH. A separate process, because it uses much memory. */
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { writeZip, type ZipEntry } from '../fixtures/builds/zip-writer.ts';

const [path = ''] = process.argv.slice(2);

/** Returns bytes that are half random, half repetitive. */
const content = (bytes: number): Buffer =>
  Buffer.concat([randomBytes(bytes / 2), Buffer.alloc(bytes / 2, 'move-result ')]);

const entries = (count: number, name: string, bytes: number, stored = false): ZipEntry[] =>
  Array.from({ length: count }, (_, index) => ({ name: `${name}${index}`, data: content(bytes), stored }));

await writeFile(
  path,
  writeZip([
    ...entries(12, 'classes', 8_000_000),
    ...entries(6, 'lib/arm64-v8a/lib', 20_000_000, true),
    ...entries(4_000, 'res/layout/', 2_400),
  ]),
);
