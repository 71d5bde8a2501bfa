/** Commands retry transient errors: a busy service, dropped connections, lost and stale responses. */
import { describe, expect, test } from 'vitest';
import { type Fault, type FaultProxy, startFaultProxy } from '../../contract/api/fault-proxy.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { writeApk } from './builds.ts';
import { slipwayHere } from './run-here.ts';
import type { Ended } from './run-slipway.ts';
import { type RunningService, runService, startSlipway } from './run-slipway.ts';

const token = /^POST \/identity\/connect\/token$/;

const transientFaults: readonly (readonly [string, Fault])[] = [
  ['408', { kind: 'answer', status: 408 }],
  ['429', { kind: 'answer', status: 429, headers: { 'retry-after': '1' } }],
  ['503', { kind: 'answer', status: 503, headers: { 'retry-after': '1' } }],
  ['500', { kind: 'answer', status: 500, body: '<html>oops</html>' }],
  ['reset', { kind: 'reset', side: 'request', after: 0 }],
  ['cut', { kind: 'cut-after' }],
];

type World = {
  readonly service: RunningService['service'];
  readonly proxy: FaultProxy;
  readonly environment: Readonly<Record<string, string>>;
  /** Runs a command with `--json` and its own data folder. */
  run(...words: readonly string[]): Promise<Ended>;
};

async function startWorld(): Promise<World> {
  const { service, environment: direct } = await runService();
  const proxy = await startFaultProxy(service.url);
  const environment = { ...direct, SLIPWAY_BASE_URL: proxy.url };
  const dataDir = await temporaryFolder();
  return {
    ...{ service, proxy, environment },
    run: (...words) => slipwayHere([...words, '--data-dir', dataDir, '--json'], environment),
  };
}

/** Starts a world with one version of Notes, uploaded with `options`. */
async function withVersion(...options: readonly string[]): Promise<World & { readonly id: string }> {
  const world = await startWorld();
  const uploaded = await world.run('upload', await writeApk(await temporaryFolder()), ...options);
  const [{ target }] = JSON.parse(uploaded.stdout) as [{ target: { versionId: number } }];
  return { ...world, id: String(target.versionId) };
}

test.each(transientFaults)('upload retries the sign-in after a transient error: %s', async (_, fault) => {
  const { proxy, run } = await startWorld();
  proxy.fault(token, fault);
  const uploaded = await run('upload', await writeApk(await temporaryFolder()));
  expect([uploaded.code, uploaded.stderr]).toEqual([
    0,
    expect.stringMatching(/Trying again in |tries again to sign in when it uploads the builds\./),
  ]);
  expect(JSON.parse(uploaded.stdout)).toMatchObject([{ state: 'done' }]);
  expect(proxy.requests.filter((line) => token.test(line))).toHaveLength(2);
});

describe('a service that is busy for several seconds', () => {
  test.each([429, 503])('does not make upload fail after status %i without Retry-After', async (status) => {
    const { proxy, run } = await startWorld();
    proxy.fault(token, { kind: 'answer', status }, { times: 4 });
    const uploaded = await run('upload', await writeApk(await temporaryFolder()));
    expect([uploaded.code, JSON.parse(uploaded.stdout)]).toMatchObject([0, [{ state: 'done' }]]);
  });

  test.each([
    ['without recipients', []],
    ['with a recipient by name', ['--activate', '--member', 'Ben']],
  ])('does not stop watch %s', async (_, recipientOptions) => {
    const { service, proxy, environment } = await startWorld();
    await service.people.createMember({ email: 'ben@example.test', name: 'Ben' });
    proxy.fault(/./, { kind: 'answer', status: 503 }, { times: 5 });
    const [folder, dataDir] = [await temporaryFolder(), await temporaryFolder()];
    const words = ['watch', folder, ...recipientOptions, '--data-dir', dataDir, '--json'];
    const watching = startSlipway(words, environment);
    await watching.until('stderr', 'The service is busy');
    await writeApk(folder);
    expect(JSON.parse(await watching.until('stdout', '\n'))).toMatchObject({ state: 'done' });
    watching.signal('SIGINT');
    expect((await watching.ended).code).toBe(0);
  });
});

test('read and write commands wait for a busy service', async () => {
  const { proxy, run, id } = await withVersion();
  const busy: Fault = { kind: 'answer', status: 429, headers: { 'retry-after': '1' } };
  const down: Fault = { kind: 'answer', status: 503 };
  const commands: readonly (readonly [RegExp, Fault, readonly string[]])[] = [
    [/^GET .*\/testingdist\/profiles$/, busy, ['apps']],
    [/^GET .*\/testingdist\/profiles\/\d+$/, down, ['versions', 'Notes']],
    [/^POST .*\/activate$/, busy, ['activate', id]],
    [/^POST .*\/send$/, busy, ['send', id, '--email', 'ada@example.test']],
    [/^DELETE .*\/activate$/, down, ['deactivate', id]],
    [token, down, ['apps']],
  ];
  for (const [match, fault, words] of commands) {
    proxy.fault(match, fault);
    const result = await run(...words);
    expect([result.code, result.stderr], words.join(' ')).toEqual([
      0,
      expect.stringContaining('Trying again in '),
    ]);
  }
});

test('apps does not wait for a service that is busy for an hour', async () => {
  const { proxy, run } = await startWorld();
  proxy.fault(token, { kind: 'answer', status: 429, headers: { 'retry-after': '3600' } });
  const apps = await run('apps');
  expect([apps.code, JSON.parse(apps.stdout)]).toMatchObject([
    1,
    { error: { code: 'api/busy', message: expect.stringContaining('1\u00A0h') } },
  ]);
});

describe('a lost or stale response', () => {
  test.each<[Fault['kind']]>([['cut-after'], ['cut-before']])(
    'does not make the send command mail a recipient twice: %s',
    async (kind) => {
      const { service, proxy, run, id } = await withVersion('--activate');
      proxy.fault(/^POST .*\/send$/, { kind } as Fault);
      expect(await run('send', id, '--email', 'ada@example.test')).toMatchObject({ code: 0 });
      await service.idle();
      expect((await service.outbox.list()).map(({ to }) => to)).toEqual(['ada@example.test']);
    },
  );

  test.each([
    ['activate', 'POST', []],
    ['deactivate', 'DELETE', ['--activate']],
  ] as const)('makes %s retry, and fail if every response is stale', async (command, method, before) => {
    const { proxy, run, id } = await withVersion(...before);
    const [version] = JSON.parse((await run('versions', 'Notes')).stdout) as unknown[];
    const opposite: Fault = { kind: 'answer', status: 200, body: JSON.stringify(version) };
    const switching = new RegExp(`^${method} .*/activate$`);
    proxy.fault(switching, opposite, { times: 5 });
    const failed = await run(command, id);
    expect([failed.code, JSON.parse(failed.stdout)]).toMatchObject([
      1,
      { error: { code: 'core/activationUnchanged' } },
    ]);
    expect((await run(command, id)).code).toBe(0);
    proxy.fault(switching, opposite);
    const stale = await run(command, id);
    expect([stale.code, JSON.parse(stale.stdout)]).toMatchObject([0, { isActive: command === 'activate' }]);
  });
});
