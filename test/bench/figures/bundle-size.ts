/** Compares the size of the built program with its budget. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from '../built.ts';
import type { Figure } from '../figure.ts';

const rendererBudget = 380;
const loadedBudget = 300;
/** Budget of the JSON editor, which is loaded on demand. */
const editorBudget = 110;
const editorFile = /\/json-editor-[^/]*\.js$/;
/**
 * Budget of the main process. It consists mostly of libraries, and its names are not minified, so that errors
 * are readable.
 */
const mainBudget = 6_144;

const compressed = (bytes: Buffer): number => gzipSync(bytes, { level: 9 }).length;

/** Returns the size of what a page loads: its own files and the texts of one language, the largest one. */
async function loadedKibibytes(): Promise<number> {
  const page = await kibibytes(
    'renderer',
    /(?<!\/(en|de|fr|tr|json-editor)-[^/]*)\.(js|css|html)$/,
    compressed,
  );
  const words = await Promise.all(
    ['en', 'de', 'fr', 'tr'].map((language) =>
      kibibytes('renderer', new RegExp(`/${language}-[^/]*\\.js$`), compressed),
    ),
  );
  if (words.includes(0)) throw new Error('The words of a language are not in a file of their own.');
  return page + Math.max(...words);
}

async function kibibytes(folder: string, ends: RegExp, sizeOf: (bytes: Buffer) => number): Promise<number> {
  const root = join(await build(), folder);
  const names = (await readdir(root, { recursive: true })).filter((name) => ends.test(name));
  let total = 0;
  for (const name of names) total += sizeOf(await readFile(join(root, name)));
  return total / 1024;
}

function size(name: string, budget: number, ours: () => Promise<number>): Figure {
  return {
    name,
    peer: `the budget of ${budget} KiB`,
    unit: 'KiB',
    goal: 1,
    better: 'less',
    measure: async () => ({ ours: [await ours()], theirs: [budget] }),
  };
}

export const bundleSizes: readonly Figure[] = [
  size('renderer-bundle-compressed', rendererBudget, () =>
    kibibytes('renderer', /(?<!\/json-editor-[^/]*)\.(js|css|html)$/, compressed),
  ),
  size('json-editor-compressed', editorBudget, () => kibibytes('renderer', editorFile, compressed)),
  size('renderer-loaded-in-one-language', loadedBudget, loadedKibibytes),
  size('main-bundle', mainBudget, () => kibibytes('main', /\.js$/, (bytes) => bytes.length)),
];
