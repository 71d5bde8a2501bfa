/**
 * Loaded with `--import`: from then on `electron` is the double of this folder, and the process looks like Electron's
 * main process started as `electron out/main/index.js …`, or with ELECTRON_DOUBLE_PACKAGED as the installed program.
 */
import { createRequire, registerHooks } from 'node:module';

const double = new URL('./electron.ts', import.meta.url).href;
const { version } = createRequire(import.meta.url)('electron/package.json') as { version: string };

Object.defineProperty(process, 'versions', {
  value: Object.freeze({ ...process.versions, electron: version }),
  enumerable: true,
});
// Electron is ready once the program itself has been read.
Object.defineProperty(process, 'electronDoubleEntry', { value: process.argv[1] });
if (process.env['ELECTRON_DOUBLE_PACKAGED'] === undefined) {
  Object.defineProperty(process, 'defaultApp', { value: true });
} else {
  // The installed program is not followed by the name of a script.
  process.argv.splice(1, 1);
}
Object.defineProperty(process, 'type', { value: 'browser' });
// As which system the program sees itself, where it asks before it loads Electron.
const platform = process.env['ELECTRON_DOUBLE_PLATFORM'];
if (platform !== undefined) Object.defineProperty(process, 'platform', { value: platform });
// Beside the application; a package without a feed has no file of it there.
Object.defineProperty(process, 'resourcesPath', {
  value: process.env['ELECTRON_DOUBLE_RESOURCES'] ?? import.meta.dirname,
});

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' || specifier === 'electron/main'
      ? { url: double, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context),
});
