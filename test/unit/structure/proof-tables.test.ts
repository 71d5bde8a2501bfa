import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join, matchesGlob, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');

/** Returns the test names in tables whose last column is `proved by`, with their rows. */
function provers(markdown: string): readonly { readonly row: string; readonly names: readonly string[] }[] {
  const rows: { row: string; names: readonly string[] }[] = [];
  let proves = false;
  for (const line of markdown.split('\n')) {
    const cells = line.startsWith('|') ? line.split('|').map((cell) => cell.trim()) : null;
    const last = cells?.at(-2) ?? '';
    if (!cells) proves = false;
    else if (last === 'proved by') proves = true;
    else if (proves && !/^-+$/.test(last)) rows.push({ row: line, names: last.split(', ') });
  }
  return rows;
}

/** Returns the names of all test files without folder and extension. */
async function tests(): Promise<readonly string[]> {
  const folders = [
    ['test/contract', '.test.ts'],
    ['test/unit', '.test.ts'],
    ['test/faults', '.test.ts'],
    ['test/e2e', '.spec.ts'],
  ] as const;
  const found = await Promise.all(
    folders.map(async ([folder, ending]) =>
      (await readdir(join(root, folder), { recursive: true }))
        .filter((path) => path.endsWith(ending))
        .map((path) => basename(path, ending).replace(/\.slow$/, '')),
    ),
  );
  return found.flat();
}

test.each([
  ['service/DECISIONS', 30],
  ['api/README', 10],
  ['watcher/README', 8],
  ['packages/README', 40],
])('every table row of main/%s.md names existing test files', async (page, minRows) => {
  const existing = await tests();
  const rows = provers(readFileSync(join(root, 'main', `${page}.md`), 'utf8'));
  expect(rows.length).toBeGreaterThan(minRows);
  const missing = rows.flatMap(({ row, names }) =>
    names
      .filter((name) => !/^[a-z][a-z0-9-]*\*?$/.test(name) || !existing.some((one) => matchesGlob(one, name)))
      .map((name) => `${name}: ${row}`),
  );
  expect(missing).toEqual([]);
});

test('only tables with a “proved by” column are read', () => {
  const table =
    '| a | proved by |\n|---|---|\n| x | one, two-* |\n| y |  |\n\n| b | c |\n|---|---|\n| z | none |';
  expect(provers(table).map(({ names }) => names)).toEqual([['one', 'two-*'], ['']]);
});
