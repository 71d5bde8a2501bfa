import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importsOf, sourceOf } from '../structure/imports.ts';

const project = join(import.meta.dirname, '..', '..', '..');
const manifest = JSON.parse(await readFile(join(project, 'package.json'), 'utf8')) as {
  readonly engines: { readonly node: string };
  readonly scripts: Readonly<Record<string, string>>;
};

type Result = { readonly code: unknown; readonly stdout: string; readonly stderr: string };

/** Runs a file in a Node that says it is of another version. */
function asNode(version: string, ...words: readonly string[]): Promise<Result> {
  const pretend = `Object.defineProperty(process.versions, 'node', { value: '${version}' })`;
  const preload = `data:text/javascript,${encodeURIComponent(pretend)}`;
  return new Promise((resolve) => {
    execFile(process.execPath, ['--import', preload, ...words], (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

test.each([
  ['main', 'index.ts'],
  ['main', 'node-check.js'],
])('an old Node is told in one sentence which it has to be: %s/%s', async (...place) => {
  const file = join(project, ...place);
  for (const version of ['18.19.1', '20.20.2', '22.22.0', '23.11.0']) {
    const { code, stdout, stderr } = await asNode(version, file, 'apps');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^slipway: Slipway needs Node\.js 24 or newer, but .+\n$/);
    expect(stderr).toContain(version);
  }
  const { stdout } = await asNode('20.20.2', file, 'apps', '--json');
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'cli/oldNode' } });
  const help = await asNode('24.0.0', file, '--help');
  expect([help.code, help.stderr]).toEqual([0, '']);
});

test('the sentence names what the package asks for, and is said by everything that starts Slipway', async () => {
  const check = await readFile(join(project, 'main', 'node-check.js'), 'utf8');
  const needed = /^const needed = (\d+);$/m.exec(check)?.[1];
  expect(`>=${needed}`).toBe(manifest.engines.node);
  expect(manifest.scripts['slipway']).toBe('node main/node-check.js && node main/index.ts');
  // A builtin that an old Node lacks would end it before the check is reached.
  const files = [
    'main/index.ts',
    'main/shell/start/start-arguments.ts',
    'main/shell/system/debugging-switches.ts',
  ];
  const loaded = files.flatMap((file) => importsOf(file, sourceOf(file)).map(({ to }) => to));
  expect(loaded).toEqual([
    'main/node-check.js',
    'main/shell/start/start-arguments.ts',
    'main/shell/system/debugging-switches.ts',
    'main/shell/system/refuse-debugging.ts',
    'main/shell/app.ts',
    'main/cli/cli.ts',
    'node:path',
    'node:url',
  ]);
});
