import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { serverOf } from '../api/api-world.ts';
import { writeApk } from './builds.ts';
import { slipwayHere } from './run-here.ts';
import { runService, slipway, startSlipway } from './run-slipway.ts';

test('commands upload, list, activate, deactivate and send a build', async () => {
  const { service, environment, secrets } = await runService();
  const team = await service.people.createTeam('QA');
  const member = await service.people.createMember({ email: 'ada@example.test', name: 'Ada' });
  await service.people.addToTeam(member.id, team.id);
  const [folder, dataDir] = [await temporaryFolder(), await temporaryFolder()];
  const run = (...words: readonly string[]) =>
    slipwayHere([...words, '--data-dir', dataDir, '--json'], environment);

  const options = ['--activate', '--email', 'Ben <ben@example.test>', '--data-dir', dataDir, '--json'];
  const uploaded = await slipway(['upload', await writeApk(folder), ...options], environment);
  expect([uploaded.code, uploaded.stderr]).toEqual([0, expect.stringContaining('done')]);
  const [upload] = JSON.parse(uploaded.stdout) as readonly {
    state: string;
    target: { versionId: number };
  }[];
  expect(upload).toMatchObject({ state: 'done', package: { id: 'org.example.notes' } });
  const versionId = String(upload?.target.versionId);

  const apps = await run('apps');
  expect(JSON.parse(apps.stdout)).toMatchObject([{ name: 'Notes' }]);
  const versions = await run('versions', 'notes');
  expect(JSON.parse(versions.stdout)).toMatchObject([{ id: Number(versionId), isActive: true }]);
  expect(JSON.parse((await run('deactivate', versionId)).stdout)).toMatchObject({ isActive: false });
  expect(JSON.parse((await run('activate', versionId)).stdout)).toMatchObject({ isActive: true });
  const sent = await run('send', versionId, '--team', String(team.id), '--email', 'ben@example.test');
  expect([sent.code, sent.stderr]).toEqual([
    0,
    expect.stringContaining('Notes 1.2.0 for 1 team, 1 address were not mailed.\n'),
  ]);
  await service.idle();
  expect((await service.outbox.list()).map((message) => message.to).toSorted()).toEqual([
    'ada@example.test',
    'ben@example.test',
    'ben@example.test',
  ]);

  const silent = await run('send', versionId, '--email', 'ben@example.test', '--silent');
  expect([silent.code, JSON.parse(silent.stdout)]).toMatchObject([
    1,
    { error: { code: 'core/noSilentSend' } },
  ]);

  const unknown = await run('send', versionId, '--team', 'Nobody');
  expect([unknown.code, JSON.parse(unknown.stdout)]).toMatchObject([
    2,
    { error: { code: 'cli/unknownRecipient' } },
  ]);
  const outputs = [uploaded, apps, versions, sent, unknown].flatMap(({ stdout, stderr }) => [stdout, stderr]);
  const written = await contentOf(dataDir);
  for (const secret of secrets)
    expect([...outputs, ...written].some((text) => text.includes(secret))).toBe(false);
});

test('upload with a wrong password exits with 3 and queues no build', async () => {
  const { environment } = await runService();
  const dataDir = await temporaryFolder();
  const result = await slipway(['upload', await writeApk(await temporaryFolder()), '--data-dir', dataDir], {
    ...environment,
    SLIPWAY_PASSWORD: 'quite wrong',
  });
  expect([result.code, result.stdout]).toEqual([3, '']);
  expect(result.stderr).toMatch(/^slipway: \S/);
  expect(result.stderr).not.toContain('quite wrong');
  expect(await readFile(join(dataDir, 'settings.json'), 'utf8')).not.toContain('terminal-');
});

test('apps exits with 4 when no distribution service responds', async () => {
  const { environment } = await runService();
  const page = await serverOf((_, response) => {
    response.setHeader('content-type', 'text/html').end('<h1>Welcome</h1>');
  });
  for (const wrong of ['http://127.0.0.1:1', page]) {
    const result = await slipwayHere(['apps', '--data-dir', await temporaryFolder()], {
      ...environment,
      SLIPWAY_BASE_URL: wrong,
    });
    expect([result.code, result.stdout], result.stderr).toEqual([4, '']);
  }
});

