import { execFileSync, spawnSync } from 'node:child_process';
/** Contents, fuses and configuration of the package. Checks must also detect insecure variants of it. */
import { cp, readdir, readFile, readlink, symlink, writeFile } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import type { Configuration } from 'electron-builder';
import { parse } from 'plist';
import { createBuilder, type Rolldown } from 'vite';
import { z } from 'zod';
import { asUser } from '../installers/as-user.ts';
import { electronForLinux, missingTools } from '../installers/stubs.ts';
import { type BuiltPackage, buildInstallers, buildPackage } from './build-package.ts';
import { test as base, expect } from './fixtures.ts';
import { fusesAt, readAsar, readFuses } from './package-files.ts';
import { configurationWeaknesses, contentWeaknesses, fuseWeaknesses } from './weaknesses.ts';

const test = base.extend<{ readonly built: BuiltPackage }>({
  built: async ({ folder }, use) => use(await buildPackage(folder)),
});

const project = join(import.meta.dirname, '..', '..');

async function entitlementsOf({ mac }: Configuration): Promise<readonly string[]> {
  const text = await readFile(join(project, String(mac?.entitlements)), 'utf8');
  const entries = z.record(z.string(), z.unknown()).parse(parse(text));
  return Object.entries(entries).map(([name, on]) => (on === true ? name : `${name}: ${String(on)}`));
}

/** Returns the packages that the sources belong to, as `name@version`. */
async function packagesIn(sources: readonly string[], from: string): Promise<readonly string[]> {
  const folders = sources.flatMap((source) => {
    const path = resolve(from, source);
    const at = path.lastIndexOf(`${sep}node_modules${sep}`) + 'node_modules'.length + 2;
    const names = path.slice(at).split(sep);
    if (!path.includes(`${sep}node_modules${sep}`)) return [];
    return [path.slice(0, at) + names.slice(0, names[0]?.startsWith('@') ? 2 : 1).join(sep)];
  });
  return Promise.all(
    [...new Set(folders)].map(async (folder) => {
      const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Named;
      return `${manifest.name}@${manifest.version}`;
    }),
  );
}

type Named = { readonly name: string; readonly version: string };

/** Returns the packages in all source maps. The page's maps are not part of the build. */
async function packagesOfMaps(): Promise<readonly string[]> {
  const found: string[] = [];
  for (const part of ['main', 'preload', 'server']) {
    const folder = join(project, 'out', part);
    for (const name of (await readdir(folder)).filter((each) => each.endsWith('.map'))) {
      const { sources } = JSON.parse(await readFile(join(folder, name), 'utf8')) as { sources: string[] };
      found.push(...(await packagesIn(sources, folder)));
    }
  }
  const builder = await createBuilder({
    configFile: join(project, '.config', 'vite.config.ts'),
    logLevel: 'error',
    environments: { client: { build: { write: false, sourcemap: true } } },
  });
  const { client } = builder.environments;
  if (!client) throw new Error('The configuration builds no page');
  const built = (await builder.build(client)) as Rolldown.RolldownOutput;
  for (const part of built.output) {
    if (part.type !== 'chunk' || !part.map) continue;
    found.push(...(await packagesIn(part.map.sources, join(project, 'out', 'renderer', 'assets'))));
  }
  return [...new Set(found)].sort();
}

/** Returns the chunks that a chunk of the main process imports statically, with their own imports. */
async function staticImports(chunk: string, found = new Set<string>()): Promise<Set<string>> {
  const code = await readFile(join(project, 'out', 'main', chunk), 'utf8');
  for (const [, name = ''] of code.matchAll(/\bfrom\s*"\.\/([\w.-]+)"/g)) {
    if (found.has(name)) continue;
    await staticImports(name, found.add(name));
  }
  return found;
}

test('the program loads no command before it has checked the version of Node', async () => {
  expect([...(await staticImports('index.js'))].sort()).toEqual(['paths.js', 'start-arguments.js']);
});

