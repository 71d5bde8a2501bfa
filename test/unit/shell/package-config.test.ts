import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { frenchSpacing } from '../messages/spacing.ts';

const project = join(import.meta.dirname, '..', '..', '..');
const packages = await readFile(join(project, 'electron-builder.yml'), 'utf8');

test.each([
  ['runAsNode', 'false'],
  ['enableCookieEncryption', 'false'],
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

test('the names Electron reads are the ones the packages bear', async () => {
  const manifest = JSON.parse(await readFile(join(project, 'package.json'), 'utf8')) as Record<
    string,
    unknown
  >;
  expect(manifest['productName']).toBe(/^productName: (.+)$/m.exec(packages)?.[1]);
  expect(manifest['desktopName']).toBe(`${/^ {2}executableName: (.+)$/m.exec(packages)?.[1]}.desktop`);
  expect(packages).toMatch(/^ {2}syncDesktopName: true$/m);
});

test('macOS grants the application nothing but its just-in-time compiler', async () => {
  const entitlements = await readFile(join(project, 'assets', 'mac', 'entitlements.plist'), 'utf8');
  expect([...entitlements.matchAll(/<key>(.+?)<\/key>/g)].map((match) => match[1])).toEqual([
    'com.apple.security.cs.allow-jit',
  ]);
});

test('a Debian package can say whose it is and where more is to be found', async () => {
  const manifest = JSON.parse(await readFile(join(project, 'package.json'), 'utf8')) as object;
  expect(manifest).toMatchObject({
    author: 'The Slipway authors',
    homepage: expect.stringMatching(/^https:/),
  });
  const maintainer = /^ {2}maintainer: (.+)$/m.exec(packages)?.[1];
  // Debian takes a name and an address, and nobody reads what is sent below example.org.
  expect(maintainer).toMatch(/^The Slipway authors <[\w.]+@[\w.]+>$/);
  expect(`${maintainer}${JSON.stringify(manifest)}`).not.toMatch(/example\.(org|com|net)/);
});

test('builds and Slipway’s own links are all that is taken, each named once', async () => {
  expect(packages).not.toMatch(/mimeTypes?:/);
  const types = [...packages.matchAll(/(application|x-scheme-handler)\/[\w.-]+/g)].map(([type]) => type);
  expect(types).toEqual([
    'application/vnd.android.package-archive',
    'application/x-ios-app',
    'x-scheme-handler/slipway',
  ]);
  const described = await readFile(join(project, 'assets', 'linux', 'slipway.xml'), 'utf8');
  expect(described).toMatch(/<mime-type type="application\/x-ios-app">[\s\S]*<glob pattern="\*\.ipa"\/>/);
});

test('every size of icon a Linux desktop asks for is there', async () => {
  const sizes = [16, 22, 24, 32, 48, 64, 128, 256, 512];
  const folder = join(project, 'assets', 'linux', 'icons');
  expect((await readdir(folder)).sort()).toEqual(sizes.map((size) => `${size}x${size}.png`).sort());
  for (const size of sizes) {
    const picture = await readFile(join(folder, `${size}x${size}.png`));
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([size, size]);
  }
  expect(packages).toMatch(/^ {2}icon: assets\/linux\/icons$/m);
});

test('an AppImage is started by Slipway’s own launcher, by a runtime that needs no FUSE 2', () => {
  expect(packages).toMatch(/^toolsets:\n {2}appimage: 1\./m);
  expect(packages).toMatch(/^artifactBuildStarted: \.config\/linux-launchers\.ts$/m);
  expect(packages).not.toContain('no-sandbox');
});

/** Keys and texts of a file of Apple's strings. */
async function stringsOf(language: string): Promise<readonly (readonly [string, string])[]> {
  const path = join(project, 'assets', 'mac', 'lproj', `${language}.lproj`, 'InfoPlist.strings');
  const text = await readFile(path, 'utf8');
  const pairs = [...text.matchAll(/^"(\w+)" = "([^"\\]+)";$/gm)].map(
    ([, key = '', said = '']) => [key, said] as const,
  );
  expect(text.trim().split('\n'), path).toHaveLength(pairs.length);
  return pairs;
}

test('macOS tells in four languages what Slipway asks its permissions for, and asks for no others', async () => {
  const usages = [...packages.matchAll(/^ +(NS\w+UsageDescription): (.+)$/gm)].map(
    ([, key = '', text = '']) => ({
      key,
      text,
    }),
  );
  const told = usages.filter(({ text }) => text !== 'null');
  expect(told.map(({ key }) => key)).toEqual(
    [
      'LocalNetwork',
      'DesktopFolder',
      'DocumentsFolder',
      'DownloadsFolder',
      'NetworkVolumes',
      'RemovableVolumes',
    ].map((place) => `NS${place}UsageDescription`),
  );
  const unasked = usages.filter(({ text }) => text === 'null').map(({ key }) => key);
  const needless = ['Camera', 'Microphone', 'AudioCapture', 'BluetoothAlways', 'BluetoothPeripheral'];
  expect(unasked).toEqual(needless.map((what) => `NS${what}UsageDescription`));
  expect(await stringsOf('en')).toEqual(told.map(({ key, text }) => [key, text]));
  for (const language of ['de', 'fr', 'tr']) {
    const texts = await stringsOf(language);
    expect(texts.map(([key]) => key)).toEqual(told.map(({ key }) => key));
    expect(texts.filter(([, text], at) => text === told[at]?.text)).toEqual([]);
    if (language === 'fr') expect(texts.filter(([, text]) => !frenchSpacing(text))).toEqual([]);
  }
  expect(packages).toMatch(/extraResources:\n +- from: assets\/mac\/lproj\n +to: \.\n/);
});

test('each script a workflow runs exists', async () => {
  const folder = join(project, '.github', 'workflows');
  const manifest = await readFile(join(project, 'package.json'), 'utf8');
  const { scripts } = JSON.parse(manifest) as { readonly scripts: Readonly<Record<string, string>> };
  const texts = await Promise.all(
    (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')),
  );
  const named = [...texts.join('\n').matchAll(/\bnpm (?:run )?(?!audit\b|ci\b|run\b)([\w:]+)/g)].map(
    ([, script = '']) => script,
  );
  expect(named).toEqual(expect.arrayContaining(['test', 'test:installers', 'package']));
  expect(named.filter((script) => !(script in scripts))).toEqual([]);
});
