import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { importsOf, sourceOf } from '../structure/imports.ts';

const project = join(import.meta.dirname, '..', '..', '..');
const manifest = JSON.parse(await readFile(join(project, 'package.json'), 'utf8')) as {
  readonly engines: { readonly node: string };
  readonly scripts: Readonly<Record<string, string>>;
};

type Result = { readonly code: unknown; readonly stdout: string; readonly stderr: string };

/** Returns a module for `--import` that makes Node report this version. */
function pretend(version: string): string {
  const code = `Object.defineProperty(process.versions, 'node', { value: '${version}' })`;
  return `data:text/javascript,${encodeURIComponent(code)}`;
}

function asNode(version: string, ...words: readonly string[]): Promise<Result> {
  return new Promise((resolve) => {
    execFile(process.execPath, ['--import', pretend(version), ...words], (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

test.skipIf(process.platform === 'darwin')('an old Node starts the Node that npm installed', async () => {
  const file = join(project, 'main', 'index.ts');
  const version = await asNode('20.20.2', file, '--version');
  expect(version).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
  // The old Node exits with the exit code of its child process.
  expect(await asNode('20.20.2', file, 'nonsense')).toMatchObject({ code: 2 });
});

test
  .skipIf(process.platform === 'win32' || process.platform === 'darwin')
  .each(['SIGINT', 'SIGTERM'] as const)(
  '%s to an old Node stops its child process cleanly',
  async (signal) => {
    const words = ['serve', '--data-dir', await temporaryFolder(), '--port', '0'];
    const old = spawn(process.execPath, [
      '--import',
      pretend('20.20.2'),
      join(project, 'main', 'index.ts'),
      ...words,
    ]);
    for await (const line of createInterface({ input: old.stdout })) if (/http:/.test(line)) break;
    old.kill(signal);
    const [code] = await once(old, 'exit');
    expect(code).toBe(0);
  },
);

test('the Node check reports the required version when Node is too old', async () => {
  const file = join(await temporaryFolder(), 'node-check.js');
  await copyFile(join(project, 'main', 'node-check.js'), file);
  await writeFile(join(file, '..', 'package.json'), '{ "type": "module" }');
  for (const version of ['18.19.1', '20.20.2', '22.22.0', '23.11.0']) {
    const { code, stdout, stderr } = await asNode(version, file, 'apps');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^slipway: Slipway needs Node\.js 24 or newer, but .+\n$/);
    expect(stderr).toContain(version);
    if (process.platform !== 'darwin') expect(stderr).toContain('Install Slipway again');
  }
  const { stdout } = await asNode('20.20.2', file, 'apps', '--json');
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'cli/oldNode' } });
  expect(await asNode('24.0.0', file)).toMatchObject({ code: 0, stderr: '' });
});

test('postinstall fails when the Node from npm is missing', async () => {
  const folder = await temporaryFolder();
  for (const name of ['package.json', 'main/node-check.js'])
    await cp(join(project, name), join(folder, name));
  const { postinstall = '' } = manifest.scripts;
  expect(postinstall).toBe('node main/node-check.js');
  const { code, stderr } = await asNode('22.22.0', join(folder, postinstall.replace('node ', '')));
  expect([code, stderr]).toEqual([1, expect.stringContaining('Slipway needs Node.js 24 or newer')]);
});

test('the Node check matches package.json and precedes all other imports', async () => {
  const check = await readFile(join(project, 'main', 'node-check.js'), 'utf8');
  const needed = /^const needed = (\d+);$/m.exec(check)?.[1];
  expect(`>=${needed}`).toBe(manifest.engines.node);
  expect(manifest.scripts['slipway']).toBe('node main/node-check.js && node main/index.ts');
  // If an imported file used features that an old Node lacks, loading would fail before the check.
  const files = [
    'main/index.ts',
    'main/base/heap-growth.ts',
    'main/cli/compile-cache.ts',
    'main/cli/paths.ts',
    'main/shell/start/start-arguments.ts',
    'main/shell/system/debugging-switches.ts',
  ];
  const loaded = files.flatMap((file) => importsOf(file, sourceOf(file)).map(({ to }) => to));
  expect(loaded).toEqual([
    'main/node-check.js',
    'main/base/heap-growth.ts',
    'main/cli/compile-cache.ts',
    'main/shell/start/start-arguments.ts',
    'main/shell/system/debugging-switches.ts',
    'main/shell/system/refuse-debugging.ts',
    'main/shell/app.ts',
    'main/cli/cli.ts',
    'node:v8',
    'node:module',
    'node:path',
    'main/cli/paths.ts',
    'node:fs',
    'node:path',
    'node:path',
    'node:url',
  ]);
});
