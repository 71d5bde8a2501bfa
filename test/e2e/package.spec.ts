/** The package as it ships: what is in it, how its program is set, what it is built with. Weaker copies are found out. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Configuration } from 'electron-builder';
import { parse } from 'plist';
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
    expect.arrayContaining(['out/main/index.js', 'out/preload/preload.cjs', 'out/renderer/index.html']),
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
