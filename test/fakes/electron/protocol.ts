import type { Route } from '@playwright/test';
import type { Protocol } from 'electron';
import { customScheme, fromWeb } from './addresses.ts';
import type { Recordings } from './recordings.ts';

type Handler = (request: Request) => Response | Promise<Response>;

/** Custom schemes and their handlers. Bodies are sent as a whole: intercepted requests cannot stream. */
export class ProtocolDouble {
  readonly #handlers = new Map<string, Handler>();
  readonly #recordings: Recordings;
  readonly #isReady: () => boolean;

  constructor(recordings: Recordings, isReady: () => boolean) {
    this.#recordings = recordings;
    this.#isReady = isReady;
  }

  registerSchemesAsPrivileged(schemes: Parameters<Protocol['registerSchemesAsPrivileged']>[0]): void {
    if (this.#isReady())
      throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
    this.#recordings.schemes.push(...schemes);
  }

  handle(scheme: string, handler: Handler): void {
    if (!this.#isReady()) throw new Error('protocol.handle cannot be used before app is ready');
    if (this.#handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`);
    this.#handlers.set(scheme, handler);
  }

  /** Responds to the request and returns null, or returns Chromium's error name. */
  async answer(route: Route): Promise<string | null> {
    const asked = route.request();
    const handler = this.#handlers.get(customScheme(asked.url())?.scheme ?? '');
    if (!handler) return 'ERR_UNKNOWN_URL_SCHEME';
    const answer = await responseOf(handler, requestOf(asked));
    if (typeof answer === 'string') return answer;
    await route.fulfill(answer);
    return null;
  }
}

function requestOf(asked: ReturnType<Route['request']>): Request {
  const body = asked.postDataBuffer();
  const { origin, ...headers } = asked.headers();
  return new Request(fromWeb(asked.url()), {
    method: asked.method(),
    headers: { ...headers, ...(origin === undefined || origin === 'null' ? {} : { origin }) },
    ...(body ? { body: new Uint8Array(body) } : {}),
  });
}

type Answer = { readonly status: number; readonly headers: Record<string, string>; readonly body: Buffer };

/** As in Electron's lib/browser/api/protocol.ts, any invalid response becomes `ERR_UNEXPECTED`. */
async function responseOf(handler: Handler, request: Request): Promise<Answer | string> {
  try {
    const response: unknown = await handler(request);
    if (!(response instanceof Response)) return 'ERR_UNEXPECTED';
    if (response.type === 'error') return 'ERR_FAILED';
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: Buffer.from(await response.arrayBuffer()),
    };
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    return 'ERR_UNEXPECTED';
  }
}
