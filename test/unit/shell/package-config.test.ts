import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const project = join(import.meta.dirname, '..', '..', '..');
const packages = await readFile(join(project, 'electron-builder.yml'), 'utf8');

test.each([
  ['runAsNode', 'false'],
  ['enableCookieEncryption', 'true'],
  ['enableNodeOptionsEnvironmentVariable', 'false'],
  ['enableNodeCliInspectArguments', 'false'],
  ['enableEmbeddedAsarIntegrityValidation', 'true'],
  ['onlyLoadAppFromAsar', 'true'],
  ['grantFileProtocolExtraPrivileges', 'false'],
  ['hardenedRuntime', 'true'],
])('packages are built with %s: %s', (name, value) => {
  expect(packages).toMatch(new RegExp(`^ +${name}: ${value}$`, 'm'));
});

test('the identity of the application is the same in the package and while it runs', async () => {
  const shell = await readFile(join(project, 'main', 'shell', 'app.ts'), 'utf8');
  const id = /^appId: (.+)$/m.exec(packages)?.[1];
  expect(id).toBeDefined();
  expect(shell).toContain(`setAppUserModelId('${id}')`);
});

test('macOS grants the application nothing but its just-in-time compiler', async () => {
  const entitlements = await readFile(join(project, 'assets', 'mac', 'entitlements.plist'), 'utf8');
  expect([...entitlements.matchAll(/<key>(.+?)<\/key>/g)].map((match) => match[1])).toEqual([
    'com.apple.security.cs.allow-jit',
  ]);
});
