/**
 * Files dropped on the page. Browsers reveal no paths, so each file is copied into a private folder under a
 * safe form of its name.
 */

import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { basename, dirname, join } from 'node:path';
import { isAbort } from '../base/errors.ts';
import { fileError, freeBytes } from '../base/files/files.ts';
import type { Log } from '../base/log/log.ts';
import { trimEndOf } from '../base/trim-end.ts';
import { webErrors } from '../bridge/http/errors.ts';
import type { Core } from '../core.ts';

const spareBytes = 64 * 1024 * 1024;
const abandonedAfterMs = 24 * 60 * 60_000;
const idleTimeoutMs = 60_000;

export type DroppedFiles = {
  /**
   * Stores the body of a request and returns the path of the copy. Removes incomplete copies. Throws
   * `web/lengthRequired`, `web/noSpace`, `web/incomplete` and coded file errors.
   */
  receive(request: IncomingMessage, name: string): Promise<string>;
  stop(): void;
};

/** Removes each copy after its upload, and unused copies older than a day at the start. */
export async function openDroppedFiles(core: Core, log: Log): Promise<DroppedFiles> {
  const folder = join(core.dataDir, 'dropped');
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw fileError(error, folder);
  }
  await sweep(folder, new Set([...core.uploads.openPaths()].map((path) => dirname(path))));
  const isOurs = (path: string): boolean => dirname(dirname(path)) === folder;
  const remove = (path: string): void => {
    if (!isOurs(path)) return;
    void rm(dirname(path), { recursive: true, force: true }).catch((error: unknown) =>
      log.warn('Could not remove a dropped file', { path, error }),
    );
  };
  const paths = new Map(core.uploads.list().map((upload) => [upload.id, upload.path]));
  const stopChanged = core.uploads.events.on('changed', (upload) => {
    if (isOurs(upload.path)) paths.set(upload.id, upload.path);
    if (upload.state === 'done' || upload.state === 'already-there') remove(upload.path);
  });
  const stopRemoved = core.uploads.events.on('removed', ({ id }) => {
    const path = paths.get(id);
    paths.delete(id);
    if (path !== undefined) remove(path);
  });
  return {
    receive: (request, name) => receive(request, folder, name),
    stop: () => {
      stopChanged();
      stopRemoved();
    },
  };
}

async function sweep(folder: string, used: ReadonlySet<string>): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path);
    if (used.has(path) || Date.now() - mtimeMs < abandonedAfterMs) continue;
    await rm(path, { recursive: true, force: true });
  }
}

async function receive(request: IncomingMessage, folder: string, name: string): Promise<string> {
  request.setTimeout(idleTimeoutMs, () => request.destroy());
  const size = Number(request.headers['content-length']);
  if (!Number.isSafeInteger(size) || size < 0) throw webErrors.lengthRequired({});
  const free = await freeBytes(folder);
  const shown = safeName(name);
  if (free < size + spareBytes) throw webErrors.noSpace({ name: shown, needed: size, free });
  const own = join(folder, randomBytes(12).toString('hex'));
  const path = join(own, shown);
  try {
    await mkdir(own, { mode: 0o700 });
    await copyBody(request, path, size);
    return path;
  } catch (error) {
    await rm(own, { recursive: true, force: true });
    if (isAbort(error) || isDisconnect(error)) throw webErrors.incomplete({ name: shown }, { cause: error });
    throw fileError(error, path);
  }
}

async function copyBody(request: IncomingMessage, path: string, size: number): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    let written = 0;
    for await (const part of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      await handle.writeFile(part);
      written += part.length;
    }
    if (written !== size) throw webErrors.incomplete({ name: basename(path) });
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function isDisconnect(error: unknown): boolean {
  const code = error instanceof Error ? (error as { code?: unknown }).code : null;
  return code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ERR_STREAM_DESTROYED';
}

const maxNameLength = 120;

/** Returns a name without separators, control characters, reserved names or a leading dot. Never empty. */
export function safeName(name: string): string {
  const last = name.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const extension = /\.[A-Za-z0-9]{1,9}$/.exec(last)?.[0] ?? '';
  const plain = last
    .slice(0, last.length - extension.length)
    .replaceAll(/[^\p{L}\p{N}\p{M} ._()+@=,-]/gu, '_')
    .replace(/^[. ]+/, '');
  const trimmed = trimEndOf(plain, '. ');
  const stem = [...trimmed].slice(0, maxNameLength).join('');
  const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/i.test(stem);
  return `${reserved ? '_' : ''}${stem === '' ? 'build' : stem}${extension}`;
}
