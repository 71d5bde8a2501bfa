import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { buildSampleApk } from '../../fixtures/builds/sample-apk.ts';
import { slipway, startSlipway } from './run-slipway.ts';

/** Returns the command lines in the README that begin with `beginning`, without `slipway` and comments. */
async function readmeLines(beginning: string): Promise<readonly (readonly string[])[]> {
  const text = await readFile(resolve(import.meta.dirname, '../../../README.md'), 'utf8');
  const lines = [...text.matchAll(/^```\n([\s\S]*?)^```/gm)].flatMap(([, block = '']) => block.split('\n'));
  const commands = lines.filter((line) => line.startsWith(`slipway ${beginning}`));
  return commands.map((line) => line.replace(/ +#.*/, '').split(' ').slice(1));
}

describe('the README', () => {
  test('shows commands that upload from a build machine with a token', async () => {
    const [home, checkout] = [await temporaryFolder(), await temporaryFolder()];
    const environment = { HOME: home, XDG_CONFIG_HOME: '' };
    const served = startSlipway(['serve', '--no-ui', '--json'], environment);
    const { service } = JSON.parse(await served.until('stdout', '\n')) as { service: string };
    let token = '';
    for (const words of await readmeLines('service ')) {
      const { code, stdout } = await slipway(words, environment);
      expect([words, code]).toEqual([words, 0]);
      token = /^slw_\S+/m.exec(stdout)?.[0] ?? token;
    }
    const [upload = []] = await readmeLines('upload ');
    const app = join(checkout, upload.at(-1) ?? '');
    await mkdir(dirname(app), { recursive: true });
    const versions = { versionName: '1.0', versionCode: 1, minSdk: 26, targetSdk: 35, paddingBytes: 1_000 };
    await writeFile(app, buildSampleApk({ id: 'com.example.shop', label: 'Shop', ...versions }));
    const machine = {
      ...{
        HOME: await temporaryFolder(),
        XDG_CONFIG_HOME: '',
        SLIPWAY_BASE_URL: service,
        SLIPWAY_TOKEN: token,
      },
      ...{ INIT_CWD: checkout, npm_package_name: 'slipway' },
    };
    const { code, stdout } = await slipway(upload, machine);
    expect([code, JSON.parse(stdout)]).toMatchObject([0, [{ error: null, state: 'done' }]]);
    const outbox = await slipway(['service', 'outbox'], environment);
    for (const address of ['ann@example.org', 'client@example.org']) expect(outbox.stdout).toContain(address);
  });
});
