/**
 * Loaded with `--import`. Resolves `electron` to the double of this folder and makes the process look like Electron's main
 * process, started as `electron out/main/index.js …` or, with ELECTRON_DOUBLE_PACKAGED, as the installed program.
 */
import { createRequire, registerHooks } from 'node:module';

const double = new URL('./electron.ts', import.meta.url).href;
const { version } = createRequire(import.meta.url)('electron/package.json') as { version: string };

Object.defineProperty(process, 'versions', {
  value: Object.freeze({ ...process.versions, electron: version }),
  enumerable: true,
});
// Electron is ready after the program has loaded.
Object.defineProperty(process, 'electronDoubleEntry', { value: process.argv[1] });
if (process.env['ELECTRON_DOUBLE_PACKAGED'] === undefined) {
  Object.defineProperty(process, 'defaultApp', { value: true });
} else {
  // The installed program has no script name among its arguments.
  process.argv.splice(1, 1);
}
Object.defineProperty(process, 'type', { value: 'browser' });
// Overrides the platform before the program loads Electron.
const platform = process.env['ELECTRON_DOUBLE_PLATFORM'];
if (platform !== undefined) Object.defineProperty(process, 'platform', { value: platform });
// The folder beside the application. Without an update feed it contains no feed file.
Object.defineProperty(process, 'resourcesPath', {
  value: process.env['ELECTRON_DOUBLE_RESOURCES'] ?? import.meta.dirname,
});

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' || specifier === 'electron/main'
      ? { url: double, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context),
});
