/** Configuration of the packages: `electron-builder.yml`, `package.json` and the files they name. */
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { frenchSpacing } from '../messages/spacing.ts';

const project = join(import.meta.dirname, '..', '..', '..');
const read = (...path: readonly string[]): Promise<string> => readFile(join(project, ...path), 'utf8');

const builderSchema = z.object({
  appId: z.string(),
  productName: z.string(),
  electronFuses: z.record(z.string(), z.boolean()),
  artifactBuildStarted: z.string(),
  toolsets: z.object({ appimage: z.string() }),
  mac: z.object({
    hardenedRuntime: z.boolean(),
    extendInfo: z.record(z.string(), z.string().nullable()),
    extraResources: z.array(z.object({ from: z.string(), to: z.string() })),
    fileAssociations: z.array(z.object({ ext: z.string() })),
    protocols: z.array(z.object({ schemes: z.array(z.string()) })),
  }),
  linux: z.object({
    icon: z.string(),
    maintainer: z.string(),
    executableName: z.string(),
    syncDesktopName: z.boolean(),
    executableArgs: z.array(z.string()).optional(),
    mimeTypes: z.array(z.string()).optional(),
    desktop: z.object({ entry: z.record(z.string(), z.string()) }),
  }),
});
const config: unknown = parse(await read('electron-builder.yml'));
const builder = builderSchema.parse(config);

const manifestSchema = z.object({
  productName: z.string(),
  desktopName: z.string(),
  author: z.string(),
  homepage: z.string(),
  scripts: z.record(z.string(), z.string()),
});
const manifest = manifestSchema.parse(JSON.parse(await read('package.json')));

test('packages disable the debugging and injection features of Electron', () => {
  expect(builder.electronFuses).toMatchObject({
    runAsNode: false,
    enableCookieEncryption: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    grantFileProtocolExtraPrivileges: false,
  });
  expect(builder.mac.hardenedRuntime).toBe(true);
});

describe('the identity of the application', () => {
  test('is the same in the package and at run time', async () => {
    expect(await read('main', 'shell', 'app.ts')).toContain(`setAppUserModelId('${builder.appId}')`);
  });

  test('has the names that Electron reads from package.json', () => {
    expect(manifest.productName).toBe(builder.productName);
    expect(manifest.desktopName).toBe(`${builder.linux.executableName}.desktop`);
    expect(builder.linux.syncDesktopName).toBe(true);
  });

  test('names an author, a home page and a maintainer with a real address', () => {
    expect(manifest).toMatchObject({
      author: 'The Slipway authors',
      homepage: expect.stringMatching(/^https:/),
    });
    // Debian requires a name and an address; mail to example.org is not delivered.
    expect(builder.linux.maintainer).toMatch(/^The Slipway authors <[\w.]+@[\w.]+>$/);
    expect(`${builder.linux.maintainer} ${manifest.homepage}`).not.toMatch(/example\.(org|com|net)/);
  });
});

describe('macOS packages', () => {
  test('request only the entitlement for just-in-time compilation', async () => {
    const entitlements = await read('assets', 'mac', 'entitlements.plist');
    expect([...entitlements.matchAll(/<key>(.+?)<\/key>/g)].map((match) => match[1])).toEqual([
      'com.apple.security.cs.allow-jit',
    ]);
  });

  /** Returns keys and texts of a file in Apple's strings format. */
  async function stringsOf(language: string): Promise<readonly (readonly [string, string])[]> {
    const text = await read('assets', 'mac', 'lproj', `${language}.lproj`, 'InfoPlist.strings');
    const pairs = [...text.matchAll(/^"(\w+)" = "([^"\\]+)";$/gm)].map(
      ([, key = '', value = '']) => [key, value] as const,
    );
    expect(text.trim().split('\n'), language).toHaveLength(pairs.length);
    return pairs;
  }

  const usages = Object.entries(builder.mac.extendInfo).filter(([key]) => key.endsWith('UsageDescription'));
  const reasons = usages.flatMap(([key, text]) => (text === null ? [] : [[key, text] as const]));
  const usageKeys = (names: readonly string[]) => names.map((name) => `NS${name}UsageDescription`);

  test('give a reason for each permission they request', () => {
    expect(reasons.map(([key]) => key)).toEqual(
      usageKeys([
        'LocalNetwork',
        'DesktopFolder',
        'DocumentsFolder',
        'DownloadsFolder',
        'NetworkVolumes',
        'RemovableVolumes',
      ]),
    );
  });

  test('remove the reasons for permissions that only Electron requests', () => {
    expect(usages.filter(([, text]) => text === null).map(([key]) => key)).toEqual(
      usageKeys(['Camera', 'Microphone', 'AudioCapture', 'BluetoothAlways', 'BluetoothPeripheral']),
    );
  });

  test('contain the reasons for permissions in four languages', async () => {
    expect(builder.mac.extraResources).toEqual([{ from: 'assets/mac/lproj', to: '.' }]);
    expect(await stringsOf('en')).toEqual(reasons);
    for (const language of ['de', 'fr', 'tr']) {
      const texts = await stringsOf(language);
      expect(texts.map(([key]) => key)).toEqual(reasons.map(([key]) => key));
      expect(texts.filter(([, text], index) => text === reasons[index]?.[1])).toEqual([]);
      if (language === 'fr') expect(texts.filter(([, text]) => !frenchSpacing(text))).toEqual([]);
    }
  });
});

