/** Automated checks of `test/manual.md`, in the double, and in a real Electron if possible. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, listenToShow, namesOf, serviceAccount } from './desktop-world.ts';
import { callMain, expect, onBoth, test } from './fixtures.ts';

test('a running Slipway opens links and queues files', onBoth, async ({ application }) => {
  const shown = await listenToShow(application);
  await application.call('openUrl', { url: 'slipway://settings' });
  await expect.poll(shown).toEqual([{ address: '#/settings' }]);
  await serviceAccount(application);
  await application.call('openFile', { path: await build(application) });
  await expect.poll(() => namesOf(application)).toEqual(['notes-1.apk']);
});

test('no secret is encrypted with the public default key on Linux', onBoth, async ({ application }) => {
  const started = await callMain(application.page, 'service.start', {});
  const failure = started.ok ? started.value.failure : started;
  const text = await readFile(join(application.userData, 'sealed-secrets.json'), 'utf8').catch(() => '{}');
  const sealed = Object.values(JSON.parse(text) as Record<string, string>);
  // Without a usable keyring, nothing may be stored and the error must be reported.
  if (failure === null) expect(sealed.length).toBeGreaterThan(0);
  else expect([failure.code, sealed]).toEqual(['shell/secretsUnavailable', []]);
  const tags = sealed.map((each) => Buffer.from(each, 'base64').toString('latin1', 0, 3));
  // `v10` marks the default key on Linux only.
  if (process.platform === 'linux') expect(tags.filter((tag) => tag === 'v10')).toEqual([]);
});

test('a page whose process crashes is reloaded', onBoth, async ({ application }) => {
  await application.call('crashPage', {});
  await expect.poll(application.output).toContain('The page ended unexpectedly');
  await expect
    .poll(async () => (await application.snapshot()).windows)
    .toMatchObject([{ visible: true, url: 'app://slipway/' }]);
});
