import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** The program of this desktop that opens an address, file or folder; null where there is no desktop. */
export function desktopOpener(
  platform: NodeJS.Platform = process.platform,
  environment: NodeJS.ProcessEnv = process.env,
): string | null {
  if (platform === 'darwin') return '/usr/bin/open';
  if (platform === 'win32') return join(environment.SystemRoot ?? 'C:\\Windows', 'explorer.exe');
  if (!environment.DISPLAY && !environment.WAYLAND_DISPLAY) return null;
  const folders = (environment.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, 'xdg-open')).find(isExecutable) ?? null;
}

/** Opens an address, file or folder with this desktop; false when there is no desktop or it refuses to start. */
export async function openOutside(target: string): Promise<boolean> {
  const opener = desktopOpener();
  if (opener === null) return false;
  return new Promise((resolve) => {
    const child = spawn(opener, [target], { detached: true, stdio: 'ignore' });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}

/**
 * Opens a link that carries a token. Arguments of a program can be read by every user of a computer, so the browser is
 * given a file only its owner can read, which leads on to the link. `remove` takes the file away.
 */
export async function openLinkPrivately(
  link: string,
  folder: string,
): Promise<{ readonly opened: boolean; remove(): Promise<void> }> {
  const path = join(folder, 'open-slipway.html');
  const remove = (): Promise<void> => rm(path, { force: true });
  if (desktopOpener() === null) return { opened: false, remove };
  await remove();
  const page = `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0; url=${link}"><title>Slipway</title>`;
  await writeFile(path, page, { mode: 0o600, flag: 'wx' });
  return { opened: await openOutside(path), remove };
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
