/** Hook of electron-builder for each package. On Linux, replaces the program with a launcher script. */
import { existsSync } from 'node:fs';
import { copyFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Arch } from 'electron-builder';

const launchers = join(import.meta.dirname, '..', 'assets', 'linux');

/** `file`: path of the package, beside the application folder, whose program has its fuses already. */
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
    // The script of electron-builder would run without Chromium's sandbox where the sandbox is unavailable.
    await copyFile(join(launchers, 'AppRun'), starter);
    // With this file, electron-updater would treat the AppImage as a deb.
    await rm(kind, { force: true });
  } else await rm(starter, { force: true });
}
