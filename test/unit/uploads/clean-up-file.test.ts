import { createHash } from 'node:crypto';
import {
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fileStamp } from '../../../main/base/files/files.ts';
import { cleanUpFile, fileIdentity, type UploadedFile } from '../../../main/uploads/steps/clean-up-file.ts';
import { hasLinks } from '../../fakes/systems.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

const tools = {
  signal: new AbortController().signal,
  hash: async (path: string) =>
    createHash('sha256')
      .update(await readFile(path))
      .digest('hex'),
};
const remove = { kind: 'delete' } as const;
const to = (folder: string) => ({ kind: 'move', folder }) as const;
const names = async (folder: string): Promise<string[]> => (await readdir(folder)).sort();

async function uploaded(folder: string, text = 'the build'): Promise<UploadedFile> {
  const path = join(folder, 'app.apk');
  await writeFile(path, text);
  const stamp = await fileStamp(path);
  if (!stamp) throw new Error('the build was not written');
  return {
    path,
    stamp,
    identity: await fileIdentity(path),
    sha256: await tools.hash(path),
    uploadId: 'mark',
  };
}

async function testFolders(): Promise<{ readonly builds: string; readonly out: string }> {
  const folder = await temporaryFolder();
  const builds = join(folder, 'builds');
  await mkdir(builds);
  return { builds, out: join(folder, 'out') };
}

