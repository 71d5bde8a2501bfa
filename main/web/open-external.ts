import { spawn } from 'node:child_process';
import { rm, stat, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { findProgram } from '../base/programs.ts';

function desktopOpener(): string | null {
  if (process.platform === 'darwin') return '/usr/bin/open';
  if (process.platform === 'win32') return join(process.env['SystemRoot'] ?? 'C:\\Windows', 'explorer.exe');
  if (!process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY']) return null;
  return findProgram('xdg-open');
}

/** Opens a URL, file or folder; returns false if there is no desktop or its opener cannot be started. */
export async function openExternal(...args: readonly string[]): Promise<boolean> {
  const opener = desktopOpener();
  if (opener === null) return false;
  return new Promise((resolve) => {
    const child = spawn(opener, [...args], { detached: true, stdio: 'ignore' });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}

/**
 * Shows a file in its folder; returns false on failure. Never opens the path itself, which could start a
 * program; on macOS, `-R` ensures this for folders that are application bundles.
 */
export async function showExternal(path: string): Promise<boolean> {
  const folder = dirname(path);
  if (!isAbsolute(path)) return false;
  const isFolder = await stat(folder)
    .then((found) => found.isDirectory())
    .catch(() => false);
  if (!isFolder) return false;
  return process.platform === 'darwin' ? openExternal('-R', path) : openExternal(folder);
}

/**
 * Opens a link that contains a token. Other users can read program arguments, so the browser opens a private
 * file that redirects to the link. `remove` deletes it.
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
  return { opened: await openExternal(path), remove };
}
