/** Paths in the built application. Every file of the bundled main process is directly in `out/main`. */
import { join } from 'node:path';
import { app } from 'electron';

export const outputDir = (): string => join(import.meta.dirname, '..');

/** Path of `assets`, next to `out` in a checkout and in the package. */
export const assetsDir = (): string => join(outputDir(), '..', 'assets');

export const logFile = (): string => join(app.getPath('logs'), 'slipway.log');
