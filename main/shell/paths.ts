/** Where the built application finds its own files. Every file of the build lies directly in `out/main`. */
import { join } from 'node:path';
import { app } from 'electron';

/** `out`. */
export const outputDir = (): string => join(import.meta.dirname, '..');

/** `assets`, beside `out` in a checkout and in the package. */
export const assetsDir = (): string => join(outputDir(), '..', 'assets');

export const logFile = (): string => join(app.getPath('logs'), 'slipway.log');