test('packages.json lists each bundled package with version and licence', async () => {
  const text = await readFile(join(project, 'out', 'packages.json'), 'utf8');
  const listed = z
    .array(z.object({ name: z.string(), version: z.string(), license: z.string().min(1) }).strict())
    .parse(JSON.parse(text));
  // The bundler adds helpers of its own, which are in no source map.
  const ofBundler = ['rolldown', 'vite'];
  const names = listed.filter(({ name }) => !ofBundler.includes(name));
  expect(names.map(({ name, version }) => `${name}@${version}`).sort()).toEqual(await packagesOfMaps());
  for (const name of [...ofBundler, 'react', 'react-dom', 'fastify', 'zod']) {
    expect(listed).toContainEqual(expect.objectContaining({ name }));
  }
  const { stdout } = spawnSync(process.execPath, [join(project, 'out/main/index.js'), 'licenses']);
  const printed = stdout.toString();
  expect(printed).toBe(await readFile(join(project, 'out', 'licenses.txt'), 'utf8'));
  for (const { name, version, license } of listed)
    expect(printed).toContain(`${name} ${version} (${license})\n\n`);
  expect(printed).toContain('Copyright (c) Meta Platforms, Inc. and affiliates.');
});

test('the package contains only build output and sets the fuses', async ({ built }) => {
  const { program, archive, configuration } = built;
  expect(fuseWeaknesses(readFuses(program))).toEqual([]);
  const start = fusesAt(program);
  for (let index = start; index < start + 8; index += 1) {
    const weaker = Buffer.from(program);
    weaker[index] = (program[index] ?? 0) ^ 1;
    expect(fuseWeaknesses(readFuses(weaker))).toHaveLength(1);
  }

  const files = readAsar(archive);
  expect(files.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      'LICENSE',
      'assets/locales/de/main/errors.json',
      'assets/samples/field-notes.apk',
      'assets/samples/field-notes.ipa',
      'out/packages.json',
      'out/licenses.txt',
      'out/main/index.js',
      'out/preload/preload.cjs',
      'out/renderer/index.html',
    ]),
  );
  expect(contentWeaknesses(files)).toEqual([]);
  const [first] = files;
  if (!first) throw new Error('The archive is empty');
  for (const path of [
    'main/index.ts',
    'out/main/index.js.map',
    'test/e2e/user-actions.ts',
    'node_modules/zod/index.js',
    'out/renderer/assets/index.js.map',
    'out/main/secret.env',
    'out/server/postgres.js',
  ]) {
    expect(contentWeaknesses([...files, { ...first, path }])).toEqual([path]);
  }
  const changed = Buffer.from(archive);
  const inside = changed.lastIndexOf('contextBridge');
  changed.write('Bridge', inside);
  expect(contentWeaknesses(readAsar(changed))).toEqual(['out/preload/preload.cjs without its seal']);

  const entitlements = await entitlementsOf(configuration);
  expect(configurationWeaknesses(configuration, entitlements)).toEqual([]);
  for (const [weakness, changes] of weakerConfigurations(configuration)) {
    expect(configurationWeaknesses({ ...configuration, ...changes }, entitlements)).toEqual([weakness]);
  }
  expect(
    configurationWeaknesses(configuration, [
      ...entitlements,
      'com.apple.security.cs.disable-library-validation',
    ]),
  ).toEqual(['entitlements']);
});

