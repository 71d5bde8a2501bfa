import { expect, test } from 'vitest';
import { temporaryFolder } from '../fakes/temporary-folder.ts';
import { writeApk } from '../unit/cli/builds.ts';
import { runService, slipway, startSlipway } from '../unit/cli/run-slipway.ts';

const builds = 14;

/** What the program says of its work; it is killed as soon as it has said so. */
const moments = ['queued', 'uploading', 'done', 'uploading', 'done', 'uploading'];

test('killed again and again, every build is on the service once, active, and sent once', async () => {
  const { service, environment } = await runService();
  const [folder, dataDir] = [await temporaryFolder(), await temporaryFolder()];
  const words = [
    'watch',
    folder,
    '--activate',
    '--email',
    'ada@example.test',
    '--data-dir',
    dataDir,
    '--json',
  ];
  const start = () => startSlipway(words, environment);

  const first = start();
  await first.until('stderr', 'Watching ');
  for (let number = 1; number <= builds; number += 1) await writeApk(folder, `build-${number}.apk`, number);
  first.process.kill('SIGKILL');
  expect((await first.ended).code).toBeNull();

  for (const moment of moments) {
    const run = start();
    const over = await run.until('stderr', moment).then(
      () => false,
      () => true,
    );
    expect(over).toBe(false);
    run.process.kill('SIGKILL');
    await run.ended;
  }

  const last = start();
  await expect.poll(() => service.outbox.list(), { timeout: 60_000 }).toHaveLength(builds);
  const uploaded = await slipway(['versions', 'notes', '--data-dir', dataDir, '--json'], environment);
  const versions = JSON.parse(uploaded.stdout) as readonly { isActive: boolean; fileSize: number }[];
  expect(versions).toHaveLength(builds);
  expect(versions.every((version) => version.isActive)).toBe(true);
  last.process.kill('SIGINT');
  expect((await last.ended).code).toBe(0);
  await service.idle();
  expect(await service.outbox.list()).toHaveLength(builds);
}, 180_000);
