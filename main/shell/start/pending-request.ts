/** A request received while quitting, stored in the data folder for the next start. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { systemCode } from '../../base/errors.ts';
import type { Log } from '../../base/log/log.ts';
import type { OpenRequest } from './start-arguments.ts';

const requestSchema = z.object({
  files: z.array(z.string()),
  links: z.array(z.string()),
  hidden: z.boolean(),
}) satisfies z.ZodType<OpenRequest>;

const pathIn = (folder: string): string => join(folder, 'open-later.json');

/** Stores a request synchronously, because the process is ending. Logs failures. */
export function storeRequest(folder: string, request: OpenRequest, log: Log): void {
  try {
    writeFileSync(pathIn(folder), JSON.stringify(request), { mode: 0o600, flush: true });
  } catch (error) {
    log.error('Could not store the files to open', { ...request, error });
  }
}

/** Reads and deletes the stored request; null if missing or unreadable, which is logged. */
export function consumeStoredRequest(folder: string, log: Log): OpenRequest | null {
  try {
    const stored = requestSchema.parse(JSON.parse(readFileSync(pathIn(folder), 'utf8')));
    rmSync(pathIn(folder));
    return stored;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    log.error('Could not read the files to open', { error });
    rmSync(pathIn(folder), { force: true });
    return null;
  }
}
