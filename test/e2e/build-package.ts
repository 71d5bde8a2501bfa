/** Builds the packages as shipped, without downloading Electron and electron-builder's tools. */
import type { KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Arch, build, type Configuration, Platform } from 'electron-builder';
import { packFeedKey } from '../../.config/feed-key.ts';
import { electronForLinux, electronForMac, packagingTools } from '../installers/stubs.ts';

const project = join(import.meta.dirname, '..', '..');

export type BuiltPackage = {
  readonly program: Buffer;
  readonly archive: Buffer;
  /** Configuration of electron-builder after all overrides. */
  readonly configuration: Configuration;
};

/** Builds the unpacked folder for Linux from `out`. `changes` override `electron-builder.yml`. */
export async function buildPackage(folder: string, changes: Configuration = {}): Promise<BuiltPackage> {
  const electronDist = join(folder, 'electron');
  await electronForLinux(electronDist);
  const output = join(folder, 'dist');
  const configuration = await pack(Platform.LINUX, ['dir'], { ...changes, electronDist }, output);
  const unpacked = join(output, 'linux-unpacked');
  return {
    configuration,
    program: await readFile(join(unpacked, 'slipway')),
    archive: await readFile(join(unpacked, 'resources', 'app.asar')),
  };
}

export type Installers = {
  /** Folder that contains the installers under their download names. */
  readonly folder: string;
  /** File to which each call of Apple's codesign appends a line. */
  readonly signed: string;
};

/** Builds the installers of this version for x64 on Linux or macOS. Needs the tools of `missingTools`. */
export async function buildInstallers(
  folder: string,
  system: 'linux' | 'mac',
  version: string,
  /** Address of the update feed (https), and the private key that signs it. */
  feed: { readonly url: string; readonly key: KeyObject } | null = null,
): Promise<Installers> {
  const electronDist = join(folder, 'electron');
  const output = join(folder, 'dist');
  const signed = join(folder, 'signed');
  await (system === 'mac' ? electronForMac : electronForLinux)(electronDist);
  const before = { ...process.env };
  Object.assign(process.env, await packagingTools(join(folder, 'tools'), signed));
  try {
    const changes: Configuration = {
      ...{ electronDist, extraMetadata: { version }, compression: 'store' },
      publish: feed === null ? null : { provider: 'generic', url: feed.url },
    };
    if (system === 'mac') await pack(Platform.MAC, ['zip'], changes, output);
    else await pack(Platform.LINUX, ['AppImage', 'deb'], changes, output, feed?.key);
  } finally {
    process.env = before;
  }
  return { folder: output, signed };
}

async function pack(
  platform: Platform,
  targets: string[],
  changes: Configuration,
  output: string,
  feedKey?: KeyObject,
): Promise<Configuration> {
  let configuration: Configuration | null = null;
  await build({
    projectDir: project,
    targets: platform.createTarget(targets, Arch.x64),
    publish: 'never',
    config: {
      extends: join(project, 'electron-builder.yml'),
      ...changes,
      directories: { output },
      afterPack: async ({ packager, appOutDir }) => {
        configuration = packager.config;
        if (feedKey) await packFeedKey(appOutDir, feedKey);
      },
    },
  });
  if (configuration === null) throw new Error('electron-builder packed nothing');
  return configuration;
}
