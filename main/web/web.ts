import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createBridge } from '../bridge/bridge.ts';
import { type Core, type Log, systemClock, systemCode } from '../core.ts';
import { acceptedLocales, languageOf, localeFor } from '../languages/choose.ts';
import { createSpeakers, type Speaker } from '../languages/speaker.ts';
import { openDroppedFiles } from './dropped-files.ts';
import { webErrors } from './errors.ts';
import { createEventStreams } from './event-stream.ts';
import { refusal } from './guards.ts';
import { browserHost } from './host.ts';
import { listRendererFiles, type RendererFiles, sendFile } from './renderer-files.ts';
import { sendRefusal, setSecurityHeaders } from './replies.ts';
import { bridgeRoutes, type Route } from './routes.ts';
import { createSessions, type Sessions } from './sessions.ts';

export type WebOptions = {
  readonly core: Core;
  /** The built page: `out/renderer`. */
  readonly rendererDir: string;
  /** 0, the default, chooses a free one. */
  readonly port?: number;
  readonly log: Log;
  /** Why this is a browser tab, when it was meant to be a window. */
  readonly reason?: string;
};

export type Web = {
  /** Where to open the page, with a token that works once, for an hour: `http://127.0.0.1:PORT/#token=…`. */
  readonly url: string;
  /** The same with a new token. */
  newLink(): string;
  /** Ends all connections of pages and closes the port. Leaves the core running. */
  stop(): Promise<void>;
};

/**
 * The same page as in the window, for a browser on this computer: on 127.0.0.1 only, for who holds the link only.
 * Throws `web/notBuilt`, `web/portTaken`, `web/portRefused`.
 */
export async function startWeb(options: WebOptions): Promise<Web> {
  const { core } = options;
  const log = options.log.scope('web');
  const files = await listRendererFiles(options.rendererDir);
  const dropped = await openDroppedFiles(core, log);
  const server = createServer({ requestTimeout: 0, headersTimeout: 15_000 });
  const port = await listen(server, options.port ?? 0).catch((error: unknown) => {
    dropped.stop();
    throw error;
  });
  const sessions = createSessions(systemClock, port);
  const streams = createEventStreams();
  const bridge = createBridge(core, browserHost(core.version, options.reason ?? null));
  const stopEvents = bridge.onEvent((name, value) => streams.send(name, value));
  const locale = (request: IncomingMessage): string =>
    localeFor(core.settings.get().language, acceptedLocales(request.headers['accept-language']));
  const speakers = createSpeakers();
  const speaker = (request: IncomingMessage): Speaker => speakers(languageOf(locale(request)));
  const answer = answering({
    port,
    files,
    locale,
    sessions,
    routes: bridgeRoutes({
      bridge,
      dropped,
      sessions,
      speaker,
      streams,
    }),
  });

  server.on('request', (request, response) => {
    answer(request, response).catch((error: unknown) => {
      log.info('A request was refused', {
        method: request.method,
        path: request.url?.split('?', 1)[0],
        error,
      });
      if (response.headersSent) response.destroy();
      else sendRefusal(response, error, speaker(request));
    });
  });
  const newLink = (): string => `http://127.0.0.1:${port}/#token=${sessions.newToken()}`;
  return {
    url: newLink(),
    newLink,
    stop: async () => {
      stopEvents();
      dropped.stop();
      sessions.closeAll();
      streams.closeAll();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** The order of the guards: who asks, what for, and only then with which session. Refusals are thrown. */
function answering(parts: {
  readonly port: number;
  readonly files: RendererFiles;
  readonly locale: (request: IncomingMessage) => string;
  readonly sessions: Sessions;
  readonly routes: ReadonlyMap<string, Route>;
}): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return async (request, response) => {
    setSecurityHeaders(response);
    const method = request.method ?? '';
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const isPrivate = url.pathname.startsWith('/bridge/');
    const refused = refusal({ method, headers: request.headers, private: isPrivate }, parts.port);
    if (refused) throw refused;
    if (!isPrivate) {
      const file = parts.files.get(url.pathname);
      if (!file) throw webErrors.notFound({});
      if (method !== 'GET' && method !== 'HEAD') throw webErrors.wrongMethod({ allowed: 'GET' });
      return sendFile(file, { method, locale: parts.locale(request) }, response);
    }
    const route = parts.routes.get(url.pathname);
    if (!route) throw webErrors.notFound({});
    if (route.method !== method) throw webErrors.wrongMethod({ allowed: route.method });
    if (!route.open && !parts.sessions.accepts(request.headers)) throw webErrors.sessionNeeded({});
    return route.handle(request, response, url);
  };
}

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => {
      const reason = systemCode(cause) ?? String(cause);
      const taken = reason === 'EADDRINUSE';
      reject(
        taken ? webErrors.portTaken({ port }, { cause }) : webErrors.portRefused({ port, reason }, { cause }),
      );
    });
    server.listen(port, '127.0.0.1', resolve);
  });
  return (server.address() as AddressInfo).port;
}
