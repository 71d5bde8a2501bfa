/** Builds the package folder as it ships, with a stand-in for Electron's program, which cannot be downloaded everywhere. */
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Arch, build, type Configuration, Platform } from 'electron-builder';
import { fuseSentinel } from './package-files.ts';

const project = join(import.meta.dirname, '..', '..');

export type BuiltPackage = {
  readonly program: Buffer;
  readonly archive: Buffer;
  /** What electron-builder made of its file, defaults and overrides. */
  readonly configuration: Configuration;
};

/** Uses `out` as it was built. `changes` are laid over `electron-builder.yml`. */
export async function buildPackage(folder: string, changes: Configuration = {}): Promise<BuiltPackage> {
  const electronDist = join(folder, 'electron');
  await standInElectron(electronDist);
  let configuration: Configuration | null = null;
  await build({
    projectDir: project,
    targets: Platform.LINUX.createTarget('dir', Arch.x64),
    publish: 'never',
    config: {
      extends: join(project, 'electron-builder.yml'),
      ...changes,
      electronDist,
      directories: { output: join(folder, 'dist') },
      afterPack: ({ packager }) => {
        configuration = packager.config;
      },
    },
  });
  if (configuration === null) throw new Error('electron-builder packed nothing');
  const unpacked = join(folder, 'dist', 'linux-unpacked');
  return {
    configuration,
    program: await readFile(join(unpacked, 'slipway')),
    archive: await readFile(join(unpacked, 'resources', 'app.asar')),
  };
}

/** A program with every fuse the wrong way round, so that each has to be set. */
async function standInElectron(folder: string): Promise<void> {
  const { version } = createRequire(import.meta.url)('electron/package.json') as { version: string };
  for (const name of ['resources', 'locales']) await mkdir(join(folder, name), { recursive: true });
  const fuses = Buffer.concat([Buffer.from(fuseSentinel), Buffer.from([1, 8]), Buffer.from('10110011')]);
  const program = join(folder, 'electron');
  await writeFile(program, Buffer.concat([Buffer.from('#!/bin/sh\nexit 0\n'), fuses, Buffer.from('\n')]));
  await chmod(program, 0o755);
  await writeFile(join(folder, 'version'), `v${version}`);
  for (const name of ['LICENSE', 'LICENSES.chromium.html', join('locales', 'en-US.pak')]) {
    await writeFile(join(folder, name), '');
  }
}
