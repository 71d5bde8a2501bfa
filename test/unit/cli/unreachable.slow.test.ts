/** `upload` and `watch` while the service is unreachable. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Failure } from '../../../main/base/failure.ts';
import { exitCodeFor } from '../../../main/cli/commands/upload/upload.ts';
import { limitNetworkWait } from '../../../main/cli/run/network-limit.ts';
import { toView } from '../../../main/uploads/record/view.ts';
import type { UploadView } from '../../../main/uploads/upload-view.ts';
import { startFaultProxy } from '../../contract/api/fault-proxy.ts';
import { createFakeClock } from '../../fakes/fake-clock.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { sampleRecord } from '../uploads/samples.ts';
import { writeApk } from './builds.ts';
import { slipwayHere } from './run-here.ts';
import { runService, startSlipway } from './run-slipway.ts';

/** Starts a service that is unreachable until `reconnect` is called. */
async function startUnreachable() {
  const { service, environment } = await runService();
  const before = await startFaultProxy(service.url);
  await before.stop();
  const port = Number(new URL(before.url).port);
  return {
    service,
    reachable: environment,
    environment: { ...environment, SLIPWAY_BASE_URL: before.url },
    reconnect: () => startFaultProxy(service.url, port),
  };
}

test('a build queued without a connection is uploaded by the next command', async () => {
  const { environment, reconnect } = await startUnreachable();
  const build = await writeApk(await temporaryFolder());
  const words = ['--data-dir', await temporaryFolder(), '--json'];
  const first = await slipwayHere(['upload', build, '--timeout', '5', ...words], environment);
  expect(first.stderr).toContain('Slipway tries again to sign in when it uploads the builds.');
  expect(first.stderr).toContain('or immediately when the network is back');
  expect(first.stderr).toContain('Not finished after 5 s (--timeout)');
  expect([first.code, JSON.parse(first.stdout)]).toMatchObject([
    1,
    [{ state: 'retrying', error: { code: 'api/connectionRefused' } }],
  ]);
  const proxy = await reconnect();
  const second = await slipwayHere(['upload', build, ...words], environment);
  expect([second.code, JSON.parse(second.stdout)]).toMatchObject([0, [{ state: 'done' }]]);
  expect(proxy.requests.filter((line) => /^POST .*profiles/.test(line))).toHaveLength(1);
});

test('an account from the environment is removed with its last upload', async () => {
  const { environment, reachable } = await startUnreachable();
  const [folder, dataDir] = [await temporaryFolder(), await temporaryFolder()];
  const run = (words: readonly string[], given = {}) =>
    slipwayHere([...words, '--data-dir', dataDir, '--json'], given);
  const build = await writeApk(folder);
  expect(await run(['upload', build, '--timeout', '2'], environment)).toMatchObject({ code: 1 });
  expect(JSON.parse((await run(['accounts'])).stdout)).toEqual([]);
  const [waiting] = JSON.parse((await run(['queue'])).stdout) as readonly { id: string; service: string }[];
  expect(waiting?.service).toBe(environment.SLIPWAY_BASE_URL);
  const table = await slipwayHere(['queue', '--data-dir', dataDir]);
  expect(table.stdout).toContain(environment.SLIPWAY_BASE_URL);

  const later = await run(['upload', await writeApk(folder, 'b.apk', 8)], reachable);
  expect([later.code, later.stderr]).toEqual([0, expect.not.stringContaining('Uploads are waiting')]);
  expect(later.stdout + later.stderr).not.toContain('earlier upload');
  expect(JSON.parse((await run(['accounts'])).stdout)).toEqual([]);
  await run(['queue', 'cancel', waiting?.id ?? '']);
  expect(await readFile(join(dataDir, 'settings.json'), 'utf8')).not.toContain('terminal-');
});

test('watch sends a build to a named member once the service is reachable', async () => {
  const { service, reachable, environment, reconnect } = await startUnreachable();
  const [folder, dataDir] = [await temporaryFolder(), await temporaryFolder()];
  const ben = await service.people.createMember({ email: 'ben@example.test', name: 'Ben' });
  const recipientOptions = ['--activate', '--member', String(ben.id)];
  const earlier = await writeApk(folder, 'earlier.apk', 6);
  const before = ['upload', earlier, ...recipientOptions, '--data-dir', await temporaryFolder()];
  expect(await slipwayHere(before, reachable)).toMatchObject({ code: 0 });
  const words = ['watch', folder, '--activate', '--member', 'Ben', '--data-dir', dataDir, '--json'];
  const watching = startSlipway(words, environment);
  await watching.until('stderr', 'Trying again in');
  await writeApk(folder);
  await reconnect();
  expect(JSON.parse(await watching.until('stdout', '\n'))).toMatchObject({
    ...{ state: 'done', recipients: { memberIds: [ben.id] }, package: { build: '7' } },
  });
  watching.signal('SIGINT');
  expect((await watching.ended).code).toBe(0);
});

test('watch with an unknown member does not save the folder', async () => {
  const { environment } = await runService();
  const [folder, dataDir] = [await temporaryFolder(), await temporaryFolder()];
  const words = ['watch', folder, '--activate', '--member', 'Nobody', '--data-dir', dataDir];
  expect(await slipwayHere(words, environment)).toMatchObject({ code: 2 });
  const list = await slipwayHere(['folders', 'list', '--json', '--data-dir', dataDir]);
  expect(JSON.parse(list.stdout)).toEqual([]);
});

const refused: Failure = { code: 'api/connectionRefused', message: 'Nothing.', remedy: 'check-network' };
const offline: Failure = { code: 'core/offline', message: 'No network.', remedy: 'check-network' };

function upload(changes: Partial<UploadView>): UploadView {
  return { ...toView(sampleRecord({}), null, null), ...changes };
}

test('upload gives up on long back-offs unless --timeout is set', () => {
  const clock = createFakeClock();
  const waiting = (seconds: number): UploadView =>
    upload({ state: 'retrying', failure: refused, retryAt: clock.now() + seconds * 1_000 });
  const { isGivenUp } = limitNetworkWait(false, () => {}, clock);
  expect([isGivenUp(waiting(32)), isGivenUp(waiting(60)), isGivenUp(upload({}))]).toEqual([
    false,
    true,
    false,
  ]);
  const busy: Failure = { code: 'api/busy', message: 'Busy.', remedy: 'wait' };
  expect(isGivenUp({ ...waiting(600), failure: busy })).toBe(false);
  expect(limitNetworkWait(true, () => {}, clock).isGivenUp(waiting(300))).toBe(false);
  expect(exitCodeFor([waiting(60)])).toBe(4);
});

test('upload without a network gives up after two minutes', async () => {
  const clock = createFakeClock();
  const blocked = upload({ state: 'queued', block: offline });
  let calls = 0;
  const networkLimit = limitNetworkWait(false, () => (calls += 1), clock);
  expect(networkLimit.isGivenUp(blocked)).toBe(false);
  await clock.advance(119_000);
  expect([networkLimit.isGivenUp(blocked), calls]).toEqual([false, 0]);
  await clock.advance(1_000);
  expect([networkLimit.isGivenUp(blocked), calls]).toEqual([true, 1]);
  expect(exitCodeFor([blocked])).toBe(4);
  networkLimit.isGivenUp(upload({ state: 'queued' }));
  expect(networkLimit.isGivenUp(blocked)).toBe(false);
  networkLimit.stop();
  expect(clock.pending()).toBe(0);
});
