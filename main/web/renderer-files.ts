import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pageContentTypes } from '../base/page-files.ts';
import { webErrors } from '../bridge/http/errors.ts';
import { withPageLocale } from '../messages/page-locale.ts';

type PageFile = { readonly path: string; readonly type: string };

/** Files of the built page by URL path. The server serves no other files. */
export type RendererFiles = ReadonlyMap<string, PageFile>;

/** Throws `web/notBuilt` if the folder has no page. */
export async function listRendererFiles(folder: string): Promise<RendererFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((cause: unknown) => {
    throw webErrors.notBuilt({ folder }, { cause });
  });
  const files = new Map<string, PageFile>();
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    const type = pageContentTypes[extname(entry.name).toLowerCase()];
    if (entry.isFile() && type !== undefined) {
      files.set(`/${relative(folder, path).split(sep).join('/')}`, { path, type });
    }
  }
  const index = files.get('/index.html');
  if (!index) throw webErrors.notBuilt({ folder });
  return files.set('/', index);
}

export function addRendererFiles(
  server: FastifyInstance,
  files: RendererFiles,
  locale: (request: FastifyRequest) => string,
): void {
  for (const [url, { path, type }] of files) {
    const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const content = await readFile(path);
      if (!type.startsWith('text/html')) return reply.type(type).send(content);
      const page = withPageLocale(locale(request), content.toString());
      return reply.type(type).header('vary', 'Accept-Language').send(page);
    };
    server.route({ method: ['GET', 'HEAD'], url, handler });
  }
}
