/** The package as it ships: what is in it, how its program is set, what it is built with. Weaker copies are found out. */
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import type { Configuration } from 'electron-builder';
import { parse } from 'plist';
import { createBuilder, type Rolldown } from 'vite';
import { z } from 'zod';
import { type BuiltPackage, buildPackage } from './build-package.ts';
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

/** The packages whose files a source map names, as `name@version`. */
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

/** What the maps of the built program name, and those of the page built once more with maps. */
async function packagesOfMaps(): Promise<readonly string[]> {
  const found: string[] = [];
  for (const part of ['main', 'preload']) {
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

test('each package that is bundled is listed with version and licence, and no other', async () => {
  const text = await readFile(join(project, 'out', 'packages.json'), 'utf8');
  const listed = z
    .array(z.object({ name: z.string(), version: z.string(), license: z.string().min(1) }).strict())
    .parse(JSON.parse(text));
  // The bundler's own code stands in no map.
  const ofBundler = ['rolldown', 'vite'];
  const names = listed.filter(({ name }) => !ofBundler.includes(name));
  expect(names.map(({ name, version }) => `${name}@${version}`).sort()).toEqual(await packagesOfMaps());
  for (const name of [...ofBundler, 'react', 'react-dom', 'fastify', 'zod']) {
    expect(listed).toContainEqual(expect.objectContaining({ name }));
  }
});

test('the package holds only what was built, sealed, in a program whose fuses are set', async ({ built }) => {
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
      'out/packages.json',
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
    'test/e2e/person.ts',
    'node_modules/zod/index.js',
    'out/renderer/assets/index.js.map',
    'out/main/secret.env',
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
    ['fileAssociations', { fileAssociations: [{ ext: 'exe' }] }],
    ['mac.target', { mac: { ...mac, target: 'pkg' } }],
    ['mac.hardenedRuntime', { mac: { ...mac, hardenedRuntime: false } }],
    ['mac.notarize', { mac: { ...mac, notarize: false } }],
    ['mac.identity', { mac: { ...mac, identity: null } }],
    ['mac.entitlements', { mac: { ...mac, entitlementsInherit: 'assets/mac/other.plist' } }],
    ['mac.extendInfo', { mac: { ...mac, extendInfo: { NSAppTransportSecurity: {} } } }],
    ['win.target', { win: { ...win, target: 'portable' } }],
    ['win.verifyUpdateCodeSignature', { win: { ...win, verifyUpdateCodeSignature: false } }],
    ['nsis.perMachine', { nsis: { ...nsis, perMachine: true } }],
    ['nsis.include', { nsis: { ...nsis, include: 'assets/installer.nsh' } }],
    ['linux.target', { linux: { ...linux, target: 'snap' } }],
    ['linux.executableArgs', { linux: { ...linux, executableArgs: ['--no-sandbox'] } }],
    ['electronFuses.runAsNode', { electronFuses: { ...electronFuses, runAsNode: true } }],
    [
      'electronFuses.onlyLoadAppFromAsar',
      { electronFuses: { ...electronFuses, onlyLoadAppFromAsar: false } },
    ],
  ];
}

test('a package that is built weaker is found out', async ({ folder }) => {
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
