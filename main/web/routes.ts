import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { toFailure } from '../base/errors.ts';
import { checked, type LocaleOf, sendOutcome } from '../bridge/http/application.ts';
import { webErrors } from '../bridge/http/errors.ts';
import { localise } from '../bridge/localise.ts';
import type { PagePaths } from '../bridge/page-paths.ts';
import type { DroppedFiles } from './dropped-files.ts';
import type { Sessions } from './sessions.ts';

const maxTokenBytes = 1024;

const tokenBody = z.strictObject({ token: z.string() });

/** The only bridge route that needs no session, because it opens a session. */
export const sessionPath = '/bridge/session';

export function addPageRoutes(
  server: FastifyInstance,
  parts: {
    readonly dropped: DroppedFiles;
    readonly sessions: Sessions;
    readonly locale: LocaleOf;
    readonly paths: Pick<PagePaths, 'allowFile'>;
  },
): void {
  const { dropped, sessions, locale, paths } = parts;
  server.post(sessionPath, { bodyLimit: maxTokenBytes }, async (request, reply) => {
    const { token } = checked(tokenBody, request.body);
    const opened = sessions.exchange(token, request.headers.cookie);
    if (opened === null) throw webErrors.linkRefused({});
    if (opened.cookie !== null) void reply.header('set-cookie', opened.cookie);
    return sendOutcome(reply, { ok: true, value: opened.pageSecret });
  });
  server.register((files, _options, done) => {
    // Accepts files of any type without parsing them.
    files.removeAllContentTypeParsers();
    files.addContentTypeParser('*', (_request, _body, taken) => taken(null));
    files.post<{ Querystring: { name?: unknown } }>('/bridge/files', async (request, reply) => {
      try {
        const path = await dropped.receive(request.raw, String(request.query.name ?? ''));
        paths.allowFile(path);
        return sendOutcome(reply, { ok: true, value: path });
      } catch (error) {
        // Browsers read the response only after sending the whole file, so the rest is discarded.
        request.raw.resume();
        return sendOutcome(reply, localise({ ok: false, ...toFailure(error) }, locale(request)));
      }
    });
    done();
  });
}
