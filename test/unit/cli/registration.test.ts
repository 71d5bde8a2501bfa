import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startStatusService, validKey } from '../../fakes/status-service.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { slipwayHere } from './run-here.ts';

const signedApk = join(import.meta.dirname, '../../fixtures/signed.apk');

async function withService() {
  const google = await startStatusService();
  const dataDir = await temporaryFolder();
  const run = (words: readonly string[], key?: string) =>
    slipwayHere([...words, '--data-dir', dataDir], key === undefined ? {} : { SLIPWAY_GOOGLE_API_KEY: key });
  const set = (key: string) => run(['registration', 'set', '--address', google.url, '--json'], key);
  return { google, dataDir, path: signedApk, run, set };
}

test('registration set saves the key, and inspect sends one request a day', async () => {
  const { google, path, run, set } = await withService();
  const saved = await set(validKey);
  expect(JSON.parse(saved.stdout)).toEqual({ hasKey: true, address: google.url, failure: null });
  const first = await run(['inspect', path]);
  expect(first.stdout).toMatch(/installs +not on every device\n/);
  expect(first.stdout).toMatch(/registered +no\n/);
  expect(first.stdout).toMatch(/warning +Google lists no verified developer for this app/);
  const second = await run(['inspect', path, '--json']);
  expect(JSON.parse(second.stdout)).toMatchObject({
    registration: 'not-registered',
    installability: { kind: 'may-be-refused' },
  });
  expect(google.asked).toEqual(['dev.example.sample']);
});

test('registration remove deletes the key', async () => {
  const { dataDir, path, run, set } = await withService();
  await set(validKey);
  expect((await run(['registration'])).stdout).toMatch(/key +saved\n/);
  expect((await run(['registration', 'remove'])).stdout).toMatch(/key +none\n/);
  expect(await readFile(join(dataDir, 'secrets.json'), 'utf8')).not.toContain(validKey);
  expect((await run(['inspect', path])).stdout).toMatch(
    /registered +not known\. Phones in some countries may refuse/,
  );
});

test('registration set reports a refused key, and inspect still succeeds', async () => {
  const { path, run, set } = await withService();
  const refused = await set('AIzaWrongKey');
  expect(JSON.parse(refused.stdout)).toMatchObject({ failure: { code: 'registration/keyRefused' } });
  const { code, stderr } = await run(['inspect', path]);
  expect([code, stderr]).toEqual([0, expect.stringContaining('The key was refused by Google:')]);
});

test('a key in the environment is used and not stored', async () => {
  const { google, dataDir, path, run, set } = await withService();
  await set('AIzaWrongKey');
  const { stdout } = await run(['inspect', path, '--json'], validKey);
  expect(JSON.parse(stdout)).toMatchObject({ registration: 'not-registered' });
  expect(google.keys.at(-1)).toBe(validKey);
  expect(await readFile(join(dataDir, 'secrets.json'), 'utf8')).not.toContain(validKey);
});
