import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { writeApk } from './builds.ts';
import { slipwayHere } from './run-here.ts';
import { runService, slipway, startSlipway } from './run-slipway.ts';

const slow = 90_000;

test(
  'a build is uploaded, activated and sent; then looked at, switched and sent again',
  async () => {
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
    const sent = await run('send', versionId, '--team', String(team.id), '--member', 'ben@example.test');
    expect([sent.code, sent.stderr]).toEqual([0, 'Notes 1.2.0 was sent to 1 team, 1 member.\n']);
    await service.idle();
    expect((await service.outbox.list()).map((message) => message.to).toSorted()).toEqual([
      'ada@example.test',
      'ben@example.test',
      'ben@example.test',
    ]);

    const unknown = await run('send', versionId, '--team', 'Nobody');
    expect([unknown.code, JSON.parse(unknown.stdout)]).toMatchObject([
      2,
      { error: { code: 'cli/unknownRecipient' } },
    ]);
    const outputs = [uploaded, apps, versions, sent, unknown].flatMap(({ stdout, stderr }) => [
      stdout,
      stderr,
    ]);
    const written = await contentOf(dataDir);
    for (const secret of secrets)
      expect([...outputs, ...written].some((text) => text.includes(secret))).toBe(false);
  },
  slow,
);

test(
  'a wrong password ends with 3, and nothing is queued',
  async () => {
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
  },
  slow,
);

test(
  'a service that is not there, or is no distribution service, ends with 4',
  async () => {
    const { environment } = await runService();
    const page = createServer((_, response) =>
      response.setHeader('content-type', 'text/html').end('<h1>Welcome</h1>'),
    );
    await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void page.close());
    const { port } = page.address() as AddressInfo;
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port: nobody } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    for (const wrong of [nobody, port]) {
      const result = await slipwayHere(['apps', '--data-dir', await temporaryFolder()], {
        ...environment,
        SLIPWAY_BASE_URL: `http://127.0.0.1:${wrong}`,
      });
      expect([result.code, result.stdout], result.stderr).toEqual([4, '']);
    }
  },
  slow,
);

test(
  'a missing file or one that is no build refuses the call before anything is sent',
  async () => {
    const { service, environment } = await runService();
    const [folder, dataDir] = [await temporaryFolder(), await temporaryFolder()];
    const good = await writeApk(folder);
    const broken = join(folder, 'broken.ipa');
    await writeFile(broken, (await readFile(good)).subarray(0, 20_000));
    for (const bad of [broken, join(folder, 'missing.apk')]) {
      const result = await slipwayHere(['upload', good, bad, '--data-dir', dataDir], environment);
      expect([result.code, result.stdout]).toEqual([1, '']);
      expect(result.stderr).toMatch(/^slipway: \S/);
    }
    expect(service.url).toBeTruthy();
    const apps = await slipwayHere(['apps', '--json', '--data-dir', dataDir], environment);
    expect(JSON.parse(apps.stdout)).toEqual([]);
  },
  slow,
);

test(
  'watch uploads what appears, stops cleanly, and goes on where it was',
  async () => {
    const { environment } = await runService();
    const [folder, dataDir] = [await temporaryFolder(), await temporaryFolder()];
    const words = ['watch', folder, '--activate', '--data-dir', dataDir, '--json'];
    const first = startSlipway(words, environment);
    await first.until('stderr', 'Watching ');
    await writeApk(folder, 'one.apk', 1);
    const lines = await first.until('stdout', '\n');
    expect(JSON.parse(lines)).toMatchObject({ fileName: 'one.apk', state: 'done' });
    first.process.kill('SIGINT');
    expect((await first.ended).code).toBe(0);

    await writeApk(folder, 'meanwhile.apk', 2);
    const second = startSlipway(words, environment);
    expect(JSON.parse(await second.until('stdout', '\n'))).toMatchObject({ fileName: 'meanwhile.apk' });
    await writeApk(folder, 'two.apk', 3);
    const both = await second.until('stdout', '"two.apk"');
    expect(both).not.toContain('"one.apk"');
    second.process.kill('SIGTERM');
    expect((await second.ended).code).toBe(0);
  },
  slow,
);

test(
  'a folder that is not there is refused',
  async () => {
    const { environment } = await runService();
    const [folder, dataDir] = [await temporaryFolder(), await temporaryFolder()];
    const result = await slipwayHere(
      ['watch', folder, '/nowhere/at/all', '--data-dir', dataDir],
      environment,
    );
    expect([result.code, result.stdout]).toEqual([1, '']);
    expect(result.stderr).toContain('/nowhere/at/all does not exist');
    // The folder before it is not watched on by whoever opens this data folder next.
    expect(JSON.parse(await readFile(join(dataDir, 'settings.json'), 'utf8'))).toMatchObject({
      folders: [{ path: folder, paused: true }],
    });
  },
  slow,
);

test(
  'a data folder belongs to one Slipway; asking a service goes on beside it',
  async () => {
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
    expect(apps.stderr).toBe('There are no applications yet. The first upload makes one.\n');
    expect(apps.code).toBe(0);
    const status = await slipwayHere(['service', 'status', '--data-dir', dataDir, '--json']);
    expect(JSON.parse(status.stdout)).toMatchObject({ running: true });
    owner.process.kill('SIGINT');
    expect((await owner.ended).code).toBe(0);
  },
  slow,
);

async function contentOf(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Promise.all(files.map((entry) => readFile(join(entry.parentPath, entry.name), 'latin1')));
}
