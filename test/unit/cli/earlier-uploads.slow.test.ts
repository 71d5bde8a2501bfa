/** Later calls of `slipway upload` when an earlier call left uploads unfinished. */
import { describe, expect, test } from 'vitest';
import { startFaultProxy } from '../../contract/api/fault-proxy.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { writeApk } from './builds.ts';
import { runService, slipway, startSlipway } from './run-slipway.ts';

type Row = { readonly fileName: string; readonly state: string; readonly earlier?: true };

/** Starts an upload that receives no response, and ends the process with `signal`. */
async function interrupted(signal: NodeJS.Signals) {
  const { service, environment } = await runService();
  const proxy = await startFaultProxy(service.url);
  const [folder, dataDir] = [await temporaryFolder(), await temporaryFolder()];
  const own = ['--data-dir', dataDir];
  const through = { ...environment, SLIPWAY_BASE_URL: proxy.url };
  const first = ['upload', await writeApk(folder, 'first.apk', 1), '--activate', ...own];
  first.push('--email', 'ann@example.test');
  const reached = Promise.withResolvers<void>();
  const onReached = () => reached.resolve();
  proxy.fault(/^POST .*profiles$/, { kind: 'stall', side: 'request', after: 1_000, onReached });
  const running = startSlipway(first, through);
  await reached.promise;
  running.signal(signal);
  const ended = await running.ended;
  const second = ['upload', await writeApk(folder, 'second.apk', 2), ...own, '--json'];
  const sends = () => proxy.requests.filter((line) => line.endsWith('/send')).length;
  const run = async (words: readonly string[]) => {
    const { code, stdout, stderr } = await slipway(words, through);
    return { code, stderr, rows: stdout.startsWith('[') ? (JSON.parse(stdout) as readonly Row[]) : [] };
  };
  return { ended, first, second, own, sends, run };
}

describe('the uploads of a terminated command', () => {
  test('wait while a later command uploads another build', async () => {
    const { ended, first, second, own, sends, run } = await interrupted('SIGTERM');
    expect([ended.code, ended.stderr]).toEqual([130, expect.stringContaining('slipway queue resume')]);
    const { code, rows, stderr } = await run(second);
    expect([code, rows]).toMatchObject([0, [{ fileName: 'second.apk', state: 'done' }]]);
    expect([stderr.includes('first.apk'), sends()]).toEqual([false, 0]);
    const { rows: queue } = await run(['queue', '--json', ...own]);
    expect(queue).toMatchObject([{ fileName: 'first.apk', state: 'paused' }]);
    expect([(await run(first)).code, sends()]).toEqual([0, 1]);
  });
});

describe('the uploads of a killed command', () => {
  test('are listed before and after a later command continues them', async () => {
    const { second, run } = await interrupted('SIGKILL');
    const { code, rows, stderr } = await run(second);
    expect(code).toBe(0);
    expect(rows).toMatchObject([{ fileName: 'second.apk' }, { fileName: 'first.apk', earlier: true }]);
    expect(stderr).toMatch(/Also continuing an earlier upload .*\n.*first\.apk, to be activated and sent\n/);
    expect(stderr).toContain('Earlier upload Notes 1.2.0 (1) for Android: ');
  });

  test('stay in the queue with --only-these', async () => {
    const { second, own, sends, run } = await interrupted('SIGKILL');
    const { code, rows, stderr } = await run([...second, '--only-these']);
    expect([code, rows]).toMatchObject([0, [{ fileName: 'second.apk', state: 'done' }]]);
    expect([rows.length, stderr.includes('first.apk'), sends()]).toEqual([1, false, 0]);
    const { rows: queue } = await run(['queue', '--json', ...own]);
    expect(queue.map(({ fileName }) => fileName)).toEqual(['first.apk']);
  });
});
