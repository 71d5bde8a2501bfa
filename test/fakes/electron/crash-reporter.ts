import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CrashReporterStartOptions } from 'electron';

/** Once started it keeps a minidump of each process that crashes where Crashpad has them; with nowhere to send them they stay. */
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
