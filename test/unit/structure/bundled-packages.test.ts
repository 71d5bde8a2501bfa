import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type BuildResult, bundledPackages, licensesOf } from '../../../.config/bundled-packages.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

const build = (...moduleIds: readonly string[]): BuildResult => ({
  output: [{ type: 'chunk', moduleIds }, { type: 'asset' }],
});

async function install(folder: string, name: string, manifest: object): Promise<string> {
  const path = join(folder, 'node_modules', name);
  await mkdir(join(path, 'dist'), { recursive: true });
  await writeFile(join(path, 'package.json'), JSON.stringify({ name, version: '1.0.0', ...manifest }));
  // Some packages have a second package.json beside their modules, which describes no package.
  await writeFile(join(path, 'dist', 'package.json'), '{"type":"module"}');
  return path;
}

test('each version of a bundled package is listed once, at any nesting depth', async () => {
  const folder = await temporaryFolder();
  const plain = await install(folder, 'plain', { license: 'MIT' });
  const scoped = await install(folder, '@some/thing', { license: 'ISC', version: '2.0.0' });
  const nested = await install(scoped, 'plain', { license: 'BSD-3-Clause', version: '3.1.4' });
  const main = build(join(folder, 'main', 'index.ts'), join(plain, 'dist', 'index.js'));
  const renderer = build(
    join(nested, 'dist', 'deep', 'a.js'),
    join(scoped, 'b.js?used'),
    join(plain, 'c.js'),
  );
  expect(await bundledPackages([main, [renderer]])).toEqual([
    { name: '@some/thing', version: '2.0.0', license: 'ISC', text: null },
    { name: 'plain', version: '1.0.0', license: 'MIT', text: null },
    { name: 'plain', version: '3.1.4', license: 'BSD-3-Clause', text: null },
  ]);
});

test('a licence text is found under each common file name', async () => {
  const folder = await temporaryFolder();
  const [one, two, none] = await Promise.all(
    ['one', 'two', 'without'].map((name) => install(folder, name, { license: 'Apache-2.0' })),
  );
  await writeFile(join(one ?? '', 'license.md'), 'Copyright One\r\nAs is.\r\n');
  await writeFile(join(one ?? '', 'licenses.js'), 'export {}');
  await writeFile(join(two ?? '', 'LICENCE'), 'Copyright Two\n');
  await writeFile(join(two ?? '', 'NOTICE.txt'), 'Made by Two\n');
  const packages = await bundledPackages([
    build(...[one, two, none].map((path) => join(path ?? '', 'index.js'))),
  ]);
  expect(packages.map(({ text }) => text)).toEqual([
    'Copyright One\nAs is.',
    'Copyright Two\n\nMade by Two',
    null,
  ]);
  const parts = licensesOf(packages).split(/\n-{80}\n\n/);
  expect(parts[0]).toBe('one 1.0.0 (Apache-2.0)\n\nCopyright One\nAs is.\n');
  expect(parts[2]).toMatch(
    /^without 1\.0\.0 \(Apache-2\.0\)\n\nThis package states its licence, Apache-2\.0/,
  );
});

test('code added by the bundler is listed under the bundler’s package', async () => {
  const found = await bundledPackages([build('\0rolldown/runtime.js', '\0vite/preload-helper.js')]);
  expect(found).toMatchObject([
    { name: 'rolldown', license: 'MIT' },
    { name: 'vite', license: 'MIT' },
  ]);
  await expect(bundledPackages([build('\0no-such-package/helper.js')])).rejects.toThrow('no-such-package');
});

test('bundledPackages rejects a missing licence and a build without output', async () => {
  const folder = await temporaryFolder();
  const path = await install(folder, 'secretive', {});
  await expect(bundledPackages([build(join(path, 'index.js'))])).rejects.toThrow(
    /secretive is bundled, but .* licence/,
  );
  await expect(bundledPackages([{ close: () => null }])).rejects.toThrow('has no output to list');
});