test('upload without --activate prints the state and no install link', async () => {
  const [folder, dataDir] = [await temporaryFolder(), await temporaryFolder()];
  const started = startSlipway(['serve', '--data-dir', dataDir]);
  await started.until('stderr', 'Ctrl-C');
  const path = await writeApk(folder);
  const quiet = await slipwayHere(['upload', path, '--data-dir', dataDir]);
  expect([quiet.code, quiet.stdout]).toEqual([0, expect.stringContaining('on the service, not active')]);
  const [, versionId = ''] = /“slipway activate (\d+)” activates it/.exec(quiet.stdout) ?? [];
  expect(quiet.stdout).not.toContain('http');
  const again = await slipwayHere(['upload', path, '--data-dir', dataDir, '--json']);
  expect(JSON.parse(again.stdout)).toMatchObject([
    { state: 'already-there', target: { versionId: Number(versionId), installLink: null } },
  ]);
  const loud = await slipwayHere(['upload', path, '--activate', '--data-dir', dataDir]);
  expect([loud.code, loud.stdout]).toEqual([0, expect.stringContaining('active · http')]);
  started.signal('SIGINT');
  await started.ended;
});

test('upload finds a team by name only on a service that lists its teams', async () => {
  const { service, environment } = await runService();
  const [folder, dataDir] = [await temporaryFolder(), await temporaryFolder()];
  const path = await writeApk(folder);
  const team = await service.people.createTeam('QA');
  const ada = await service.people.createMember({ email: 'ada@example.test' });
  await service.people.addToTeam(ada.id, team.id);
  const recipientOptions = ['--activate', '--team', 'qa', '--send-anyway', '--data-dir', dataDir];
  for (const mode of ['plain', 'link']) {
    const unknown = ['upload', path, '--activate', '--team', 'Field', '--data-dir', dataDir];
    const refused = await slipwayHere([...unknown, '--mode', mode], environment);
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining('no team “Field”. Known: QA.'),
    ]);
  }
  const fresh = await slipwayHere(['upload', path, ...recipientOptions], environment);
  expect([fresh.code, fresh.stdout]).toEqual([0, expect.stringContaining('active · not mailed to qa (1)')]);
  await service.idle();
  expect((await service.outbox.list()).map(({ to }) => to)).toEqual(['ada@example.test']);

  const url = await serverOf((request, response) => {
    request.resume();
    response.setHeader('content-type', 'application/json');
    const isSignIn = request.url === '/identity/connect/token';
    if (isSignIn) response.end('{"access_token":"t","expires_in":72000,"token_type":"Bearer"}');
    else if (request.url === '/api/v3/testingdist/profiles') response.end('[]');
    else response.writeHead(404).end();
  });
  const foreign = { ...environment, SLIPWAY_BASE_URL: url };
  for (const [option, what] of [
    ['--team', 'team'],
    ['--member', 'member'],
  ]) {
    const words = ['upload', path, '--activate', String(option), 'QA', '--data-dir', dataDir];
    const elsewhere = await slipwayHere(words, foreign);
    expect([elsewhere.code, elsewhere.stdout]).toEqual([2, '']);
    expect(elsewhere.stderr).toContain(`Slipway has no ${what} “QA”`);
    expect(elsewhere.stderr).toContain(`Use the number of the ${what}, or addresses with --email.`);
  }

  const own = ['--data-dir', await temporaryFolder()];
  const started = startSlipway(['serve', ...own]);
  await started.until('stderr', 'Ctrl-C');
  const upload = ['upload', path, '--activate', '--team', 'QA', ...own];
  const before = await slipwayHere(upload);
  expect([before.code, before.stderr]).toEqual([
    2,
    expect.stringContaining('“slipway service people add-team” adds one'),
  ]);
  const people = ['service', 'people', ...own];
  expect(await slipwayHere([...people, 'add-team', 'QA'])).toMatchObject({ code: 0 });
  const member = [...people, 'add-member', 'ada@example.test', '--team', 'QA'];
  expect(await slipwayHere(member)).toMatchObject({ code: 0 });
  expect(await slipwayHere(upload)).toMatchObject({ code: 0 });
  started.signal('SIGINT');
  await started.ended;
});

test('watch reports its rule, incomplete files and finished uploads', async () => {
  const { environment } = await runService();
  const [folder, dataDir] = [await temporaryFolder(), await temporaryFolder()];
  const watching = startSlipway(['watch', folder, '--activate', '--data-dir', dataDir], environment);
  const begun = await watching.until('stderr', 'Stop with Ctrl-C');
  expect(begun).toContain('Every new .apk and .ipa file in it and below it is uploaded and activated');
  expect(begun).toContain('Existing builds are skipped (--existing all includes them)');
  const whole = await readFile(await writeApk(await temporaryFolder()));
  await writeFile(join(folder, 'half.apk'), whole.subarray(0, 20_000));
  await watching.until('stderr', 'half.apk: The file is not complete yet');
  await writeFile(join(folder, 'half.apk'), whole);
  await watching.until('stdout', 'done');
  await watching.until('stdout', 'Notes 1.2.0 (7) for Android: active');
  watching.signal('SIGINT');
  expect((await watching.ended).code).toBe(0);
});

