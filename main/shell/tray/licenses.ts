/** The licences of Slipway and of the packages in it, for whoever wants to read them. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { app, shell } from 'electron';
import { outputDir } from '../paths.ts';

/** Opens them in the system's own program for texts, or shows their file where there is none. Throws file errors. */
export async function showLicenses(): Promise<void> {
  // No other program can look into the package.
  const path = join(app.getPath('userData'), 'licenses.txt');
  await writeFile(path, await readFile(join(outputDir(), 'licenses.txt')));
  if ((await shell.openPath(path)) !== '') shell.showItemInFolder(path);
}
