import { describe, expect, test } from 'vitest';
import { type Import, importsOf, sourceOf, sources, within } from './imports.ts';

/** The core, and the modules that front ends may import without going through the core. */
const underFrontEnds = [
  'main/core.ts',
  'main/core',
  'main/base',
  'main/messages',
  'main/settings',
  'main/packages',
  'main/push',
  'main/api/resources/timestamps.ts',
  'main/api/transport/proxy/proxy-exceptions.ts',
  'main/service/people/email-address.ts',
  'main/service/exposure.ts',
  'main/service/tls/service-trust.ts',
  'main/uploads/upload-view.ts',
  'types:main',
];

/** Allowed imports by folder; the most specific entry applies. `types:` allows type imports only. */
const table: Readonly<Record<string, readonly string[]>> = {
  'main/messages': ['assets/locales'],
  'main/base': ['main/messages'],
  'main/settings': ['main/base', 'main/messages'],
  'main/packages': ['main/base', 'main/messages'],
  'main/delta': ['main/base', 'main/messages', 'main/packages'],
  'main/watcher': ['main/base', 'main/messages'],
  'main/push': ['main/base', 'main/messages'],
  'main/api': ['main/base', 'main/messages', 'types:main/settings'],
  'main/uploads': ['main/base', 'main/messages', 'main/api', 'main/packages', 'main/delta'],
  'main/service': ['main/base', 'main/messages', 'main/packages', 'main/delta', 'main/api/wire.ts'],
  'main/core': [
    'main/base',
    'main/messages',
    'main/settings',
    'main/api',
    'main/packages',
    'main/watcher',
    'main/uploads',
    'main/push',
    'main/service',
    'types:preload/contract.ts',
  ],
  'main/core.ts': [
    'main/core',
    'main/base',
    'main/messages',
    'main/settings',
    'main/api',
    'main/packages',
    'main/watcher',
    'main/uploads',
    'main/push',
    'main/service',
    'types:preload/contract.ts',
  ],

  'main/bridge': [...underFrontEnds, 'preload/contract.ts'],
  'main/shell': [
    ...underFrontEnds,
    'main/bridge',
    'preload/contract.ts',
    'types:preload/page.ts',
    'electron',
  ],
  'main/web': [...underFrontEnds, 'main/bridge', 'preload/contract.ts'],
  'main/cli': [...underFrontEnds, 'main/bridge', 'main/web', 'types:preload/contract.ts'],
  'main/cli/server': [
    'main/cli',
    'main/base',
    'main/messages',
    'main/bridge',
    'main/core/service',
    'main/service',
  ],
  'main/index.ts': ['main/base', 'main/cli', 'main/shell', 'main/node-check.js', 'electron'],
  'preload/call.ts': [],
  'preload/contract.ts': [
    'types:main',
    'preload/call.ts',
    'preload/inputs.ts',
    'preload/push-calls.ts',
    'preload/service-calls.ts',
    'preload/upload-calls.ts',
  ],
  'preload/push-calls.ts': ['types:main', 'preload/call.ts', 'preload/inputs.ts'],
  'preload/upload-calls.ts': ['types:main', 'preload/call.ts', 'preload/inputs.ts'],
  'preload/service-calls.ts': [
    'types:main',
    'preload/call.ts',
    'preload/inputs.ts',
    'main/messages/locale.ts',
    'main/packages/package-info.ts',
    'main/settings/folder-rule.ts',
  ],
  'preload/page.ts': ['types:main', 'types:preload/contract.ts'],
  'preload/inputs.ts': [
    'types:main',
    'main/base/files/home-path.ts',
    'main/messages/locale.ts',
    'main/settings/folder-rule.ts',
    'main/uploads/upload-view.ts',
  ],
  'preload/preload.ts': ['preload/contract.ts', 'types:preload/page.ts', 'electron'],
  renderer: [
    'types:preload',
    'assets/locales',
    '.github/CHANGELOG.md?raw',
    'main/base/search-text.ts',
    'main/messages/byte-size.ts',
    'main/messages/date-format.ts',
    'main/messages/duration-text.ts',
    'main/packages/android/android-versions.ts',
  ],
};

function rowFor(file: string): string | undefined {
  return Object.keys(table)
    .filter((path) => within(file, path))
    .sort((a, b) => b.length - a.length)[0];
}

function allowed(found: Import): boolean {
  const row = rowFor(found.from);
  if (row === undefined) return false;
  if (!row.includes('.') && within(found.to, row)) return true;
  return (table[row] ?? []).some((entry) =>
    entry.startsWith('types:')
      ? found.typeOnly && within(found.to, entry.slice('types:'.length))
      : within(found.to, entry),
  );
}

const files = (await Promise.all(['main', 'preload', 'renderer'].map(sources))).flat();

/** Returns the imports of project files and electron. Other packages are checked against package.json. */
const projectImports = (file: string, source: string): readonly Import[] =>
  importsOf(file, source).filter((found) => found.to === 'electron' || !found.isPackage);

