import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { reply, serverOf } from '../api/api-world.ts';
import { writeApk } from './builds.ts';
import { slipwayHere } from './run-here.ts';
import { runService } from './run-slipway.ts';

const account = {
  SLIPWAY_USER: 'ann',
  SLIPWAY_CLIENT_ID: 'ci',
  SLIPWAY_PASSWORD: 'a password',
  SLIPWAY_CLIENT_SECRET: 'a secret',
};
const elsewhere = 'http://distribution.invalid';

/** Starts a proxy that rejects each sign-in and counts the attempts. */
async function refusingProxy(): Promise<{ readonly url: string; attempts(): number }> {
  let attempts = 0;
  const url = await serverOf((request, response) => {
    attempts += 1;
    request.resume();
    reply(response, 400, { error: 'invalid_grant' });
  });
  return { url, attempts: () => attempts };
}

test('commands warn about an unencrypted service before they sign in', async () => {
  const folder = await temporaryFolder();
  const proxy = await refusingProxy();
  const environment = {
    ...account,
    SLIPWAY_BASE_URL: elsewhere,
    HTTP_PROXY: proxy.url,
    http_proxy: proxy.url,
  };
  const build = await writeApk(folder);
  for (const words of [
    ['apps'],
    ['versions', '1'],
    ['activate', '1'],
    ['send', '1', '--email', 'ann@example.org'],
    ['upload', build],
    ['watch', folder],
  ]) {
    const given = [...words, '--json', '--data-dir', join(folder, 'data')];
    const before = proxy.attempts();
    const { code, stdout, stderr } = await slipwayHere(given, environment);
    const lines = stderr.split('\n').filter((line) => line !== '');
    expect(lines[0], words[0]).toMatch(/^Warning: connections to distribution\.invalid use http .*password/);
    expect(lines.filter((line) => line.startsWith('Warning'))).toHaveLength(1);
    // The warning is followed by the error of the rejected sign-in.
    expect(lines[1], words[0]).toMatch(/^slipway: /);
    expect([code, stdout.startsWith('{'), proxy.attempts() > before]).toEqual([3, true, true]);
    expect(stderr).not.toContain('a password');
  }
});

test('commands warn when only the sign-in address is unencrypted', async () => {
  const { url } = await refusingProxy();
  const addresses = { SLIPWAY_BASE_URL: 'https://api.invalid', SLIPWAY_AUTH_URL: elsewhere };
  const environment = { ...account, ...addresses, HTTP_PROXY: url, http_proxy: url };
  const { stderr } = await slipwayHere(['apps', '--data-dir', await temporaryFolder()], environment);
  expect(stderr).toMatch(/^Warning: connections to distribution\.invalid use http/);
});

test('commands do not warn about a local service or an https address', async () => {
  const { environment } = await runService();
  const here = await slipwayHere(['apps', '--data-dir', await temporaryFolder()], environment);
  expect([here.code, here.stderr]).toEqual([0, expect.not.stringContaining('Warning')]);
  const { url } = await refusingProxy();
  const proxies = { HTTPS_PROXY: url, https_proxy: url };
  const encrypted = { ...account, ...proxies, SLIPWAY_BASE_URL: 'https://distribution.invalid' };
  const there = await slipwayHere(['apps', '--data-dir', await temporaryFolder()], encrypted);
  expect(there.stderr).not.toContain('Warning');
});
