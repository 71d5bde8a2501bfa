/** Compares the size of the built program with its budget. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from '../built.ts';
import type { Figure } from '../figure.ts';

/** Budget in KiB (gzip) of all files of the page, in all languages. */
const rendererBudget = 540;
/** Budget in KiB (gzip) of the files that the page loads at startup, with one language. */
const loadedBudget = 300;
/** Budget in KiB of the main bundle. Names are not minified, to keep stack traces readable. */
const mainBudget = 6_144;

const compressed = (bytes: Buffer): number => gzipSync(bytes, { level: 9 }).length;

/**
 * Returns the compressed size in KiB of the files that the page loads at startup: index.html, static imports,
 * styles and the largest language.
 */
async function loadedKibibytes(): Promise<number> {
  const root = join(await build(), 'renderer');
  const page = await readFile(join(root, 'index.html'), 'utf8');
  const linked = [...page.matchAll(/(?:src|href)="\.?\/?(assets\/[^"]+)"/g)].map(([, file = '']) => file);
  const loaded = await withStaticImports(root, linked);
  const languages = (await readdir(join(root, 'assets'))).filter((name) => /^(en|de|fr|tr)-/.test(name));
  if (languages.length < 4) throw new Error('The texts of a language are not in a file of their own.');
  const sizes = await Promise.all(
    languages.map(async (name) => compressed(await readFile(join(root, 'assets', name)))),
  );
  let total = compressed(Buffer.from(page)) + Math.max(...sizes);
  for (const file of loaded) total += compressed(await readFile(join(root, file)));
  return total / 1024;
}

async function withStaticImports(root: string, files: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  const waiting = [...files];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    if (!file.endsWith('.js')) continue;
    const source = await readFile(join(root, file), 'utf8');
    // A dynamic import has a parenthesis after `import`.
    for (const [, name] of source.matchAll(/\b(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g))
      waiting.push(`assets/${name}`);
  }
  return found;
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
    kibibytes('renderer', /\.(js|css|html)$/, compressed),
  ),
  size('renderer-loaded-in-one-language', loadedBudget, loadedKibibytes),
  size('main-bundle', mainBudget, () => kibibytes('main', /\.js$/, (bytes) => bytes.length)),
];