function weakerConfigurations({
  mac,
  win,
  nsis,
  linux,
  electronFuses,
}: Configuration): readonly (readonly [string, Partial<Configuration>])[] {
  return [
    ['asar', { asar: false }],
    ['asarUnpack', { asarUnpack: ['out/**'] }],
    ['disableAsarIntegrity', { disableAsarIntegrity: true }],
    ['extraFiles', { extraFiles: ['main'] }],
    ['extraResources', { extraResources: ['main'] }],
    ['removePackageScripts', { removePackageScripts: false }],
    ['publish', { publish: { provider: 'generic', url: 'https://example.org' } }],
    ['electronDownload', { electronDownload: { mirror: 'https://example.org/' } }],
    ['protocols', { protocols: [{ name: 'Slipway', schemes: ['slipway', 'http'] }] }],
    ['fileAssociations', { fileAssociations: [{ ext: 'apk' }] }],
    ['win.fileAssociations', { win: { ...win, fileAssociations: [{ ext: 'apk' }] } }],
    ['mac.fileAssociations', { mac: { ...mac, fileAssociations: [{ ext: 'exe' }] } }],
    ['mac.target', { mac: { ...mac, target: 'pkg' } }],
    ['mac.hardenedRuntime', { mac: { ...mac, hardenedRuntime: false } }],
    ['mac.notarize', { mac: { ...mac, notarize: false } }],
    ['mac.identity', { mac: { ...mac, identity: null } }],
    ['mac.entitlements', { mac: { ...mac, entitlementsInherit: 'assets/mac/other.plist' } }],
    ['mac.extendInfo', { mac: { ...mac, extendInfo: { NSAppTransportSecurity: {} } } }],
    ['mac.extendInfo', { mac: { ...mac, extendInfo: { NSCameraUsageDescription: 'To see.' } } }],
    ['win.target', { win: { ...win, target: 'portable' } }],
    ['win.verifyUpdateCodeSignature', { win: { ...win, verifyUpdateCodeSignature: false } }],
    ['nsis.perMachine', { nsis: { ...nsis, perMachine: true } }],
    ['nsis.include', { nsis: { ...nsis, include: 'assets/installer.nsh' } }],
    ['nsis.buildUniversalInstaller', { nsis: { ...nsis, buildUniversalInstaller: true } }],
    ['nsis.artifactName', { nsis: { ...nsis, artifactName: 'Setup.exe' } }],
    ['linux.target', { linux: { ...linux, target: 'snap' } }],
    ['linux.executableArgs', { linux: { ...linux, executableArgs: ['--no-sandbox'] } }],
    ['electronFuses.runAsNode', { electronFuses: { ...electronFuses, runAsNode: true } }],
    [
      'electronFuses.onlyLoadAppFromAsar',
      { electronFuses: { ...electronFuses, onlyLoadAppFromAsar: false } },
    ],
  ];
}

test('the server command without out/server names the npm package to install', async ({ folder }) => {
  const parts = ['package.json', 'out/main', 'out/packages.json', 'assets/locales', 'main/node-check.js'];
  for (const part of parts) await cp(join(project, part), join(folder, part), { recursive: true });
  const { stderr, status } = spawnSync(
    process.execPath,
    [join(folder, 'out/main/index.js'), 'server', 'check'],
    {
      env: {
        ...process.env,
        SLIPWAY_DATABASE_URL: 'postgres://ada:secret@127.0.0.1:1/builds',
        SLIPWAY_DATA_FOLDER: join(folder, 'data'),
        SLIPWAY_PUBLIC_URL: 'https://builds.example.org',
      },
    },
  );
  expect(stderr.toString()).toContain('neither PostgreSQL nor S3');
  expect(status).toBe(1);
});

test('a package with weaker security settings is detected', async ({ folder }) => {
  const built = await buildPackage(folder, {
    electronFuses: { runAsNode: true, enableNodeCliInspectArguments: true },
    files: [{ from: 'main', to: 'main', filter: ['index.ts'] }],
    removePackageScripts: false,
  });
  expect(fuseWeaknesses(readFuses(built.program))).toEqual(
    expect.arrayContaining(['runAsNode', 'enableNodeCliInspectArguments']),
  );
  const found = contentWeaknesses(readAsar(built.archive));
  expect(found).toEqual(expect.arrayContaining(['main/index.ts', 'package.json: scripts']));
  expect(configurationWeaknesses(built.configuration, await entitlementsOf(built.configuration))).toEqual(
    expect.arrayContaining(['removePackageScripts', 'electronFuses.runAsNode']),
  );
});

