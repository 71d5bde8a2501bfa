/** The permissions of a data folder under a permissive umask. */
import { statSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { expect, test, vi } from 'vitest';
import { hasModes } from '../../fakes/systems.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { writeApk } from './builds.ts';
import { runService, startSlipway } from './run-slipway.ts';

const wide = ['sh', '-c', 'umask 000; exec "$@"', 'sh'];

async function below(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return [folder, ...entries.map((entry) => join(entry.parentPath, entry.name))];
}

/** Returns the files that other users can access, as `path mode`. Omits files deleted during the scan. */
async function open(folder: string): Promise<readonly string[]> {
  const found = (await below(folder)).map((path) => ({
    path,
    mode: (statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o777,
  }));
  return found
    .filter(({ mode }) => (mode & 0o077) !== 0)
    .map(({ path, mode }) => `${relative(folder, path) || '.'} ${mode.toString(8)}`);
}

async function openAll(folder: string): Promise<void> {
  for (const path of await below(folder)) await chmod(path, (await stat(path)).isDirectory() ? 0o777 : 0o666);
}

const serve = async (dataDir: string) => {
  const running = startSlipway(['serve', '--no-ui', '--json', '--data-dir', dataDir], {}, { within: wide });
  await running.until('stdout', '\n');
  return {
    stop: async () => {
      running.signal('SIGINT');
      expect((await running.ended).code).toBe(0);
    },
  };
};

test.runIf(hasModes)('serve creates private files and repairs permissions at the next start', async () => {
  const folder = await temporaryFolder();
  const dataDir = join(folder, 'new', 'data');
  const first = await serve(dataDir);
  const upload = ['upload', await writeApk(folder), '--email', 'ann@example.org', '--activate'];
  const uploaded = await startSlipway([...upload, '--data-dir', dataDir], {}, { within: wide }).ended;
  expect(uploaded.code, uploaded.stderr).toBe(0);
  // The service writes its messages after its response.
  await vi.waitFor(async () => expect(await readdir(join(dataDir, 'service', 'outbox'))).toHaveLength(1), {
    timeout: 30_000,
  });
  const made = (await below(dataDir)).map((path) => relative(dataDir, path));
  expect(made).toEqual(
    expect.arrayContaining([
      'journal.db',
      'journal.db-wal',
      'settings.json',
      'secrets.json',
      ...['logs/slipway.log', 'service/service.db', 'service/service.db-wal', 'service/service.db-shm'],
    ]),
  );
  expect(made.some((path) => path.startsWith('service/blobs/'))).toBe(true);
  expect(await open(dataDir)).toEqual([]);
  await first.stop();

  await openAll(dataDir);
  expect(await open(dataDir)).toHaveLength((await below(dataDir)).length);
  const second = await serve(dataDir);
  expect(await open(dataDir)).toEqual([]);
  await second.stop();
});

test.runIf(hasModes)('a read-only command creates only private files', async () => {
  const { environment } = await runService();
  const dataDir = join(await temporaryFolder(), 'data');
  const asked = await startSlipway(['apps', '--data-dir', dataDir], environment, { within: wide }).ended;
  expect(asked.code, asked.stderr).toBe(0);
  expect(await open(dataDir)).toEqual([]);
});

test.runIf(hasModes)('other files in the data folder keep their permissions', async () => {
  const project = await temporaryFolder();
  await chmod(project, 0o755);
  await mkdir(join(project, 'source'));
  await writeFile(join(project, 'source', 'build.sh'), '#!/bin/sh\n');
  for (const path of ['source', 'source/build.sh']) await chmod(join(project, path), 0o755);
  const { stop } = await serve(project);
  await stop();
  expect(await open(project)).toEqual(['. 755', 'source 755', 'source/build.sh 755']);
  expect(await readFile(join(project, 'logs', 'slipway.log'), 'utf8')).not.toContain('Other users');
});
