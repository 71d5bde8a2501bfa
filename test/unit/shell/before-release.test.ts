import { generateKeyPairSync, type KeyObject, verify } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { beforePack } from '../../../.config/before-release.ts';
import { afterPack, signFeeds } from '../../../.config/feed-key.ts';
import { builtFeedKey } from '../../../main/shell/updates/feed-signature.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

const project = join(import.meta.dirname, '..', '..', '..');
const names = [
  ...['APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD', 'APPLE_TEAM_ID'],
  ...['APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER', 'APPLE_KEYCHAIN_PROFILE'],
];

afterEach(() => vi.unstubAllEnvs());

/** Runs the packaging hook with only these variables set. */
function pack(given: readonly string[], electronPlatformName = 'darwin'): void {
  for (const name of names) vi.stubEnv(name, given.includes(name) ? 'something' : undefined);
  beforePack({ electronPlatformName });
}

test.each([[names.slice(0, 3)], [names.slice(3, 6)], [names.slice(6)], [names]])(
  'a macOS release with %j is packed',
  (given) => {
    expect(() => pack(given)).not.toThrow();
  },
);

test.each([[[]], [names.slice(0, 2)], [names.slice(1, 5)], [['APPLE_ID', 'APPLE_API_KEY']]])(
  'a macOS release with only %j fails and lists the missing variables',
  (given) => {
    expect(() => pack(given)).toThrow(
      /has to be notarised.*APPLE_ID.*; or APPLE_API_KEY.*; or APPLE_KEYCHAIN/,
    );
  },
);

test('a Windows release requires no Apple credentials', () => {
  expect(() => pack([], 'win32')).not.toThrow();
});

describe('a release for Linux', () => {
  const pem = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();

  test('contains the public key of its signed feed', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    vi.stubEnv('SLIPWAY_UPDATE_KEY', pem(privateKey));
    expect(() => pack([], 'linux')).not.toThrow();
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'resources'));
    await afterPack({ electronPlatformName: 'linux', appOutDir: folder });
    expect(await builtFeedKey(join(folder, 'resources'))).toBe(
      publicKey.export({ type: 'spki', format: 'pem' }),
    );
    await writeFile(join(folder, 'latest-linux-arm64.yml'), 'version: 2.0.0\n');
    await writeFile(join(folder, 'latest-mac.yml'), 'version: 2.0.0\n');
    expect(await signFeeds(folder, privateKey)).toEqual(['latest-linux-arm64.yml']);
    const signature = await readFile(join(folder, 'latest-linux-arm64.yml.sig'), 'utf8');
    const isValid = verify(
      null,
      Buffer.from('version: 2.0.0\n'),
      publicKey,
      Buffer.from(signature, 'base64'),
    );
    expect(isValid).toBe(true);
  });

  test('fails without an Ed25519 key for its feed', () => {
    vi.stubEnv('SLIPWAY_UPDATE_KEY', undefined);
    expect(() => pack([], 'linux')).toThrow(/SLIPWAY_UPDATE_KEY/);
    vi.stubEnv('SLIPWAY_UPDATE_KEY', pem(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey));
    expect(() => pack([], 'linux')).toThrow(/must be an Ed25519/);
  });
});

test('the release configuration runs before-release.ts and forces signing', async () => {
  const release = await readFile(join(project, '.config', 'release.yml'), 'utf8');
  expect(release).toMatch(/^beforePack: \.config\/before-release\.ts$/m);
  expect(release).toMatch(/^forceCodeSigning: true$/m);
});
