/** Programs that Slipway starts inherit no secrets from its environment. */
import { existsSync } from 'node:fs';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { extractSecrets, withoutSecrets } from '../../../main/base/environment.ts';
import { rendererDir } from '../../../main/cli/paths.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { slipway, startSlipway } from './run-slipway.ts';

const secrets = {
  SLIPWAY_PASSWORD: 'hidden-1',
  SLIPWAY_CLIENT_SECRET: 'hidden-2',
  SLIPWAY_PROXY_PASSWORD: 'hidden-3',
  SLIPWAY_SMTP_PASSWORD: 'hidden-4',
  SLIPWAY_NEW_PASSWORD: 'hidden-5',
  SLIPWAY_PUSH_SERVER_KEY: 'hidden-6',
};
const others = { SLIPWAY_USER: 'ann', SLIPWAY_BASE_URL: 'https://example.org', DISPLAY: ':9' };

/** Writes a program that records its environment. */
async function recorder(folder: string, name: string): Promise<{ environment(): Promise<string> }> {
  const [program, record] = [join(folder, name), join(folder, `${name}.txt`)];
  await writeFile(program, `#!/bin/sh\nenv > '${record}.part'\nmv '${record}.part' '${record}'\n`);
  await chmod(program, 0o755);
  return { environment: () => readFile(record, 'utf8') };
}

const windows = process.platform === 'win32';

test.skipIf(windows)('the desktop application starts without secrets in its environment', async () => {
  const folder = await temporaryFolder();
  const electron = await recorder(folder, 'electron');
  const environment = { ...secrets, ...others, ELECTRON_OVERRIDE_DIST_PATH: folder };
  const started = await slipway(['start', '--data-dir', join(folder, 'data')], environment);
  expect(started.code, started.stderr).toBe(0);
  const seen = await electron.environment();
  expect(seen).toContain('SLIPWAY_USER=ann');
  expect(seen).not.toMatch(/hidden-/);
});

test.skipIf(process.platform !== 'linux' || !existsSync(join(rendererDir(), 'index.html')))(
  'the browser starts without secrets in its environment',
  async () => {
    const folder = await temporaryFolder();
    const opener = await recorder(folder, 'xdg-open');
    const environment = { ...secrets, ...others, PATH: `${folder}:${process.env['PATH']}` };
    const running = startSlipway(['web', '--data-dir', join(folder, 'data')], environment);
    const seen = await vi.waitFor(opener.environment, { timeout: 30_000 });
    expect(seen).toContain('SLIPWAY_USER=ann');
    expect(seen).not.toMatch(/hidden-/);
    running.signal('SIGINT');
    expect((await running.ended).code).toBe(0);
  },
);

test('withoutSecrets and extractSecrets remove secrets in any letter case', () => {
  const environment: NodeJS.ProcessEnv = {
    ...secrets,
    ...others,
    SLIPWAY_PUSH_ACCESS_TOKEN: 'hidden-7',
    slipway_password: 'hidden-8',
    PATH: '/bin',
    NPM_TOKEN: 'theirs',
  };
  const remaining = { ...others, PATH: '/bin', NPM_TOKEN: 'theirs' };
  expect(withoutSecrets(environment)).toEqual(remaining);
  expect(extractSecrets(environment)).toMatchObject({ ...secrets, ...remaining });
  expect(environment).toEqual(remaining);
});
