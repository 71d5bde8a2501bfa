/** Run by electron-builder before it makes a package: on Linux, scripts stand before the program in the folder it packs. */
import { existsSync } from 'node:fs';
import { copyFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Arch } from 'electron-builder';

const launchers = join(import.meta.dirname, '..', 'assets', 'linux');

/** `file`: the package, beside the folder it is made of. The fuses of the program are set by then, under its first name. */
export async function artifactBuildStarted({
  targetPresentableName: target,
  file,
  arch,
}: {
  readonly targetPresentableName: string;
  readonly file: string;
  readonly arch: Arch | null;
}): Promise<void> {
  if (target !== 'AppImage' && target !== 'deb') return;
  const name = arch === null || arch === Arch.x64 ? 'linux-unpacked' : `linux-${Arch[arch]}-unpacked`;
  const folder = join(dirname(file), name);
  const [launcher, program] = [join(folder, 'slipway'), join(folder, 'slipway-bin')];
  if (!existsSync(program)) await rename(launcher, program);
  await copyFile(join(launchers, 'slipway'), launcher);
  const [starter, kind] = [join(folder, 'AppRun'), join(folder, 'resources', 'package-type')];
  if (target === 'AppImage') {
    // It takes the place of electron-builder's, which would go on without Chromium's sandbox.
    await copyFile(join(launchers, 'AppRun'), starter);
    // By this file of a deb it would be updated as one.
    await rm(kind, { force: true });
  } else await rm(starter, { force: true });
}
