/** What `upload` and `watch` do while the network keeps them from the service, from the first sign-in on. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Failure } from '../../../main/base/failure.ts';
import { exitCodeFor } from '../../../main/cli/commands/upload/upload.ts';
import { networkPatience } from '../../../main/cli/run/network-limit.ts';
import { toView } from '../../../main/uploads/record/view.ts';
import type { UploadView } from '../../../main/uploads/upload-view.ts';
import { startFaultProxy } from '../../contract/api/fault-proxy.ts';
import { createFakeClock } from '../../fakes/fake-clock.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { sampleRecord } from '../uploads/samples.ts';
import { writeApk } from './builds.ts';
import { slipwayHere } from './run-here.ts';
import { runService, startSlipway } from './run-slipway.ts';

/** A service that is out of reach until `mend`, and how often it was asked for a build since. */
async function outOfReach() {
  const { service, environment } = await runService();
  const before = await startFaultProxy(service.url);
  await before.stop();
  const port = Number(new URL(before.url).port);
  return {
    service,
    reachable: environment,
    environment: { ...environment, SLIPWAY_BASE_URL: before.url },
    mend: () => startFaultProxy(service.url, port),
  };
}

test('the first sign-in cannot reach the service: the build is queued, waited for as long as --timeout says, and sent by the next call', async () => {
  const { environment, mend } = await outOfReach();
  const build = await writeApk(await temporaryFolder());
  const words = ['--data-dir', await temporaryFolder(), '--json'];
  const first = await slipwayHere(['upload', build, '--timeout', '5', ...words], environment);
  expect(first.stderr).toContain('Signing in is tried again with the builds.');
  expect(first.stderr).toContain('or at once when the network is back');
  expect(first.stderr).toContain('Not done after 5 seconds (--timeout)');
  expect([first.code, JSON.parse(first.stdout)]).toMatchObject([
    1,
    [{ state: 'retrying', error: { code: 'api/connectionRefused' } }],
  ]);
  const proxy = await mend();
  const second = await slipwayHere(['upload', build, ...words], environment);
  expect([second.code, JSON.parse(second.stdout)]).toMatchObject([0, [{ state: 'done' }]]);
  expect(proxy.requests.filter((line) => /^POST .*profiles/.test(line))).toHaveLength(1);
});

test('an account of the environment is stored only as long as the queue needs it', async () => {
  const { environment, reachable } = await outOfReach();
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

test('a build that lands while the service cannot be asked who is to be told is uploaded and sent to them afterwards', async () => {
  const { service, reachable, environment, mend } = await outOfReach();
  const [folder, dataDir] = [await temporaryFolder(), await temporaryFolder()];
  const known = await service.people.createMember({ email: 'ben@example.test', name: 'Ben' });
  const told = ['--activate', '--member', String(known.id)];
  const earlier = await writeApk(folder, 'earlier.apk', 6);
  const before = ['upload', earlier, ...told, '--data-dir', await temporaryFolder()];
  expect(await slipwayHere(before, reachable)).toMatchObject({ code: 0 });
  const words = ['watch', folder, '--activate', '--member', 'Ben', '--data-dir', dataDir, '--json'];
  const watching = startSlipway(words, environment);
  await watching.until('stderr', 'Trying again in');
  await writeApk(folder);
  await mend();
  expect(JSON.parse(await watching.until('stdout', '\n'))).toMatchObject({
    ...{ state: 'done', recipients: { memberIds: [known.id] }, package: { build: '7' } },
  });
  watching.signal('SIGINT');
  expect((await watching.ended).code).toBe(0);
});

test('a folder whose watching could not begin for a name nobody has is not kept', async () => {
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

test('without --timeout, a service is waited for while it is tried often, and with it for longer', () => {
  const clock = createFakeClock();
  const waiting = (seconds: number): UploadView =>
    upload({ state: 'retrying', failure: refused, retryAt: clock.now() + seconds * 1_000 });
  const { isGivenUp } = networkPatience(false, () => {}, clock);
  expect([isGivenUp(waiting(32)), isGivenUp(waiting(60)), isGivenUp(upload({}))]).toEqual([
    false,
    true,
    false,
  ]);
  const busy: Failure = { code: 'api/busy', message: 'Busy.', remedy: 'wait' };
  expect(isGivenUp({ ...waiting(600), failure: busy })).toBe(false);
  expect(networkPatience(true, () => {}, clock).isGivenUp(waiting(300))).toBe(false);
  expect(exitCodeFor([waiting(60)])).toBe(4);
});

test('without --timeout, a computer without a network is waited for by minutes', async () => {
  const clock = createFakeClock();
  const held = upload({ state: 'queued', block: offline });
  let looks = 0;
  const patience = networkPatience(false, () => (looks += 1), clock);
  expect(patience.isGivenUp(held)).toBe(false);
  await clock.advance(119_000);
  expect([patience.isGivenUp(held), looks]).toEqual([false, 0]);
  await clock.advance(1_000);
  expect([patience.isGivenUp(held), looks]).toEqual([true, 1]);
  expect(exitCodeFor([held])).toBe(4);
  patience.isGivenUp(upload({ state: 'queued' }));
  expect(patience.isGivenUp(held)).toBe(false);
  patience.stop();
  expect(clock.pending()).toBe(0);
});
