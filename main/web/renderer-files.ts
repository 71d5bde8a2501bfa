import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { extname, join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { pageIn } from '../languages/page.ts';
import { webErrors } from './errors.ts';

type PageFile = { readonly path: string; readonly size: number; readonly type: string };

/** The files of the built page by URL path. Listed once: a request can only ever name one of these. */
export type RendererFiles = ReadonlyMap<string, PageFile>;

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

/** Throws `web/notBuilt` when the folder holds no page. */
export async function listRendererFiles(folder: string): Promise<RendererFiles> {
  const files = new Map<string, PageFile>();
  let entries: Awaited<ReturnType<typeof readEntries>>;
  try {
    entries = await readEntries(folder);
  } catch (cause) {
    throw webErrors.notBuilt({ folder }, { cause });
  }
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    const type = types[extname(entry.name).toLowerCase()];
    if (!entry.isFile() || type === undefined) continue;
    const { size } = await stat(path);
    files.set(`/${relative(folder, path).split(sep).join('/')}`, { path, size, type });
  }
  const index = files.get('/index.html');
  if (!index) throw webErrors.notBuilt({ folder });
  return files.set('/', index);
}

function readEntries(folder: string) {
  return readdir(folder, { recursive: true, withFileTypes: true });
}

/** Streams one file, the page itself in the language of `locale`; a HEAD request gets its headers. */
export async function sendFile(
  file: PageFile,
  request: { readonly method: string; readonly locale: string },
  response: ServerResponse,
): Promise<void> {
  if (file.type.startsWith('text/html')) return sendPage(file, request, response);
  response.writeHead(200, { 'Content-Type': file.type, 'Content-Length': file.size });
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  await pipeline(createReadStream(file.path), response);
}

async function sendPage(
  file: PageFile,
  { method, locale }: { readonly method: string; readonly locale: string },
  response: ServerResponse,
): Promise<void> {
  const page = Buffer.from(pageIn(locale, await readFile(file.path, 'utf8')));
  response.writeHead(200, {
    'Content-Type': file.type,
    'Content-Length': page.length,
    Vary: 'Accept-Language',
  });
  response.end(method === 'HEAD' ? undefined : page);
}