/** Returns a folder on a different disk from `than`; null if there is none. */
async function otherDisk(than: string): Promise<string | null> {
  const { dev } = await stat(than);
  for (const parent of ['/dev/shm', '/var/tmp']) {
    const found = await stat(parent).catch(() => null);
    if (!found || found.dev === dev) continue;
    const folder = await mkdtemp(join(parent, 'slipway-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    return folder;
  }
  return null;
}

test('deleting an uploaded file again reports that it is gone', async () => {
  const { builds } = await testFolders();
  const file = await uploaded(builds);
  expect(await cleanUpFile(file, remove, tools)).toEqual({ kind: 'deleted' });
  expect(await names(builds)).toEqual([]);
  expect(await cleanUpFile(file, remove, tools)).toEqual({ kind: 'gone' });
});

test('a different file of the same size and mtime is not moved or deleted', async () => {
  const { builds, out } = await testFolders();
  const file = await uploaded(builds);
  const other = join(builds, 'other');
  await link(file.path, other);
  await rm(file.path);
  await writeFile(file.path, 'A BUILD!!');
  const replaced = { ...file, stamp: (await fileStamp(file.path)) ?? file.stamp };
  expect(await cleanUpFile(replaced, remove, tools)).toEqual({ kind: 'replaced' });
  expect(await cleanUpFile(replaced, to(out), tools)).toEqual({ kind: 'replaced' });
  expect(await readFile(file.path, 'utf8')).toBe('A BUILD!!');
});

test('a file with a changed or unknown checksum is not moved or deleted', async () => {
  const { builds, out } = await testFolders();
  const file = await uploaded(builds);
  await expect(cleanUpFile({ ...file, sha256: null }, remove, tools)).resolves.toEqual({ kind: 'replaced' });
  await writeFile(file.path, 'The Build');
  await utimes(file.path, new Date(), file.stamp.mtimeMs / 1000);
  const stamp = (await fileStamp(file.path)) ?? file.stamp;
  expect(await cleanUpFile({ ...file, stamp }, remove, tools)).toEqual({ kind: 'replaced' });
  expect(await cleanUpFile({ ...file, stamp }, to(out), tools)).toEqual({ kind: 'replaced' });
  expect(await readFile(file.path, 'utf8')).toBe('The Build');
});

test('a moved file gets an unused name, and identical files are stored once', async () => {
  const { builds, out } = await testFolders();
  await mkdir(out);
  await writeFile(join(out, 'app.apk'), 'an earlier one');
  expect(await cleanUpFile(await uploaded(builds), to(out), tools)).toEqual({
    kind: 'moved',
    to: join(out, 'app (2).apk'),
  });
  expect(await cleanUpFile(await uploaded(builds), to(out), tools)).toEqual({
    kind: 'moved',
    to: join(out, 'app (2).apk'),
  });
  expect(await names(out)).toEqual(['app (2).apk', 'app.apk']);
  expect(await readFile(join(out, 'app.apk'), 'utf8')).toBe('an earlier one');
  expect(await names(builds)).toEqual([]);
});

test('a file already in the target folder is not moved', async () => {
  const { builds } = await testFolders();
  const file = await uploaded(builds);
  expect(await cleanUpFile(file, to(builds), tools)).toEqual({ kind: 'moved', to: file.path });
  expect(await names(builds)).toEqual(['app.apk']);
});

test.runIf(hasLinks)('a symlink is moved as a copy of its target', async () => {
  const { builds, out } = await testFolders();
  const real = await uploaded(out.replace(/out$/, ''));
  const path = join(builds, 'app.apk');
  await symlink(real.path, path);
  const file = { ...real, path };
  expect(await cleanUpFile(file, to(out), tools)).toEqual({ kind: 'moved', to: join(out, 'app.apk') });
  expect((await stat(join(out, 'app.apk'))).isFile()).toBe(true);
  expect(await readFile(join(out, 'app.apk'), 'utf8')).toBe('the build');
  expect(await names(builds)).toEqual([]);
  expect(await readFile(real.path, 'utf8')).toBe('the build');
});

test('a file moved to another disk keeps its mtime and leaves no part file', async (context) => {
  const { builds } = await testFolders();
  const disk = await otherDisk(builds);
  if (disk === null) return context.skip('There is no second disk.');
  const file = await uploaded(builds);
  const folder = join(disk, 'deep', 'out');
  expect(await cleanUpFile(file, to(folder), tools)).toEqual({ kind: 'moved', to: join(folder, 'app.apk') });
  const there = await fileStamp(join(folder, 'app.apk'));
  expect(Math.round(there?.mtimeMs ?? 0)).toBe(Math.round(file.stamp.mtimeMs));
  expect(await names(folder)).toEqual(['app.apk']);
  expect(await names(builds)).toEqual([]);
});

/** Files left behind by a crash at each step. */
const crashes: readonly {
  readonly name: string;
  readonly left: (file: UploadedFile, out: string) => Promise<void>;
}[] = [
  { name: 'before its first step', left: async () => {} },
  { name: 'after the hard link', left: (file, out) => link(file.path, join(out, 'app.apk')) },
  {
    name: 'after the source was set aside',
    left: async (file, out) => {
      await link(file.path, join(out, 'app.apk'));
      await rename(file.path, join(file.path, '..', '.mark.slipway-tidy'));
    },
  },
  { name: 'during a copy', left: (_, out) => writeFile(join(out, '.mark.slipway-part'), 'the b') },
  { name: 'after a copy', left: (_, out) => writeFile(join(out, 'app.apk'), 'the build') },
];

for (const { name, left } of crashes) {
  test(`a move interrupted ${name} completes with one whole file`, async () => {
    const { builds, out } = await testFolders();
    const disk = name.includes('copy') ? ((await otherDisk(builds)) ?? out) : out;
    await mkdir(disk, { recursive: true });
    const file = await uploaded(builds);
    await left(file, disk);
    expect(await cleanUpFile(file, to(disk), tools)).toEqual({ kind: 'moved', to: join(disk, 'app.apk') });
    expect(await readFile(join(disk, 'app.apk'), 'utf8')).toBe('the build');
    expect((await names(disk)).filter((each) => each.endsWith('.apk'))).toEqual(['app.apk']);
    expect(await names(builds)).toEqual([]);
  });
}

test('an interrupted deletion completes without deleting a new build', async () => {
  const { builds } = await testFolders();
  const file = await uploaded(builds);
  await rename(file.path, join(builds, '.mark.slipway-tidy'));
  await writeFile(file.path, 'the next build');
  expect(await cleanUpFile(file, remove, tools)).toEqual({ kind: 'deleted' });
  expect(await names(builds)).toEqual(['app.apk']);
});

test('a different build that was temporarily moved is restored', async () => {
  const { builds } = await testFolders();
  const file = await uploaded(builds);
  await rm(file.path);
  await writeFile(join(builds, '.mark.slipway-tidy'), 'another build');
  expect(await cleanUpFile(file, remove, tools)).toEqual({ kind: 'replaced' });
  expect(await readFile(file.path, 'utf8')).toBe('another build');
  expect(await names(builds)).toEqual(['app.apk']);
});

test('cleanUpFile rejects a move if the target folder cannot be created', async () => {
  const { builds, out } = await testFolders();
  await writeFile(out, 'a file');
  const file = await uploaded(builds);
  await expect(cleanUpFile(file, to(join(out, 'in-it')), tools)).rejects.toMatchObject({
    code: expect.stringMatching(/^file\//),
  });
  expect(await names(builds)).toEqual(['app.apk']);
});