test('upload waits for a busy service until --timeout', async () => {
  let isOpen = true;
  const url = await serverOf((request, response) => {
    request.resume();
    const token = request.url === '/identity/connect/token' && isOpen;
    if (token) response.setHeader('content-type', 'application/json');
    else response.writeHead(503, { 'retry-after': '3600' });
    response.end(token ? '{"access_token":"token-1","expires_in":72000,"token_type":"Bearer"}' : '');
  });
  const environment = {
    SLIPWAY_BASE_URL: url,
    ...{ SLIPWAY_USER: 'ada', SLIPWAY_CLIENT_ID: 'ci' },
    ...{ SLIPWAY_PASSWORD: 'a-password', SLIPWAY_CLIENT_SECRET: 'a-secret' },
  };
  const dataDir = await temporaryFolder();
  const path = await writeApk(await temporaryFolder());
  const run = (seconds: string) =>
    slipwayHere(['upload', path, '--timeout', seconds, '--data-dir', dataDir, '--json'], environment);
  const busyUpload = await run('10');
  expect([busyUpload.code, JSON.parse(busyUpload.stdout)]).toMatchObject([1, [{ path, state: 'retrying' }]]);
  expect(busyUpload.stderr).toContain('trying again at');
  expect(busyUpload.stderr).toContain('in 1\u00A0h');
  expect(busyUpload.stderr).toContain('Not finished after 10 s (--timeout)');
  isOpen = false;
  const busySignIn = await run('2');
  expect([busySignIn.code, JSON.parse(busySignIn.stdout)]).toMatchObject([1, { error: expect.anything() }]);
  const wrong = await slipwayHere(['upload', path, '--timeout', '0']);
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('whole seconds from 1')]);
});

test('commands suggest the next step when no history or account exists', async () => {
  const dataDir = ['--data-dir', await temporaryFolder()];
  const empty = await slipwayHere(['history', ...dataDir]);
  expect([empty.code, empty.stderr]).toEqual([0, 'Nothing has been uploaded yet.\n']);
  const none = await slipwayHere(['history', '--search', 'notes', ...dataDir]);
  expect([none.code, none.stderr]).toEqual([0, 'No uploads match.\n']);
  const path = await writeApk(await temporaryFolder());
  for (const words of [['upload', path], ['apps'], ['watch', dataDir[1] ?? '']]) {
    const { code, stderr } = await slipwayHere([...words, ...dataDir]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('run “slipway serve” in another terminal')]);
    expect(stderr).toContain('SLIPWAY_CLIENT_SECRET');
  }
});

test('a data folder in use blocks upload but not read-only commands', async () => {
  const { environment } = await runService();
  const dataDir = await temporaryFolder();
  const owner = startSlipway(['serve', '--no-ui', '--data-dir', dataDir]);
  await owner.until('stdout', 'Service: ');
  const upload = await slipwayHere(
    ['upload', await writeApk(await temporaryFolder()), '--data-dir', dataDir],
    environment,
  );
  expect([upload.code, upload.stderr]).toEqual([5, expect.stringContaining('Another Slipway')]);
  const taken = new URL(environment.SLIPWAY_BASE_URL ?? '').port;
  const second = await slipwayHere([
    ...['serve', '--no-ui', '--port', taken],
    ...['--data-dir', await temporaryFolder()],
  ]);
  expect([second.code, second.stderr]).toEqual([1, expect.stringContaining(`port ${taken}`)]);
  const apps = await slipwayHere(['apps', '--data-dir', dataDir], environment);
  expect(apps.stderr).toBe('There are no apps yet. The first upload creates one.\n');
  expect(apps.code).toBe(0);
  const status = await slipwayHere(['service', 'status', '--data-dir', dataDir, '--json']);
  expect(JSON.parse(status.stdout)).toMatchObject({ running: true });
  owner.signal('SIGINT');
  expect((await owner.ended).code).toBe(0);
});

async function contentOf(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Promise.all(files.map((entry) => readFile(join(entry.parentPath, entry.name), 'latin1')));
}
