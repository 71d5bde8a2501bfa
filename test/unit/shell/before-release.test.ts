import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { beforePack } from '../../../.config/before-release.ts';

const project = join(import.meta.dirname, '..', '..', '..');
const names = [
  ...['APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD', 'APPLE_TEAM_ID'],
  ...['APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER', 'APPLE_KEYCHAIN_PROFILE'],
];

afterEach(() => vi.unstubAllEnvs());

/** Packs a release with just these variables set. */
function pack(given: readonly string[], electronPlatformName = 'darwin'): void {
  for (const name of names) vi.stubEnv(name, given.includes(name) ? 'something' : undefined);
  beforePack({ electronPlatformName });
}

test.each([[names.slice(0, 3)], [names.slice(3, 6)], [names.slice(6)], [names]])(
  'with %j a release for macOS can be notarised',
  (given) => {
    expect(() => pack(given)).not.toThrow();
  },
);

test.each([[[]], [names.slice(0, 2)], [names.slice(1, 5)], [['APPLE_ID', 'APPLE_API_KEY']]])(
  'with %j none is made, and what is missing is named',
  (given) => {
    expect(() => pack(given)).toThrow(
      /has to be notarised.*APPLE_ID.*; or APPLE_API_KEY.*; or APPLE_KEYCHAIN/,
    );
  },
);

test.each(['linux', 'win32'])('for %s nothing of Apple’s is asked for', (platform) => {
  expect(() => pack([], platform)).not.toThrow();
});

test('a release is asked for this, and is signed or not made', async () => {
  const release = await readFile(join(project, '.config', 'release.yml'), 'utf8');
  expect(release).toMatch(/^beforePack: \.config\/before-release\.ts$/m);
  expect(release).toMatch(/^forceCodeSigning: true$/m);
});
