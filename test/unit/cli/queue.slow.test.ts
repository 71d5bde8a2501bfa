import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { writeApk } from './builds.ts';
import { slipwayHere } from './run-here.ts';
import { runService, startSlipway } from './run-slipway.ts';

type Listed = { readonly id: string; readonly path: string; readonly state: string };

async function setUp() {
  const running = await runService();
  const [dataDir, builds] = [await temporaryFolder(), await temporaryFolder()];
  const run = (...words: readonly string[]) =>
    slipwayHere([...words, '--data-dir', dataDir], running.environment);
  const list = async (): Promise<readonly Listed[]> => JSON.parse((await run('queue', '--json')).stdout);
  return { ...running, dataDir, builds, run, list };
}

test('queue pauses, reorders and resumes the uploads of a running Slipway', async () => {
  const { service, environment, dataDir, builds, run, list } = await setUp();
  const watching = startSlipway(['watch', builds, '--activate', '--data-dir', dataDir], environment);
  await watching.until('stderr', 'Watching ');
  expect((await run('queue', 'pause')).stdout).toBe('The queue is paused.\n');
  const files = [await writeApk(builds, 'a.apk', 1), await writeApk(builds, 'b.apk', 2)];
  await expect.poll(list).toHaveLength(2);
  const [first, second] = await list();
  expect(second?.state).toBe('paused');

  await run('queue', 'move', second?.id ?? '', '--first');
  expect((await list()).map(({ id }) => id)).toEqual([second?.id, first?.id]);
  const cancelled = await run('queue', 'cancel', first?.id.slice(0, 8) ?? '');
  expect(cancelled).toMatchObject({ code: 0, stdout: expect.stringContaining('Cancelled') });

  await run('queue', 'resume');
  await expect.poll(list).toEqual([]);
  const uploaded = files.find((path) => path === second?.path);
  const history = JSON.parse((await run('history', '--state', 'done', '--json')).stdout);
  expect(history).toMatchObject({ total: 1, uploads: [{ path: uploaded, state: 'done' }] });

  const again = await run('queue', 'send-again', second?.id ?? '', '--email', 'ada@example.test');
  expect(again.code).toBe(0);
  await expect.poll(() => service.outbox.list()).toHaveLength(1);
  watching.signal('SIGINT');
  await watching.ended;
});

test('queue without a running Slipway changes the stored uploads', async () => {
  const { builds, run, list, service } = await setUp();
  const file = await writeApk(builds);
  await service.stop();
  expect((await run('upload', file, '--timeout', '1')).code).not.toBe(0);
  const [queued] = await list();
  expect(queued?.path).toBe(file);
  expect((await run('queue', 'cancel', queued?.id ?? '')).code).toBe(0);
  expect(await list()).toEqual([]);
  expect(await run('queue', 'cancel', 'ffff')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('There is no upload “ffff” on the list.'),
  });
  for (const words of [['approve'], ['reject']]) {
    expect((await run('queue', ...words, 'ffff')).stderr).toContain('There is no upload “ffff” on the list.');
  }
  const help = (await run('queue', '--help')).stdout;
  expect(help).toMatch(/approve[\s\S]*reject/);
  expect((await run('queue', 'move', 'ffff')).code).toBe(2);
  expect((await run('queue', 'pause')).code).toBe(0);
  expect((await run('queue')).stderr).toContain('The queue is paused.');
});

test('history export works with and without a running Slipway', async () => {
  const { environment, dataDir, builds, run } = await setUp();
  const file = await writeApk(builds);
  expect((await run('upload', file)).code).toBe(0);
  const csv = await run('history', 'export', '-');
  expect(csv.stdout.startsWith('\uFEFFid,state,file,path,')).toBe(true);
  expect(csv.stdout.split('\r\n')).toHaveLength(3);

  const watching = startSlipway(['watch', builds, '--data-dir', dataDir], environment);
  await watching.until('stderr', 'Watching ');
  const target = join(builds, 'history.json');
  expect((await run('history', 'export', target, '--search', 'NOTES 1.2')).code).toBe(0);
  expect(JSON.parse(await readFile(target, 'utf8'))).toMatchObject([{ file: 'notes.apk', state: 'done' }]);
  expect((await run('history', 'export', target, '--search', 'nothing like it')).code).toBe(0);
  expect(JSON.parse(await readFile(target, 'utf8'))).toEqual([]);
  const nowhere = await run('history', 'export', join(file, 'history.csv'));
  expect(nowhere.code).not.toBe(0);
  watching.signal('SIGINT');
  await watching.ended;

  expect((await run('history', '--since', 'yesterday')).code).toBe(2);
  expect((await run('history', '--state', 'lost')).code).toBe(2);
  expect((await run('history', '--limit', '0')).code).toBe(2);
  expect((await run('history', '--until', '2020-01-01')).stderr).toContain('No uploads match.');
});
