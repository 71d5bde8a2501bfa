/** Crash dumps of Slipway. They contain process memory and never leave this computer. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isoTime } from '../../base/clock.ts';
import { systemCode } from '../../base/errors.ts';

export type CrashReports = {
  readonly folder: string;
  /** Newest first; `createdAt` is an ISO time. */
  readonly files: readonly { readonly file: string; readonly bytes: number; readonly createdAt: string }[];
};

const maxReports = 20;

/** Includes subfolders, because Crashpad's layout differs by system. Throws system errors except ENOENT. */
export async function crashReportsIn(folder: string): Promise<CrashReports> {
  const names = await readdir(folder, { recursive: true }).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return [];
    throw error;
  });
  const files = await Promise.all(
    names
      .filter((name) => name.endsWith('.dmp'))
      .map(async (file) => ({ file, ...(await stat(join(folder, file))) })),
  );
  return {
    folder,
    files: files
      .sort((a, b) => b.mtimeMs - a.mtimeMs)
      .slice(0, maxReports)
      .map(({ file, size, mtimeMs }) => ({ file, bytes: size, createdAt: isoTime(mtimeMs) })),
  };
}
