import type { AddressInfo } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppInfo } from '../../preload/contract.ts';
import { systemClock } from '../base/clock.ts';
import { type CodedError, systemCode } from '../base/errors.ts';
import type { Log } from '../base/log/log.ts';
import { createBridge } from '../bridge/bridge.ts';
import type { HostAbilities } from '../bridge/host-abilities.ts';
import { bridgeApplication } from '../bridge/http/application.ts';
import { webErrors } from '../bridge/http/errors.ts';
import { createPagePaths } from '../bridge/page-paths.ts';
import { restricted } from '../bridge/restricted.ts';
import { unavailableAbilities } from '../bridge/unavailable-abilities.ts';
import type { Core } from '../core.ts';
import { acceptedLocales, localeFor } from '../messages/locale.ts';
import { openDroppedFiles } from './dropped-files.ts';
import { rejection, securityHeaders } from './guards.ts';
import { openExternal, showExternal } from './open-external.ts';
import { addRendererFiles, listRendererFiles } from './renderer-files.ts';
import { addPageRoutes, sessionPath } from './routes.ts';
import { createSessions } from './sessions.ts';

export type WebOptions = {
  readonly core: Core;
  readonly rendererDir: string;
  /** Defaults to 0, which selects a free port. */
  readonly port?: number;
  readonly log: Log;
  readonly reason?: string;
};

export type Web = {
  /** URL of the page with a single-use token that expires after an hour: `http://127.0.0.1:PORT/#token=…`. */
  readonly url: string;
  newLink(): string;
  /** Closes the port and all connections. The core keeps running. */
  stop(): Promise<void>;
};

/** Serves the page on 127.0.0.1. Throws `web/notBuilt`, `web/portTaken`, `web/portRefused`. */
export async function startWeb(options: WebOptions): Promise<Web> {
  const { core } = options;
  const log = options.log.scope('web');
  const files = await listRendererFiles(options.rendererDir);
  const port = (): number => (server.server.address() as AddressInfo).port;
  const sessions = createSessions(systemClock, port);
  const locale = (request: FastifyRequest): string =>
    localeFor(core.settings.get().language, acceptedLocales(request.headers['accept-language']));
  const admit = ({ method, headers, routeOptions, url }: FastifyRequest, reply: FastifyReply): void => {
    reply.raw.setHeaders(securityHeaders);
    // Uses the matched route, so that other spellings of the URL get the same checks.
    const path = routeOptions.url ?? url;
    const isPrivate = path.startsWith('/bridge/');
    const refused = rejection({ method, headers, private: isPrivate }, port());
    if (refused) throw refused;
    if (!isPrivate) return;
    const seconds = sessions.waitSeconds();
    if (seconds > 0) throw webErrors.rateLimited({ seconds });
    if (path === sessionPath) return;
    if (!sessions.accepts(headers)) throw webErrors.sessionNeeded({});
  };
  const paths = createPagePaths(core.pushProjects.recent);
  const bridge = createBridge(core, browserHost(core.version, options.reason ?? null));
  const server = bridgeApplication({
    bridge: restricted(bridge, 'tab', paths),
    log,
    locale,
    admit,
    maxCallBytes: 4 * 1024 * 1024,
    // A page that reads too slowly is disconnected at this limit and reconnects.
    maxUnreadBytes: 8 * 1024 * 1024,
    idleMs: 5_000,
  });
  const dropped = await openDroppedFiles(core, log);
  addPageRoutes(server, { dropped, sessions, locale, paths });
  addRendererFiles(server, files, locale);
  const stop = async (): Promise<void> => {
    dropped.stop();
    sessions.closeAll();
    await server.close();
  };
  try {
    const listening: Promise<string> = server.listen({ host: '127.0.0.1', port: options.port ?? 0 });
    await listening;
  } catch (cause) {
    await stop();
    throw portError(options.port ?? 0, cause);
  }
  const newLink = (): string => `http://127.0.0.1:${port()}/#token=${sessions.newToken()}`;
  return { url: newLink(), newLink, stop };
}

function portError(port: number, cause: unknown): CodedError {
  const reason = systemCode(cause) ?? String(cause);
  return reason === 'EADDRINUSE'
    ? webErrors.portTaken({ port }, { cause })
    : webErrors.portRefused({ port, reason }, { cause });
}

const systems: Readonly<Partial<Record<NodeJS.Platform, AppInfo['operatingSystem']>>> = {
  darwin: 'mac',
  win32: 'windows',
};

/** Returns host abilities for a browser tab, where the page itself copies text and opens links. */
function browserHost(version: string, reason: string | null): HostAbilities {
  return {
    info: {
      version,
      host: 'browser',
      hostReason: reason,
      operatingSystem: systems[process.platform] ?? 'linux',
    },
    copyText: async () => {
      throw webErrors.browserCopies({});
    },
    openLink: async () => {
      throw webErrors.browserOpens({});
    },
    showInFolder: async (path) => {
      if (!(await showExternal(path))) throw webErrors.noDesktop({ path });
    },
    openFile: async (path) => {
      if (!(await openExternal(path))) throw webErrors.noDesktop({ path });
    },
    chooseFolder: async () => null,
    chooseCertificates: async () => [],
    popUpMenu: async () => null,
    setCommands: async () => {},
    onShow: () => () => {},
    ...unavailableAbilities(version, () => webErrors.notInTab({})),
  };
}
