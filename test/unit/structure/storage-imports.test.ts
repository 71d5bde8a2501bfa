import { expect, test } from 'vitest';
import { type Import, importsOf, sourceOf, sources, within } from './imports.ts';

const storage = 'main/service/storage';

/** Files of the storage interface. */
const interfaceFiles = [
  'storage',
  'identity-storage',
  'device-storage',
  'mail-storage',
  'unsubscription-storage',
  'upload-storage',
  'records',
];

/** The only file that may choose an implementation of the storage. */
const opener = 'main/service/service.ts';

/** Returns false if a file outside of the storage imports SQL or an implementation of the storage. */
function keepsToStorage({ from, to }: Import): boolean {
  if (within(from, storage)) return true;
  if (to === 'node:sqlite' || to === 'main/base/database/database.ts') return false;
  if (to === `${storage}/open-storage.ts`) return from === opener;
  return !within(to, storage) || interfaceFiles.some((name) => to === `${storage}/${name}.ts`);
}

test('the service imports only the storage interface, except in service.ts', async () => {
  const files = await sources('main/service');
  const found = files.flatMap((file) => importsOf(file, sourceOf(file)));
  expect(found.filter((one) => !keepsToStorage(one))).toEqual([]);
  expect(found.filter(({ to }) => to === `${storage}/open-storage.ts`).map(({ from }) => from)).toEqual([
    opener,
  ]);
});

test('the storage interface and records import only types', () => {
  const needed = [...interfaceFiles, 'objects'].flatMap((name) =>
    importsOf(`${storage}/${name}.ts`, sourceOf(`${storage}/${name}.ts`)),
  );
  expect(needed.every(({ typeOnly }) => typeOnly)).toBe(true);
  expect(needed.map(({ to }) => to).filter((to) => /sqlite|database|embedded|node:fs/.test(to))).toEqual([]);
});

test.each([
  ['main/service/mail/queue.ts', "import { DatabaseSync } from 'node:sqlite';"],
  ['main/service/people/people.ts', "import type { Database } from '../../base/database/database.ts';"],
  ['main/service/testingdist/send.ts', "import { findOrAddMember } from '../storage/sql/people.ts';"],
  ['main/service/service.ts', "import { openFolderObjects } from './storage/embedded/folder-objects.ts';"],
  ['main/service/build-server.ts', "import { openEmbeddedStorage } from './storage/open-storage.ts';"],
  ['main/service/build-server.ts', "const { x } = await import('./storage/embedded/sqlite.ts');"],
])('the import rule forbids an import in %s: %s', (file, source) => {
  const found = importsOf(file, source);
  expect(found).toHaveLength(1);
  expect(found.some(keepsToStorage)).toBe(false);
});
