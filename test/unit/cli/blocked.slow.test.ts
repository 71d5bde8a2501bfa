/** `slipway upload` and `slipway watch` with a blocked account. */
import { expect, test } from 'vitest';
import { startFaultProxy } from '../../contract/api/fault-proxy.ts';
import type { Fault } from '../../fakes/fault-proxy.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { writeApk } from './builds.ts';
import { slipwayHere } from './run-here.ts';
import { runService, startSlipway } from './run-slipway.ts';

const problem = (status: number, title: string): Fault => ({
  kind: 'answer',
  status,
  headers: { 'content-type': 'application/problem+json' },
  body: JSON.stringify({ title, status }),
});

async function behindProxy(fault: Fault, times: number) {
  const { service, environment } = await runService();
  const proxy = await startFaultProxy(service.url);
  proxy.fault(/^POST .*profiles/, fault, { times });
  return { proxy, environment: { ...environment, SLIPWAY_BASE_URL: proxy.url } };
}

test.each([
  { what: 'a rejected sign-in', status: 401, title: 'The token is unknown', code: 3 },
  { what: 'a service with full storage', status: 507, title: 'The disk is full', code: 1 },
])('$what makes upload fail, and the next upload sends the build', async ({ status, title, code }) => {
  const { environment } = await behindProxy(problem(status, title), status === 401 ? 2 : 1);
  const [folder, dataDir] = [await temporaryFolder(), await temporaryFolder()];
  const path = await writeApk(folder);
  const run = () => slipwayHere(['upload', path, '--data-dir', dataDir, '--json'], environment);
  const first = await run();
  expect(first.code, first.stderr).toBe(code);
  expect(first.stderr).toContain(`${title}.`);
  expect(first.stderr).toContain('One build stays in the queue');
  expect(JSON.parse(first.stdout)).toMatchObject([{ state: 'queued', block: { code: expect.any(String) } }]);
  const second = await run();
  expect([second.code, JSON.parse(second.stdout)]).toMatchObject([0, [{ state: 'done', block: null }]]);
});

test('watch keeps running and reports once why uploads wait', async () => {
  const { environment } = await behindProxy(problem(507, 'The disk is full'), 99);
  const [folder, dataDir] = [await temporaryFolder(), await temporaryFolder()];
  for (const [index, name] of ['a.apk', 'b.apk'].entries()) await writeApk(folder, name, index + 1);
  const run = startSlipway(['watch', folder, '--existing', 'all', '--data-dir', dataDir], environment);
  const out = await run.until('stdout', 'Uploads are waiting.');
  expect(out).toContain('Slipway tries again at');
  run.signal('SIGINT');
  const ended = await run.ended;
  expect(ended.code, ended.stderr).toBe(0);
  expect(ended.stdout.split('Uploads are waiting.')).toHaveLength(2);
});