test('macOS packages register only build files and the slipway: scheme', () => {
  expect(builder.mac.fileAssociations.map(({ ext }) => ext)).toEqual(['apk', 'ipa']);
  expect(builder.mac.protocols.flatMap(({ schemes }) => schemes)).toEqual(['slipway']);
});

describe('Linux packages', () => {
  test('register only build files and the slipway: scheme', async () => {
    expect(builder.linux.mimeTypes).toBeUndefined();
    expect(builder.linux.desktop.entry['MimeType']?.split(';')).toEqual([
      'application/vnd.android.package-archive',
      'application/x-ios-app',
      'x-scheme-handler/slipway',
      '',
    ]);
    expect(await read('assets', 'linux', 'slipway.xml')).toMatch(
      /<mime-type type="application\/x-ios-app">[\s\S]*<glob pattern="\*\.ipa"\/>/,
    );
  });

  test('contain every icon size that desktops request', async () => {
    const sizes = [16, 22, 24, 32, 48, 64, 128, 256, 512];
    const folder = join(project, builder.linux.icon);
    expect(builder.linux.icon).toBe('assets/linux/icons');
    expect((await readdir(folder)).sort()).toEqual(sizes.map((size) => `${size}x${size}.png`).sort());
    for (const size of sizes) {
      const picture = await readFile(join(folder, `${size}x${size}.png`));
      expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([size, size]);
    }
  });

  test('start an AppImage through the launcher, in the sandbox, without FUSE 2', () => {
    expect(builder.toolsets.appimage).toMatch(/^1\./);
    expect(builder.artifactBuildStarted).toBe('.config/linux-launchers.ts');
    expect(JSON.stringify(config)).not.toContain('no-sandbox');
    expect(builder.linux.executableArgs).toBeUndefined();
  });
});

const workflowSchema = z.object({
  jobs: z.record(
    z.string(),
    z.object({ steps: z.array(z.object({ run: z.string().optional() })).default([]) }),
  ),
});

describe('workflows', async () => {
  const names = (await readdir(join(project, '.github', 'workflows'))).filter((name) =>
    name.endsWith('.yml'),
  );
  const texts = await Promise.all(names.map((name) => read('.github', 'workflows', name)));
  const commands = texts
    .flatMap((text) => Object.values(workflowSchema.parse(parse(text)).jobs))
    .flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []))
    .join('\n');

  test('run only scripts that package.json defines', () => {
    const scripts = [...commands.matchAll(/\bnpm (?:run )?(?!audit\b|ci\b|run\b)([\w:]+)/g)].map(
      ([, script = '']) => script,
    );
    expect(scripts).toEqual(expect.arrayContaining(['test', 'test:slow', 'tool', 'package']));
    expect(scripts.filter((script) => !(script in manifest.scripts))).toEqual([]);
  });

  test('run only tools that tool.ts lists', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [join(project, '.config', 'tool.ts')]);
    const existing = [...stdout.matchAll(/^ {2}(\w+) /gm)].map(([, tool = '']) => tool);
    const tools = [...commands.matchAll(/\bnpm run tool -- (\w+)/g)].map(([, tool = '']) => tool);
    expect(tools).toContain('installers');
    expect(tools.filter((tool) => !existing.includes(tool))).toEqual([]);
  });
});
