/**
 * Loaded with `--import`. Resolves `electron` to the double. The process appears to be started as `electron
 * out/main/index.js …` or, if ELECTRON_DOUBLE_PACKAGED is set, as the installed program.
 */
import { createRequire, registerHooks } from 'node:module';

const double = new URL('./electron.ts', import.meta.url).href;
const { version } = createRequire(import.meta.url)('electron/package.json') as { version: string };

Object.defineProperty(process, 'versions', {
  value: Object.freeze({ ...process.versions, electron: version }),
  enumerable: true,
});
// The double loads this program first and then emits `ready`.
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
// Folder with the resources of the application. The default contains no update feed configuration.
Object.defineProperty(process, 'resourcesPath', {
  value: process.env['ELECTRON_DOUBLE_RESOURCES'] ?? import.meta.dirname,
});

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' || specifier === 'electron/main'
      ? { url: double, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context),
});
