import { expect, test } from 'vitest';
import { startFaultProxy } from '../../contract/api/fault-proxy.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { writeApk } from './builds.ts';
import { slipwayHere } from './run-here.ts';
import { runService, slipway, startSlipway } from './run-slipway.ts';

async function setUp() {
  const running = await runService();
  const [dataDir, builds] = [await temporaryFolder(), await temporaryFolder()];
  const versionsThere = async (): Promise<
    readonly { readonly version: string; readonly isActive: boolean }[]
  > => {
    const { stdout } = await slipwayHere(['versions', 'notes', '--json'], running.environment);
    return JSON.parse(stdout);
  };
  const build = (versionCode: number) => writeApk(builds, `notes-${versionCode}.apk`, versionCode);
  return { ...running, dataDir, builds, build, versionsThere };
}

test('upload passes the build to the process that owns the data folder', async () => {
  const { environment, dataDir, builds, build, versionsThere } = await setUp();
  const watching = startSlipway(['watch', builds, '--data-dir', dataDir], environment);
  await watching.until('stderr', 'Watching ');
  // The watcher also finds this file, but it must be uploaded only once.
  const file = await build(1);
  const handed = await slipway(['upload', file, '--activate', '--data-dir', dataDir, '--json'], environment);
  expect(handed).toMatchObject({ code: 0 });
  expect(handed.stderr).toContain('Another Slipway is using the data folder and uploads the builds.');
  expect(JSON.parse(handed.stdout)).toMatchObject([{ path: file, target: { applicationName: 'Notes' } }]);
  expect(await versionsThere()).toMatchObject([{ version: '1.2.0', isActive: true }]);
  watching.signal('SIGINT');
  expect((await watching.ended).code).toBe(0);
});

test('a waiting upload takes over when the owner of the data folder exits', async () => {
  const { service, environment: direct, dataDir, build, versionsThere } = await setUp();
  const proxy = await startFaultProxy(service.url);
  const environment = { ...direct, SLIPWAY_BASE_URL: proxy.url };
  const [one, other] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  for (const { promise } of [one, other]) {
    proxy.fault(/^POST .*profiles/, { kind: 'hold', release: promise });
  }
  const [small, large] = [await build(1), await build(2)];
  const first = startSlipway(['upload', small, '--data-dir', dataDir], environment);
  await first.until('stdout', 'uploading');
  const second = startSlipway(['upload', large, '--data-dir', dataDir, '--json'], environment);
  await second.until('stderr', 'uploads the builds');
  await second.until('stderr', ': queued');
  one.resolve();
  expect((await first.ended).code).toBe(0);
  other.resolve();
  const ended = await second.ended;
  expect(ended).toMatchObject({ code: 0 });
  expect(JSON.parse(ended.stdout)).toMatchObject([{ path: large, state: 'done' }]);
  expect(await versionsThere()).toHaveLength(2);
});

test('upload fails when the owner of the data folder lacks the account', async () => {
  const { environment, dataDir, builds, build } = await setUp();
  const other = await runService();
  const file = await build(1);
  const watching = startSlipway(['watch', builds, '--data-dir', dataDir], environment);
  await watching.until('stderr', 'Watching ');
  const refused = await slipway(['upload', file, '--data-dir', dataDir], other.environment);
  expect(refused.code).toBe(5);
  expect(refused.stderr).toContain('does not have the account');
  watching.signal('SIGINT');
  expect((await watching.ended).stdout).not.toContain('notes-1.apk');
});