test.describe('installers', () => {
  const missing = missingTools();
  test.skip(missing.length > 0, `It is built here once this is installed: ${missing.join(' ')}`);

  test('the Linux installers contain the program, icons and file associations', async ({ folder }) => {
    const { folder: built } = await buildInstallers(folder, 'linux', '7.8.9');
    const deb = join(built, 'slipway_7.8.9_amd64.deb');
    const root = join(folder, 'installed');
    execFileSync('dpkg-deb', ['--extract', deb, root]);
    const fields = execFileSync('dpkg-deb', ['--field', deb, 'Version', 'Section', 'Homepage']).toString();
    expect(fields).toBe('Version: 7.8.9\nSection: devel\nHomepage: https://slipway.app\n');
    const shared = join(root, 'usr', 'share');
    expect(await sizesOfIcons(shared)).toEqual(iconSizes);
    expect(await readFile(join(shared, 'doc', 'slipway', 'copyright'), 'utf8')).toContain('MIT License');
    const entry = await readFile(join(shared, 'applications', 'slipway.desktop'), 'utf8');
    expect([entryOf(entry, 'Exec'), entryOf(entry, 'MimeType')]).toEqual(['/opt/Slipway/slipway %U', types]);
    // Builds the MIME database from a copy, as the system does after an installation.
    const mime = join(shared, 'mime');
    execFileSync('cp', ['/usr/share/mime/packages/freedesktop.org.xml', join(mime, 'packages')]);
    execFileSync('update-mime-database', [mime]);
    const patterns = (await readFile(join(mime, 'globs2'), 'utf8')).split('\n');
    expect(patterns.filter((line) => /:\*\.(apk|ipa)$/.test(line))).toEqual([
      '50:application/x-ios-app:*.ipa',
      '50:application/vnd.android.package-archive:*.apk',
    ]);
    expect(spawnSync(...asUser(join(root, 'opt/Slipway/slipway'), '--version')).stdout.toString()).toBe(
      '7.8.9\n',
    );

    const appImage = join(built, 'Slipway-7.8.9.AppImage');
    const inside = join(folder, 'inside');
    execFileSync('unsquashfs', ['-quiet', '-no-progress', '-offset', '4096', '-dest', inside, appImage]);
    expect(await sizesOfIcons(join(inside, 'usr', 'share'))).toEqual(iconSizes);
    const ofAppImage = await readFile(join(inside, 'slipway.desktop'), 'utf8');
    expect([entryOf(ofAppImage, 'Exec'), entryOf(ofAppImage, 'MimeType')]).toEqual(['AppRun %U', types]);
    const launcher = await readFile(join(inside, 'AppRun'), 'utf8');
    expect(launcher).toBe(await readFile(join(project, 'assets', 'linux', 'AppRun'), 'utf8'));
    expect(launcher).not.toContain('no-sandbox');
    expect(spawnSync(...asUser(appImage, '--version')).stdout.toString()).toBe('7.8.9\n');
    for (const path of [join(shared, 'applications', 'slipway.desktop'), join(inside, 'slipway.desktop')]) {
      expect(spawnSync('desktop-file-validate', [path]).stdout.toString()).toBe('');
    }
  });

  test('an AppImage refuses to start without a sandbox', async ({ folder }) => {
    await symlink('/bin/false', join(folder, 'unshare'));
    await writeFile(join(folder, 'slipway'), '#!/bin/sh\necho started\n', { mode: 0o755 });
    for (const [language, words] of [
      ['C.UTF-8', 'Install the .deb package'],
      ['de_DE.UTF-8', 'Installieren Sie das .deb-Paket'],
      ['fr_FR.UTF-8', 'Installez le paquet .deb'],
      ['tr_TR.UTF-8', '.deb paketini kurun'],
    ] as const) {
      const start = (environment: Record<string, string>) =>
        spawnSync(...asUser(join(project, 'assets', 'linux', 'AppRun'), '--hidden'), {
          env: { APPDIR: folder, LC_ALL: language, ...environment },
        });
      const refused = start({ PATH: `${folder}:/bin:/usr/bin` });
      expect(refused.stderr.toString()).toContain(words);
      expect([refused.status, refused.stdout.toString()]).toEqual([1, '']);
      // If `unshare` is missing, AppRun starts the program and leaves the sandbox check to Chromium.
      expect(start({ PATH: join(folder, 'nothing') }).stdout.toString()).toBe('started\n');
    }
  });

  test('the macOS zip keeps symlinks and is signed after the fuses are set', async ({ folder }) => {
    const { folder: built, signed } = await buildInstallers(folder, 'mac', '7.8.9');
    execFileSync('unzip', ['-q', join(built, 'Slipway-7.8.9-mac.zip'), '-d', folder]);
    const contents = join(folder, 'Slipway.app', 'Contents');
    const framework = join(contents, 'Frameworks', 'Electron Framework.framework');
    expect(await readlink(join(framework, 'Versions', 'Current'))).toBe('A');
    expect(fuseWeaknesses(readFuses(await readFile(join(framework, 'Electron Framework'))))).toEqual([]);
    expect(contentWeaknesses(readAsar(await readFile(join(contents, 'Resources', 'app.asar'))))).toEqual([]);
    const info = parse(await readFile(join(contents, 'Info.plist'), 'utf8'));
    expect(info).toMatchObject({
      CFBundleIdentifier: 'app.slipway.desktop',
      CFBundleShortVersionString: '7.8.9',
      CFBundleURLTypes: [{ CFBundleURLSchemes: ['slipway'] }],
    });
    expect(await readFile(signed, 'utf8')).toMatch(/^--sign - .*--deep \S+Slipway\.app\n$/);
  });
});

