import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CrashReporterStartOptions } from 'electron';

/** Test double of `crashReporter`. After its start, crashes leave minidumps in Crashpad's folder. */
export class CrashReporterDouble {
  readonly #folder: () => string;
  #started = false;

  constructor(folder: () => string) {
    this.#folder = folder;
  }

  start({ submitURL, uploadToServer = true }: CrashReporterStartOptions): void {
    if (uploadToServer && submitURL === undefined)
      throw new Error('submitURL must be specified when uploadToServer is true');
    this.#started = true;
  }

  readonly keep = (): void => {
    if (!this.#started) return;
    const folder = join(this.#folder(), 'completed');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${randomUUID()}.dmp`), 'MDMP');
  };
}