/** Returns the files of an import cycle; empty if there is none. */
function cycleIn(imports: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const done = new Set<string>();
  const search = (file: string, path: readonly string[]): readonly string[] => {
    if (path.includes(file)) return path.slice(path.indexOf(file));
    if (done.has(file)) return [];
    for (const next of imports.get(file) ?? []) {
      const cycle = search(next, [...path, file]);
      if (cycle.length > 0) return cycle;
    }
    done.add(file);
    return [];
  };
  for (const file of imports.keys()) {
    const cycle = search(file, []);
    if (cycle.length > 0) return cycle;
  }
  return [];
}

/** Pairs of sub-folders that may import each other, in the form of `twoWayPairs`. */
const pairsLeft: readonly string[] = [];

/** Returns the common folder of an import and the sub-folders at both ends; null without both. */
function subFolders({ from, to }: Import): { folder: string; inner: string; outer: string } | null {
  const [start, target] = [from.split('/'), to.split('/')];
  const depth = start.findIndex((name, index) => name !== target[index]);
  const [inner, outer] = [start[depth] ?? '', target[depth] ?? ''];
  const hasBoth = depth > 1 && depth < start.length - 1 && depth < target.length - 1;
  return hasBoth ? { folder: start.slice(0, depth).join('/'), inner, outer } : null;
}

/** Returns pairs of sub-folders that import each other, as `folder: one, other`. */
function twoWayPairs(imports: readonly Import[]): readonly string[] {
  const edges = imports.flatMap((found) => subFolders(found) ?? []);
  const forward = new Set(edges.map(({ folder, inner, outer }) => `${folder}: ${inner}, ${outer}`));
  const backward = new Set(edges.map(({ folder, inner, outer }) => `${folder}: ${outer}, ${inner}`));
  const isSorted = ({ inner, outer }: (typeof edges)[number]) => inner < outer;
  const sorted = new Set(
    edges.filter(isSorted).map(({ folder, inner, outer }) => `${folder}: ${inner}, ${outer}`),
  );
  return [...sorted].filter((pair) => forward.has(pair) && backward.has(pair)).sort();
}

describe('the import table', () => {
  test('covers every source file', () => {
    expect(files.length).toBeGreaterThan(50);
    expect(files.filter((file) => rowFor(file) === undefined)).toEqual([]);
  });

  test('allows every import in the project', () => {
    const wrong = files
      .flatMap((file) => projectImports(file, sourceOf(file)))
      .filter((found) => !allowed(found))
      .map((found) => `${found.from} imports ${found.typeOnly ? 'types of ' : ''}${found.to}`);
    expect(wrong).toEqual([]);
  });

  test('has no cycle', () => {
    const imports = new Map(
      files.map((file) => [file, projectImports(file, sourceOf(file)).map((found) => found.to)]),
    );
    expect(cycleIn(imports)).toEqual([]);
    expect(cycleIn(new Map([...imports, ['main/base/clock.ts', ['main/core.ts']]]))).not.toEqual([]);
  });

  test('has no circular imports between sub-folders', () => {
    const imports = files
      .filter((file) => within(file, 'main'))
      .flatMap((file) => projectImports(file, sourceOf(file)));
    expect(twoWayPairs(imports)).toEqual(pairsLeft);
    const back = projectImports('main/watcher/seen/seen-files.ts', "import '../folder/folder.ts';");
    expect(twoWayPairs([...imports, ...back])).toContain('main/watcher: folder, seen');
  });

  test.each([
    ['main/api/client.ts', "import { x } from '../watcher/watcher.ts';"],
    ['main/api/client.ts', "import { x } from '../settings/accounts.ts';"],
    ['main/uploads/queue/queue.ts', "const x = await import('../../watcher/watcher.ts');"],
    ['main/cli/cli.ts', "import { x } from '../uploads/uploads.ts';"],
    ['main/web/web.ts', "import { app } from 'electron';"],
    ['renderer/main.tsx', "import { calls } from '../preload/contract.ts';"],
    ['renderer/main.tsx', "import type { Core } from '../main/core.ts';"],
    ['main/base/log/log.ts', "export * from '../../api/wire.ts';"],
  ])('forbids an import in %s: %s', (file, source) => {
    const found = projectImports(file, source);
    expect(found).toHaveLength(1);
    expect(found.filter(allowed)).toEqual([]);
  });

  test.each([
    ['main/api/client.ts', "import type { Account } from '../settings/settings-schema.ts';"],
    ['main/api/client.ts', "import { type Account } from '../settings/settings-schema.ts';"],
    ['main/service/service.ts', "import { root } from '../api/wire.ts';"],
    ['main/service/mail/queue.ts', "import { x } from '../storage/storage.ts';"],
    ['renderer/main.tsx', "import type { Bridge } from '../preload/contract.ts';"],
  ])('allows an import in %s: %s', (file, source) => {
    const found = projectImports(file, source);
    expect(found).toHaveLength(1);
    expect(found.filter((one) => !allowed(one))).toEqual([]);
  });
});