const iconSizes = [16, 22, 24, 32, 48, 64, 128, 256, 512];
const types = 'application/vnd.android.package-archive;application/x-ios-app;x-scheme-handler/slipway;';

const entryOf = (entry: string, key: string): string | undefined =>
  new RegExp(`^${key}=(.*)$`, 'm').exec(entry)?.[1];

async function sizesOfIcons(shared: string): Promise<readonly number[]> {
  const hicolor = join(shared, 'icons', 'hicolor');
  const sizes = await Promise.all(
    (await readdir(hicolor)).map(async (name) => {
      const icon = await readFile(join(hicolor, name, 'apps', 'slipway.png'));
      expect(name).toBe(`${icon.readUInt32BE(16)}x${icon.readUInt32BE(20)}`);
      return icon.readUInt32BE(16);
    }),
  );
  return sizes.sort((one, other) => one - other);
}

/** Runs the packaging step of `npm run package` with an empty cache and no network. */
function runPackage(folder: string, ...parameters: readonly string[]) {
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(project, '.config', 'package.ts'), ...parameters, `-c.directories.output=${join(folder, 'dist')}`],
    {
      cwd: project,
      env: {
        ...{ PATH: process.env['PATH'], HOME: folder },
        ...{
          ELECTRON_MIRROR: 'http://127.0.0.1:1/',
          ELECTRON_BUILDER_BINARIES_MIRROR: 'http://127.0.0.1:1/',
        },
      },
    },
  );
  return { status, output: stderr.toString() };
}

test('packaging names a missing program or tool in one sentence', async ({ folder }) => {
  const without = runPackage(folder, '--linux', 'dir');
  expect(without.status).toBe(1);
  expect(without.output).toMatch(
    /^Slipway was not packaged: electron-v[\d.]+-linux-(x|arm)64\.zip could not be downloaded from 127\.0\.0\.1:1 \(.+\); .* ELECTRON_MIRROR, .*electronDist=FOLDER”\.\n$/,
  );
  const electronDist = join(folder, 'electron');
  await electronForLinux(electronDist);
  const withoutTool = runPackage(folder, '--linux', 'deb', '--x64', `-c.electronDist=${electronDist}`);
  expect(withoutTool.status).toBe(1);
  expect(withoutTool.output).toMatch(
    /^Slipway was not packaged: fpm-\S+ could not be downloaded from 127\.0\.0\.1:1 \(.+\); .* ELECTRON_BUILDER_BINARIES_MIRROR\.\n$/,
  );
});

test('a macOS release without notarisation is refused', async ({ folder }) => {
  const { status, output } = runPackage(folder, '--mac', 'dir', '--config', '.config/release.yml');
  expect(status).toBe(1);
  expect(output).toMatch(/^Slipway was not packaged: .*notarised.*APPLE_ID.*\.\n$/);
});
